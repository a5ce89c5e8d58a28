// What a launch gains when one obstacle is out of its way.
#pragma once

#include "sim/clock.h"
#include "sim/obstacles.h"

namespace warpglass::sim {

struct Gain {
  Obstacle obstacle;
  Cycle cycles = 0;  ///< of the launch without it
  double share = 0;  ///< of the launch's time that is saved; below 0 if it got slower
};

}  // namespace warpglass::sim
