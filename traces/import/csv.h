// Comma-separated values as ncu writes them (RFC 4180), read in bounds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass {

struct CsvRow {
  size_t line = 0;                   ///< first line of the row in the file, from 1
  std::vector<std::string> fields;
};

/// Splits `text`. `file` is for errors. Throws BadInput for a quote that is never closed and for more than
/// `most_fields` fields in a row.
std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file, size_t most_fields = 20000);

}  // namespace warpglass
