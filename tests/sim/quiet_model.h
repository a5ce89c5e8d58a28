// The model of the exact-cycle tests.
#pragma once

#include "models/model.h"

namespace warpglass::testing {

/// A model whose front end is free, so that the numbers are those of the rule under test.
inline Model quiet_model() {
  Model model = load_model("h200");
  for (const char* setting : {"fetch.l1_latency=1", "fetch.l2_latency=1", "issue.exit_drain=0", "launch.warp_interval=0", "launch.setup=0", "fetch.line_interval=1",
                              "launch.overhead=0", "launch.retire_interval=0", "launch.sm_interval=0", "launch.sm_warp_interval=0", "launch.drain=0", "interval.cbu=1", "interval.alu=2", "latency.shared=20",
                              "mio.interval=1", "mio.sm_interval=1", "issue.scoreboard_latency=1", "issue.barrier_latency=10", "issue.barrier_interval=1", "shared.wavefront_latency=2"})
    set_parameter(model, setting);
  return model;
}

}  // namespace warpglass::testing
