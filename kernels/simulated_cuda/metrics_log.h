// Writes the metrics of launches as Nsight Compute's `--page raw --csv` does.
#pragma once

#include <cstdio>
#include <regex>
#include <string>
#include <vector>

#include "sim/result.h"

namespace warpglass::simulated_cuda {

class MetricsLog {
 public:
  /// Reads WARPGLASS_METRICS and WARPGLASS_KERNELS. Throws BadInput when the file cannot be written, Usage for a broken expression.
  MetricsLog();
  ~MetricsLog();
  MetricsLog(const MetricsLog&) = delete;
  MetricsLog& operator=(const MetricsLog&) = delete;

  bool wants(const std::string& kernel) const;
  /// Whether launches that are logged begin with a cold L2.
  bool cold() const { return cold_; }
  void add(const std::string& kernel, const sim::RunResult& result);

 private:
  std::FILE* file_ = nullptr;
  std::regex kernels_;
  bool cold_ = true;
  unsigned next_ = 0;
  std::vector<std::string> names_;
};

}  // namespace warpglass::simulated_cuda
