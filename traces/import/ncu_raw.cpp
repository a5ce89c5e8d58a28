#include <array>
#include <charconv>
#include <cstdlib>
#include <set>

#include "base/error.h"
#include "traces/import/csv.h"
#include "traces/import/ncu.h"
#include "traces/import/ncu_number.h"

namespace warpglass {
namespace {

// "(32, 8, 1)"
Dim3 parse_dimensions(const std::string& text, const std::string& file, size_t line) {
  Dim3 dim;
  std::array<uint32_t*, 3> parts{&dim.x, &dim.y, &dim.z};
  size_t part = 0;
  for (size_t at = 0; at < text.size() && part < 3;) {
    if (text[at] < '0' || text[at] > '9') {
      ++at;
      continue;
    }
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), *parts[part]);
    if (error != std::errc{}) break;
    at = static_cast<size_t>(end - text.data());
    ++part;
  }
  if (part != 3) throw bad_input("{}:{}: '{}' is not a shape like (32, 8, 1)", file, line, text);
  return dim;
}

size_t column(const CsvRow& header, const char* name, const std::string& file) {
  for (size_t i = 0; i < header.fields.size(); ++i)
    if (header.fields[i] == name) return i;
  throw bad_input("{}: no column '{}': is this the output of `ncu --page raw --csv`?", file, name);
}

}  // namespace

NcuPage<NcuLaunch> parse_ncu_raw(std::string_view text, const std::string& file) {
  const std::vector<CsvRow> rows = parse_csv(text, file);
  if (rows.size() < 2) throw bad_input("{}: no launches in it (a header, a row of units and a row a launch are expected)", file);
  const CsvRow& header = rows[0];
  const CsvRow& units = rows[1];
  const size_t kernel = column(header, "Kernel Name", file);
  const size_t block = column(header, "Block Size", file);
  const size_t grid = column(header, "Grid Size", file);
  const size_t device = column(header, "Device", file);
  NcuPage<NcuLaunch> page;
  std::set<std::string> unknown_units;
  for (size_t r = 2; r < rows.size(); ++r) {
    const CsvRow& row = rows[r];
    if (row.fields.size() != header.fields.size())
      throw bad_input("{}:{}: {} fields where the header has {}: the file is cut off", file, row.line, row.fields.size(), header.fields.size());
    NcuLaunch launch;
    launch.kernel = row.fields[kernel];
    launch.block = parse_dimensions(row.fields[block], file, row.line);
    launch.grid = parse_dimensions(row.fields[grid], file, row.line);
    launch.device = row.fields[device];
    for (size_t i = 0; i < header.fields.size(); ++i) {
      if (header.fields[i].find("__") == std::string::npos && header.fields[i].rfind("memory_", 0) != 0) continue;
      const std::optional<double> number = ncu_number(row.fields[i]);
      if (!number) continue;
      const std::string unit = i < units.fields.size() ? units.fields[i] : "";
      const std::optional<double> factor = ncu_unit_factor(unit);
      if (!factor) {
        unknown_units.insert(unit);
        continue;
      }
      launch.metrics[header.fields[i]] = *number * *factor;
    }
    page.rows.push_back(std::move(launch));
  }
  for (const std::string& unit : unknown_units)
    page.not_understood.push_back(fmt::format("{}: metrics in the unit '{}' were left out", file, unit));
  return page;
}

}  // namespace warpglass
