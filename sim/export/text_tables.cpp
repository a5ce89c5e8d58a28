#include "sim/export/text_tables.h"

#include "base/error.h"
#include "sim/export/output_file.h"

namespace warpglass::sim {
namespace {

std::string doubled(const std::string& text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote) out += quote;
    out += c;
  }
  return out + quote;
}

std::string csv_text(const std::string& text) {
  return text.find_first_of(",\"\r\n") == std::string::npos ? text : doubled(text, '"');
}

struct Csv {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return csv_text(value); }
};

struct Sql {
  std::string operator()(std::monostate) const { return "NULL"; }
  std::string operator()(int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return doubled(value, '\''); }
};

template <typename Format>
std::string joined(const std::vector<ExportValue>& row, const char* separator) {
  std::string line;
  for (const ExportValue& value : row)
    line += (line.empty() && &value == &row.front() ? "" : separator) + std::visit(Format{}, value);
  return line;
}

void write_csv_table(const ExportTable& table, const std::filesystem::path& path) {
  OutputFile out(path);
  std::vector<ExportValue> header;
  for (const ExportColumn& column : table.columns) header.emplace_back(column.name);
  out.write(joined<Csv>(header, ",") + "\r\n");
  table.rows([&](const std::vector<ExportValue>& row) { out.write(joined<Csv>(row, ",") + "\r\n"); });
  out.finish();
}

}  // namespace

std::vector<std::filesystem::path> write_csv(const std::vector<ExportTable>& tables,
                                             const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder))
    throw bad_input("{}: CSV tables go to a folder, which cannot be made here", folder.string());
  std::vector<std::filesystem::path> paths;
  for (const ExportTable& table : tables) {
    paths.push_back(folder / (table.name + ".csv"));
    write_csv_table(table, paths.back());
  }
  return paths;
}

void write_sql(const std::vector<ExportTable>& tables, const std::filesystem::path& path) {
  OutputFile out(path);
  out.write("BEGIN;\n");
  for (const ExportTable& table : tables) {
    out.write(fmt::format("\n-- {}\nCREATE TABLE {}(\n", table.meaning, table.name));
    for (const ExportColumn& column : table.columns)
      out.write(fmt::format("  \"{}\" {}{}  -- {}\n", column.name, column.type,
                            &column == &table.columns.back() ? "" : ",", column.meaning));
    out.write(");\n");
    table.rows([&](const std::vector<ExportValue>& row) {
      out.write(fmt::format("INSERT INTO {} VALUES({});\n", table.name, joined<Sql>(row, ", ")));
    });
  }
  out.write("\nCOMMIT;\n");
  out.finish();
}

}  // namespace warpglass::sim
