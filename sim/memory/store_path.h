// The way of stores from all SMs to L2.
//
// Contract: `enter` is called in the order of arrival and says when the way takes a store to its slice; `taken` says that the slice took it.
// What has entered and has not been taken fills the way's room, whose state `allowance` turns into what SMs may send until the next meeting.
#pragma once

#include "models/model.h"
#include "sim/clock.h"

namespace warpglass::sim {

/// What an SM may store from one meeting to the next.
struct StoreAllowance {
  double hold = 0;   ///< nothing before this cycle
  double share = 0;  ///< cycles of an SM for each cycle of the way that its stores need; 0: no limit
};

class StorePath {
 public:
  /// `model` must outlive it.
  explicit StorePath(const Model& model) : model_(model) {}

  /// Cycles of the way that a line's store needs.
  static double cost(const Model& model, unsigned sectors);
  /// When the way brings a store that arrives at `time` to its slice.
  Cycle enter(Cycle time, unsigned sectors);
  void taken(unsigned sectors) { taken_ += cost(model_, sectors); }
  /// For the `window` cycles from `start` on, for each of the `sms` SMs that store; called once a meeting.
  StoreAllowance allowance(Cycle start, Cycle window, unsigned sms);

 private:
  const Model& model_;
  double lines_free_ = 0, sectors_free_ = 0;
  double entered_ = 0, taken_ = 0;         // cycles of the way
  double taken_before_ = 0;                // until the last meeting
  Cycle last_meeting_ = 0;
};

}  // namespace warpglass::sim
