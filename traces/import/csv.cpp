#include "traces/import/csv.h"

#include "base/error.h"

namespace warpglass {

std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file, size_t most_fields) {
  std::vector<CsvRow> rows;
  size_t line = 1;
  size_t at = 0;
  while (at < text.size()) {
    CsvRow row;
    row.line = line;
    std::string field;
    bool quoted = false;
    bool ended = false;
    while (!ended) {
      if (at == text.size()) {
        if (quoted) throw bad_input("{}:{}: a quote that is never closed: the file is cut off", file, row.line);
        break;
      }
      const char c = text[at++];
      if (c == '\n') ++line;
      if (quoted) {
        if (c != '"') {
          field += c;
        } else if (at < text.size() && text[at] == '"') {
          field += '"';
          ++at;
        } else {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',') {
        row.fields.push_back(std::move(field));
        field.clear();
        if (row.fields.size() > most_fields)
          throw bad_input("{}:{}: more than {} fields in a row", file, row.line, most_fields);
      } else if (c == '\n') {
        ended = true;
      } else if (c != '\r') {
        field += c;
      }
    }
    row.fields.push_back(std::move(field));
    if (row.fields.size() > 1 || !row.fields[0].empty()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace warpglass
