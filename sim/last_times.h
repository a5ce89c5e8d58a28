// The latest times at which something left a queue.
#pragma once

#include <cstddef>
#include <vector>

namespace warpglass::sim {

/// As a ring over the queue's depth: what comes next takes the place of the oldest.
template <class Time>
class LastTimes {
 public:
  explicit LastTimes(size_t depth = 1) : times_(depth, Time{0}) {}

  /// When there is a place.
  Time oldest() const { return times_[next_]; }
  void put(Time time) {
    times_[next_] = time;
    next_ = next_ + 1 == times_.size() ? 0 : next_ + 1;
  }

 private:
  std::vector<Time> times_;
  size_t next_ = 0;
};

}  // namespace warpglass::sim
