#include "simulated_cuda/metrics_log.h"

#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/error.h"

namespace warpglass::simulated_cuda {
namespace {

// Sums that ncu has under names of their own.
std::optional<double> value_of(const sim::RunResult& result, const std::string& name) {
  const sim::MemoryStatistics& m = result.memory;
  if (name == "lts__t_sectors_srcunit_tex.sum") return static_cast<double>(m.sectors_read + m.sectors_write + m.sectors_atomic);
  if (name == "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum") return result.metric("memory_l1_wavefronts_shared");
  return result.metric(name);
}

}  // namespace

MetricsLog::MetricsLog() {
  const char* const path = std::getenv("WARPGLASS_METRICS");
  if (path == nullptr) return;
  const char* const kernels = std::getenv("WARPGLASS_KERNELS");
  try {
    kernels_ = std::regex(kernels != nullptr ? kernels : "");
  } catch (const std::regex_error& error) {
    throw usage_error("WARPGLASS_KERNELS is no regular expression: {}", error.what());
  }
  const char* const cache = std::getenv("WARPGLASS_CACHE_CONTROL");
  cold_ = cache == nullptr || std::strcmp(cache, "none") != 0;
  file_ = std::fopen(path, "w");
  if (file_ == nullptr) throw bad_input("cannot write {}", path);
}

MetricsLog::~MetricsLog() {
  if (file_ != nullptr) std::fclose(file_);
}

bool MetricsLog::wants(const std::string& kernel) const { return file_ != nullptr && std::regex_search(kernel, kernels_); }

void MetricsLog::add(const std::string& kernel, const sim::RunResult& result) {
  if (names_.empty()) {
    for (const sim::Metric& metric : result.metrics) names_.push_back(metric.name);
    names_.insert(names_.end(), {"lts__t_sectors_srcunit_tex.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"});
    fmt::print(file_, "\"ID\",\"Kernel Name\"");
    for (const std::string& name : names_) fmt::print(file_, ",\"{}\"", name);
    fmt::print(file_, "\n\"\",\"\"");
    for (size_t i = 0; i < names_.size(); ++i) fmt::print(file_, ",\"\"");
    fmt::print(file_, "\n");
  }
  fmt::print(file_, "\"{}\",\"{}\"", next_++, kernel);
  for (const std::string& name : names_) {
    const std::optional<double> value = value_of(result, name);
    fmt::print(file_, ",\"{}\"", value ? fmt::format("{:.9g}", *value) : "");
  }
  fmt::print(file_, "\n");
  std::fflush(file_);
}

}  // namespace warpglass::simulated_cuda
