#include <map>
#include <set>

#include "base/error.h"
#include "traces/import/csv.h"
#include "traces/import/ncu.h"
#include "traces/import/ncu_number.h"

namespace warpglass {
namespace {

// The source page's short names of stall reasons, and ours (those of the metrics).
const std::map<std::string, std::string> kStallColumns{
    {"stall_barrier", "barrier"},           {"stall_branch_resolving", "branch_resolving"},
    {"stall_dispatch", "dispatch_stall"},   {"stall_drain", "drain"},
    {"stall_imc", "imc_miss"},              {"stall_lg", "lg_throttle"},
    {"stall_long_sb", "long_scoreboard"},   {"stall_math", "math_pipe_throttle"},
    {"stall_membar", "membar"},             {"stall_mio", "mio_throttle"},
    {"stall_misc", "misc"},                 {"stall_no_inst", "no_instruction"},
    {"stall_not_selected", "not_selected"}, {"stall_selected", "selected"},
    {"stall_short_sb", "short_scoreboard"}, {"stall_sleep", "sleeping"},
    {"stall_tex", "tex_throttle"},          {"stall_wait", "wait"},
    {"stall_gmma", "gmma"},                 {"stall_warpgroup_arrive", "warpgroup_arrive"}};

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t;") - first + 1);
}

struct Columns {
  std::map<std::string, size_t> index;
  std::map<size_t, std::string> stalls;
  size_t width = 0;  // names can be there twice

  size_t at(const char* name, const std::string& file) const {
    const auto found = index.find(name);
    if (found == index.end()) throw bad_input("{}: no column '{}': is this the output of `ncu --page source --csv`?", file, name);
    return found->second;
  }
};

Columns columns_of(const CsvRow& header, std::set<std::string>& unknown) {
  Columns columns;
  columns.width = header.fields.size();
  for (size_t i = 0; i < header.fields.size(); ++i) {
    const std::string& name = header.fields[i];
    columns.index.emplace(name, i);
    if (name.rfind("stall_", 0) != 0 || name.find("(Not Issued)") != std::string::npos) continue;
    if (const auto found = kStallColumns.find(name); found != kStallColumns.end())
      columns.stalls[i] = found->second;
    else
      unknown.insert(name);
  }
  return columns;
}

bool is_count(double number) { return number > -0x1p62 && number < 0x1p62; }

MeasuredInstruction read_row(const CsvRow& row, const Columns& columns, const std::string& file) {
  const auto count = [&](const char* name) -> int64_t {
    const auto found = columns.index.find(name);
    if (found == columns.index.end()) return -1;
    const std::optional<double> number = ncu_number(row.fields[found->second]);
    return number && is_count(*number) ? static_cast<int64_t>(*number) : -1;
  };
  MeasuredInstruction i;
  i.text = trimmed(row.fields[columns.at("Source", file)]);
  i.executed = count("Instructions Executed");
  i.threads = count("Thread Instructions Executed");
  i.threads_predicated_on = count("Predicated-On Thread Instructions Executed");
  i.shared_ways = count("L1 Conflicts Shared N-Way");
  i.tag_requests = count("L1 Tag Requests Global");
  i.sectors = count("L2 Theoretical Sectors Global");
  i.sectors_ideal = count("L2 Theoretical Sectors Global Ideal");
  for (const auto& [column, reason] : columns.stalls) {
    const std::optional<double> number = ncu_number(row.fields[column]);
    if (number && *number > 0 && is_count(*number)) i.samples[reason] = static_cast<int64_t>(*number);
  }
  return i;
}

}  // namespace

NcuPage<NcuSource> parse_ncu_source(std::string_view text, const std::string& file) {
  const std::vector<CsvRow> rows = parse_csv(text, file);
  NcuPage<NcuSource> page;
  std::set<std::string> unknown;
  Columns columns;
  bool in_kernel = false;
  for (size_t r = 0; r < rows.size(); ++r) {
    const CsvRow& row = rows[r];
    if (row.fields[0] == "Kernel Name") {
      page.rows.push_back({row.fields.size() > 1 ? row.fields[1] : "", {}});
      in_kernel = false;
      continue;
    }
    if (row.fields[0] == "Address") {
      columns = columns_of(row, unknown);
      columns.at("Instructions Executed", file);
      in_kernel = true;
      continue;
    }
    if (!in_kernel) throw bad_input("{}:{}: a row outside of a kernel: is this the output of `ncu --page source --csv`?", file, row.line);
    if (row.fields.size() < columns.width)
      throw bad_input("{}:{}: {} fields where the header has {}: the file is cut off", file, row.line, row.fields.size(), columns.width);
    if (page.rows.empty()) throw bad_input("{}:{}: a table without 'Kernel Name'", file, row.line);
    page.rows.back().instructions.push_back(read_row(row, columns, file));
  }
  if (page.rows.empty()) throw bad_input("{}: no kernel in it", file);
  for (const std::string& name : unknown)
    page.not_understood.push_back(fmt::format("{}: the column '{}' is not known and was left out", file, name));
  return page;
}

}  // namespace warpglass
