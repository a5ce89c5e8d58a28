#include "sim/compare/measured_session.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "base/json_number.h"
#include "traces/import/ncu.h"

namespace warpglass::sim {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr uint64_t kLargestPage = uint64_t{512} << 20;

struct Launch {
  std::string name;
  Dim3 grid, block;
};

json read_json(const fs::path& path) {
  try {
    return json::parse(read_text_file(path, kLargestPage));
  } catch (const json::exception& error) {
    throw bad_input("{}: {}", path.string(), error.what());
  }
}

std::vector<Launch> read_index(const fs::path& path) {
  std::vector<Launch> launches;
  try {
    for (const json& entry : read_json(path)) {
      const auto dims = [&](const char* key) { return Dim3{whole_number<uint32_t>(entry.at(key).at(0)), whole_number<uint32_t>(entry.at(key).at(1)), whole_number<uint32_t>(entry.at(key).at(2))}; };
      launches.push_back({entry.at("name").get<std::string>(), dims("grid"), dims("block")});
    }
  } catch (const json::exception& error) {
    throw bad_input("{}: not an index of launches ({})", path.string(), error.what());
  } catch (const std::invalid_argument& error) {
    throw bad_input("{}: not an index of launches ({})", path.string(), error.what());
  }
  return launches;
}

void check_row(const fs::path& page, size_t row, const Launch& launch, const NcuLaunch& measured) {
  if (!(launch.grid == measured.grid) || !(launch.block == measured.block))
    throw bad_input("{}: row {} is {} with another grid or block than {} in the index", page.string(), row + 1, measured.kernel, launch.name);
}

// The metrics that are kept: those that the model has or may get, not the hundreds of peaks and per-second forms.
bool is_kept(const std::string& name) {
  if (name.find("peak") != std::string::npos && name.find("pct_of_peak_sustained_active") == std::string::npos) return false;
  for (const char* part : {"per_second", "surface", "texture", "dshared", "evict_", "Triage", "aperture", "sparsity", "ops_path", "realtime", "nvlink", "device__", "_not_issued", "pcie", "numa__", "tma_"})
    if (name.find(part) != std::string::npos) return false;
  if (name.find("pct_of_peak_sustained_active") != std::string::npos)
    return name.find(".avg.") != std::string::npos && (name.rfind("sm__", 0) == 0 || name.rfind("l1tex__data", 0) == 0);
  for (const char* part : {"gpc__cycles_elapsed.max", "gpu__time_duration.sum", "sm__cycles_active", "sm__maximum_warps", "sm__warps_active.avg.per_cycle_active", "smsp__inst_executed.", "smsp__inst_executed_op", "smsp__issue_active.avg",
                           "smsp__thread_inst", "smsp__warps_eligible.avg", "smsp__average_warps_issue_stalled", "smsp__pcsamp", "dram__bytes_", "dram__sectors", "lts__t_sectors_srcunit_tex", "lts__t_requests_srcunit", "lts__t_sector_hit", "lts__t_sectors.sum", "lts__t_sectors_srcunit_ltcfabric.sum",
                           "l1tex__t_requests", "l1tex__t_sectors_pipe", "l1tex__t_sector", "l1tex__data_bank", "l1tex__data_pipe_lsu_wavefronts", "l1tex__m_", "memory_l", "launch__", "idc__", "smsp__imc", "derived__memory"})
    if (name.rfind(part, 0) == 0) return true;
  return false;
}

void read_full(const fs::path& folder, MeasuredSession& session, std::vector<Measurement>& all) {
  const std::vector<Launch> launches = read_index(folder / "index.json");
  const fs::path raw = folder / "raw.csv", source = folder / "source.csv";
  const auto page = parse_ncu_raw(read_text_file(raw, kLargestPage), raw.string());
  if (page.rows.size() != launches.size()) throw bad_input("{}: {} launches, the index has {}", raw.string(), page.rows.size(), launches.size());
  for (size_t i = 0; i < launches.size(); ++i) {
    check_row(raw, i, launches[i], page.rows[i]);
    Measurement m;
    m.name = launches[i].name;
    m.kernel = page.rows[i].kernel;
    m.grid = launches[i].grid;
    m.block = launches[i].block;
    m.origin["device"] = page.rows[i].device;
    for (const auto& [name, value] : page.rows[i].metrics)
      if (is_kept(name)) m.metrics[name] = value;
    all.push_back(std::move(m));
  }
  session.not_understood.insert(session.not_understood.end(), page.not_understood.begin(), page.not_understood.end());

  auto tables = parse_ncu_source(read_text_file(source, kLargestPage), source.string());
  // ncu prints a kernel once a view: the same table again.
  const auto same = [](const NcuSource& a, const NcuSource& b) {
    return a.kernel == b.kernel && a.instructions.size() == b.instructions.size() &&
           std::equal(a.instructions.begin(), a.instructions.end(), b.instructions.begin(),
                      [](const MeasuredInstruction& x, const MeasuredInstruction& y) { return x.executed == y.executed && x.samples == y.samples; });
  };
  tables.rows.erase(std::unique(tables.rows.begin(), tables.rows.end(), same), tables.rows.end());
  if (tables.rows.size() != launches.size()) throw bad_input("{}: {} kernels, the index has {}", source.string(), tables.rows.size(), launches.size());
  for (size_t i = 0; i < launches.size(); ++i) {
    // The raw page cuts namespaces off the name.
    if (!tables.rows[i].kernel.ends_with(all[i].kernel)) throw bad_input("{}: kernel {} is {}, raw.csv has {}", source.string(), i + 1, tables.rows[i].kernel, all[i].kernel);
    all[i].kernel = tables.rows[i].kernel;
    all[i].instructions = std::move(tables.rows[i].instructions);
  }
  session.not_understood.insert(session.not_understood.end(), tables.not_understood.begin(), tables.not_understood.end());
}

void read_cycles(const fs::path& folder, std::vector<Measurement>& all) {
  const fs::path path = folder / "cycles.csv";
  if (!fs::exists(path)) return;
  const std::vector<Launch> launches = read_index(folder / "index-cycles.json");
  const auto page = parse_ncu_raw(read_text_file(path, kLargestPage), path.string());
  if (page.rows.size() != launches.size()) throw bad_input("{}: {} launches, the index has {}", path.string(), page.rows.size(), launches.size());
  std::map<std::string, std::map<std::string, std::vector<double>>> values;
  for (size_t i = 0; i < launches.size(); ++i) {
    check_row(path, i, launches[i], page.rows[i]);
    for (const char* metric : {"gpc__cycles_elapsed.max", "sm__cycles_active.avg", "gpu__time_duration.sum", "smsp__cycles_active.avg"})
      if (const auto found = page.rows[i].metrics.find(metric); found != page.rows[i].metrics.end()) values[launches[i].name][metric].push_back(found->second);
  }
  for (Measurement& m : all) {
    for (auto& [metric, list] : values[m.name]) {
      std::sort(list.begin(), list.end());
      const size_t half = list.size() / 2;
      const double median = list.size() % 2 == 1 ? list[half] : (list[half - 1] + list[half]) / 2;
      m.repeated[metric] = {median, list.front(), list.back(), static_cast<int64_t>(list.size())};
    }
  }
}

void read_warm(const fs::path& folder, std::vector<Measurement>& all) {
  const fs::path path = folder / "warm.json";
  if (!fs::exists(path)) return;
  try {
    for (const json& entry : read_json(path)) {
      const std::string name = entry.at("name").get<std::string>();
      for (Measurement& m : all)
        if (m.name == name)
          m.warm_seconds = Repeated{entry.at("median_us").get<double>() * 1e-6, entry.at("min_us").get<double>() * 1e-6, entry.at("max_us").get<double>() * 1e-6, whole_number<int64_t>(entry.at("launches"))};
    }
  } catch (const json::exception& error) {
    throw bad_input("{}: not the warm timings of kernels/measure ({})", path.string(), error.what());
  } catch (const std::invalid_argument& error) {
    throw bad_input("{}: not the warm timings of kernels/measure ({})", path.string(), error.what());
  }
}

// "name, driver_version, …\nNVIDIA H200, 580…, …" of nvidia-smi's CSV.
void read_origin(const fs::path& folder, std::vector<Measurement>& all) {
  const fs::path path = folder / "session.json";
  if (!fs::exists(path)) return;
  const json session = read_json(path);
  std::map<std::string, std::string> origin{{"caches", "flushed before each launch"}};
  if (session.contains("date") && session["date"].is_string()) origin["date"] = session["date"];
  const auto first = [&](const char* key) -> std::string {
    if (!session.contains(key) || !session[key].is_array() || session[key].empty() || !session[key][0].is_string()) return "";
    return session[key][0];
  };
  if (const std::string ncu = first("ncu"); !ncu.empty()) origin["ncu"] = ncu;
  if (const std::string nvcc = first("nvcc"); !nvcc.empty()) origin["toolkit"] = nvcc;
  if (session.contains("gpu_before") && session["gpu_before"].is_string()) origin["nvidia-smi"] = session["gpu_before"];
  for (Measurement& m : all) m.origin.insert(origin.begin(), origin.end());
}

}  // namespace

MeasuredSession read_session(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) throw bad_input("{}: no such folder", folder.string());
  MeasuredSession session;
  read_full(folder, session, session.measurements);
  read_cycles(folder, session.measurements);
  read_warm(folder, session.measurements);
  read_origin(folder, session.measurements);
  return session;
}

}  // namespace warpglass::sim
