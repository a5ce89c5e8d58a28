#include "models/calibration/probe_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"

namespace warpglass {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr uint64_t kLargestResult = 4 << 20;

ProbeParameter parameter_of(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  return std::monostate();
}

std::string text_of(const std::vector<ProbeCondition>& conditions) {
  std::string text;
  for (const auto& [name, value] : conditions) {
    text += text.empty() ? "" : ", ";
    text += name;
    if (const auto* number = std::get_if<double>(&value)) text += fmt::format(" = {}", *number);
    if (const auto* word = std::get_if<std::string>(&value)) text += " = " + *word;
  }
  return text;
}

}  // namespace

ProbeTable parse_probe_table(std::string_view text, const std::string& file) {
  try {
    const json root = json::parse(text);
    ProbeTable table{root.at("probe"),
                     root.at("source"),
                     root.at("date"),
                     root.at("device"),
                     root.at("unit"),
                     root.at("columns"),
                     {}};
    const std::vector<std::string> last{"median", "least", "most"};
    if (table.columns.size() < last.size() || !std::equal(last.begin(), last.end(), table.columns.end() - 3))
      throw bad_input("{}: the last columns must be median, least and most", file);
    table.columns.resize(table.columns.size() - last.size());
    for (const json& from : root.at("rows")) {
      if (from.size() != table.columns.size() + last.size())
        throw bad_input("{}: a row has {} values", file, from.size());
      ProbeTable::Row row;
      for (size_t i = 0; i < table.columns.size(); ++i) row.parameters.push_back(parameter_of(from.at(i)));
      const size_t first = table.columns.size();
      row.measured = {from.at(first).get<double>(), from.at(first + 1).get<double>(),
                      from.at(first + 2).get<double>()};
      table.rows.push_back(std::move(row));
    }
    return table;
  } catch (const json::exception& error) {
    throw bad_input("{}: {}", file, error.what());
  }
}

size_t ProbeTable::column(std::string_view name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) throw bad_input("results of the probe '{}' have no '{}'", probe, name);
  return static_cast<size_t>(found - columns.begin());
}

std::vector<const ProbeTable::Row*> ProbeTable::find(const std::vector<ProbeCondition>& conditions) const {
  std::vector<std::pair<size_t, const ProbeParameter*>> wanted;
  for (const auto& [name, value] : conditions) wanted.emplace_back(column(name), &value);
  std::vector<const Row*> found;
  for (const Row& row : rows)
    if (std::all_of(wanted.begin(), wanted.end(),
                    [&](const auto& w) { return row.parameters[w.first] == *w.second; }))
      found.push_back(&row);
  return found;
}

const Measured& ProbeTable::one(const std::vector<ProbeCondition>& conditions) const {
  const auto found = find(conditions);
  if (found.size() != 1)
    throw bad_input("the probe '{}' has {} results with {}; one is needed", probe, found.size(),
                    text_of(conditions));
  return found.front()->measured;
}

ProbeResults::ProbeResults(const fs::path& folder) : folder_(folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  if (files.empty()) throw bad_input("{}: there are no results of probes", folder.string());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    ProbeTable table = parse_probe_table(read_text_file(file, kLargestResult), file.string());
    const std::string probe = table.probe;
    tables_.emplace(probe, std::move(table));
  }
}

const ProbeTable& ProbeResults::table(const std::string& probe) const {
  const auto found = tables_.find(probe);
  if (found == tables_.end())
    throw bad_input("{}: there are no results of the probe '{}'", folder_.string(), probe);
  return found->second;
}

}  // namespace warpglass
