// Which launches to capture: the ones whose kernel matches, after the first few, up to a number.
#pragma once

#include <regex.h>

#include <string>
#include <unordered_map>

#include "traces/capture/request.h"

namespace warpglass::capture {

/// Not thread-safe: its owner holds a lock.
class Selection {
 public:
  /// Throws Usage if the regular expression is none.
  explicit Selection(const CaptureRequest& request);
  ~Selection();
  Selection(const Selection&) = delete;
  Selection& operator=(const Selection&) = delete;

  /// Counts a launch; true if it is to be captured.
  bool take(const std::string& kernel);
  /// True the first time that it is asked about a kernel.
  bool first_sight(const std::string& kernel);
  /// A launch that was taken could not be captured: the next one takes its place.
  void give_back() { --taken_; }

 private:
  bool matches(const std::string& kernel);

  regex_t expression_{};
  bool every_kernel_;
  uint64_t skip_, count_, taken_ = 0;
  std::unordered_map<std::string, bool> known_;  ///< verdict by kernel
};

}  // namespace warpglass::capture
