#include "traces/import/measurement.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "base/json_number.h"

namespace warpglass {
namespace {

using nlohmann::json;

constexpr uint64_t kLargestMeasurement = 64 << 20;
constexpr int64_t kMostSamples = int64_t{1} << 40;  // of one instruction and reason: sums over all of them fit
constexpr int kVersion = 1;
constexpr const char* kFormat = "warpglass-measurement";

json to_json(const Repeated& r) { return {{"median", r.median}, {"min", r.least}, {"max", r.most}, {"launches", r.launches}}; }

Repeated repeated_from(const json& j) {
  return {j.at("median").get<double>(), j.at("min").get<double>(), j.at("max").get<double>(), whole_number<int64_t>(j.at("launches"))};
}

// One row an instruction: the fixed columns, then pairs of sample reason and count.
json to_json(const MeasuredInstruction& i) {
  json samples = json::object();
  for (const auto& [reason, count] : i.samples) samples[reason] = count;
  return json::array({i.text, i.executed, i.threads, i.threads_predicated_on, i.shared_ways, i.tag_requests, i.sectors,
                      i.sectors_ideal, samples});
}

const json kColumns = json::array({"sass", "executed", "threads", "threads_predicated_on", "shared_ways", "tag_requests",
                                   "sectors", "sectors_ideal", "samples"});

MeasuredInstruction instruction_from(const json& row) {
  if (!row.is_array() || row.size() != kColumns.size()) throw std::invalid_argument("an instruction has a wrong number of columns");
  MeasuredInstruction i;
  i.text = row[0].get<std::string>();
  i.executed = whole_number<int64_t>(row[1]);
  i.threads = whole_number<int64_t>(row[2]);
  i.threads_predicated_on = whole_number<int64_t>(row[3]);
  i.shared_ways = whole_number<int64_t>(row[4]);
  i.tag_requests = whole_number<int64_t>(row[5]);
  i.sectors = whole_number<int64_t>(row[6]);
  i.sectors_ideal = whole_number<int64_t>(row[7]);
  if (!row[8].is_object()) throw std::invalid_argument("samples are not counts by reason");
  for (const auto& [reason, count] : row[8].items()) i.samples[reason] = whole_number<int64_t>(count, 0, kMostSamples);
  return i;
}

Dim3 dim_from(const json& j) {
  if (!j.is_array() || j.size() != 3) throw std::invalid_argument("a dimension is not three numbers");
  return {whole_number<uint32_t>(j[0]), whole_number<uint32_t>(j[1]), whole_number<uint32_t>(j[2])};
}

Measurement from_json(const json& j) {
  Measurement m;
  m.name = j.at("name").get<std::string>();
  m.kernel = j.at("kernel").get<std::string>();
  m.grid = dim_from(j.at("grid"));
  m.block = dim_from(j.at("block"));
  m.origin = j.at("origin").get<std::map<std::string, std::string>>();
  for (const auto& [name, value] : j.at("repeated").items()) m.repeated[name] = repeated_from(value);
  if (j.contains("warm_seconds")) m.warm_seconds = repeated_from(j["warm_seconds"]);
  m.metrics = j.at("metrics").get<std::map<std::string, double>>();
  if (j.at("instruction_columns") != kColumns) throw std::invalid_argument("instruction_columns are not those of this version");
  for (const json& row : j.at("instructions")) m.instructions.push_back(instruction_from(row));
  return m;
}

}  // namespace

std::optional<double> Measurement::value(const std::string& metric) const {
  if (const auto found = repeated.find(metric); found != repeated.end()) return found->second.median;
  if (const auto found = metrics.find(metric); found != metrics.end()) return found->second;
  return std::nullopt;
}

std::map<std::string, int64_t> Measurement::stall_samples() const {
  std::map<std::string, int64_t> sum;
  for (const MeasuredInstruction& i : instructions)
    for (const auto& [reason, count] : i.samples) sum[reason] += count;
  return sum;
}

Measurement parse_measurement(const std::string& text, const std::string& file) {
  try {
    const json j = json::parse(text);
    if (j.value("format", "") != kFormat) throw bad_input("{}: not a Warpglass measurement", file);
    const int version = j.contains("version") ? whole_number<int>(j["version"]) : 0;
    if (version > kVersion)
      throw bad_input("{}: measurement format {} is newer than the {} that this Warpglass reads", file, version, kVersion);
    return from_json(j);
  } catch (const json::exception& error) {
    throw bad_input("{}: broken measurement ({}): make it again with `warpglass import`", file, error.what());
  } catch (const std::invalid_argument& error) {
    throw bad_input("{}: broken measurement ({}): make it again with `warpglass import`", file, error.what());
  }
}

Measurement read_measurement(const std::filesystem::path& path) {
  return parse_measurement(read_text_file(path, kLargestMeasurement), path.string());
}

void write_measurement(const Measurement& m, const std::filesystem::path& path) {
  // Written by hand around the rows so that a line is an instruction and changes can be read in a diff.
  const auto dims = [](const Dim3& d) { return json::array({d.x, d.y, d.z}); };
  json head = {{"format", kFormat}, {"version", kVersion}, {"name", m.name},   {"kernel", m.kernel}, {"grid", dims(m.grid)},
               {"block", dims(m.block)}, {"origin", m.origin}, {"metrics", m.metrics}, {"instruction_columns", kColumns}};
  head["repeated"] = json::object();
  for (const auto& [name, value] : m.repeated) head["repeated"][name] = to_json(value);
  if (m.warm_seconds) head["warm_seconds"] = to_json(*m.warm_seconds);
  std::string text = "{\n";
  for (const auto& [key, value] : head.items()) text += json(key).dump() + ": " + value.dump() + ",\n";
  text += "\"instructions\": [";
  for (size_t i = 0; i < m.instructions.size(); ++i) text += (i > 0 ? ",\n" : "\n") + to_json(m.instructions[i]).dump();
  text += "\n]\n}\n";
  write_file(path, text);
}

}  // namespace warpglass
