#include "sim/memory/store_path.h"

#include <algorithm>
#include <cmath>

namespace warpglass::sim {

double StorePath::cost(const Model& model, unsigned sectors) { return std::max(1 / model.noc_store_lines, sectors / model.noc_store_sectors); }

Cycle StorePath::enter(Cycle time, unsigned sectors) {
  const double start = std::max({static_cast<double>(time), lines_free_, sectors_free_});
  lines_free_ = start + 1 / model_.noc_store_lines;
  sectors_free_ = start + sectors / model_.noc_store_sectors;
  entered_ += cost(model_, sectors);
  return static_cast<Cycle>(std::ceil(start));
}

// SMs share evenly what will be taken meanwhile, as fast as lately, and half of the room beyond: what they have queued when they learn of it
// is sent as they were told before, so that all of the room would make them swing between all and nothing. Measured: loaded_latency.cu,
// H200, 2026-11: beside SMs that store as fast as they can, a fence behind a store takes noc.store_queue longer.
StoreAllowance StorePath::allowance(Cycle start, Cycle window, unsigned sms) {
  const auto cycles = static_cast<double>(window);
  const double waiting = entered_ - taken_;
  const double since = static_cast<double>(std::max<Cycle>(1, start - last_meeting_));
  const double soon = std::min(waiting, (taken_ - taken_before_) * cycles / since);
  taken_before_ = taken_;
  last_meeting_ = start;
  const double may = soon + (static_cast<double>(model_.noc_store_queue) - waiting) / 2;
  if (may <= 0) return {static_cast<double>(start + window), static_cast<double>(sms)};
  return {0, static_cast<double>(sms) * cycles / may};
}

}  // namespace warpglass::sim
