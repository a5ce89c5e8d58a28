#include "models/calibration/rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpglass::calibration {
namespace {

/// Between two blocks that end, of the whole chip.
Measured retire_interval(const ProbeResults& results) {
  const auto elapsed = [&](double grid) {
    return metric(results.table("launch_empty"), {{"grid", grid}, {"block", 32.0}}, "elapsed");
  };
  return times(minus(elapsed(65536), elapsed(16896)), 1.0 / (65536 - 16896));
}

}  // namespace

std::vector<Rule> launch_rules() {
  return {
      {"launch.overhead", 2,
       [](const ProbeResults& r, const Model& m) {
         std::vector<Measured> shapes;
         for (const double block : {32.0, 64.0, 128.0, 256.0, 512.0, 1024.0})
           shapes.push_back(
               metric(r.table("launch_empty"), {{"grid", 132.0}, {"block", block}}, "elapsed_less_active"));
         // Retirement of 132 blocks is a mechanism of its own.
         const double retired = 132 * retire_interval(r).median;
         return Derived{minus(around(shapes), static_cast<double>(m.launch_drain) + retired), "launch_empty",
                        fmt::format("gpc__cycles_elapsed.max less sm__cycles_active.max, 132 blocks, less "
                                    "the {} of launch.drain",
                                    m.launch_drain)};
       }},
      {"launch.memory_drain", 2,
       [](const ProbeResults& r, const Model&) {
         // Reads, whose warps wait for their data: what the end of the kernel takes beyond that of an empty one.
         std::vector<Measured> patterns;
         for (const auto& [stride, group] : {std::pair{32.0, 8.0}, {64.0, 8.0}, {128.0, 8.0}, {256.0, 8.0}, {512.0, 8.0}, {128.0, 16.0}, {32.0, 2.0}, {32.0, 4.0}})
           patterns.push_back(metric(r.table("traffic"), {{"kernel", "read"}, {"stride", stride}, {"group", group}, {"region", 16777216.0}}, "elapsed_less_active"));
         const Measured empty = metric(r.table("launch_empty"), {{"grid", 132.0}, {"block", 256.0}}, "elapsed_less_active");
         return Derived{minus(around(patterns), empty.median), "traffic",
                        "gpc__cycles_elapsed.max less sm__cycles_active.max of kernels that read 16 MB, less that of an empty one"};
       }},
      {"launch.retire_interval", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{retire_interval(r), "launch_empty", "65,536 empty blocks less 16,896"};
       }},
      {"launch.block_interval", 2,
       [](const ProbeResults& r, const Model&) {
         return Derived{
             times(
                 r.table("launch_place")
                     .one({{"grid", 4224.0}, {"block", 32.0}, {"cycles", 20000.0}, {"what", "sm_interval"}}),
                 1 / 16.0),
             "launch_place", "between blocks of one SM, of 16 in a GPC"};
       }},
      {"launch.sm_interval", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{
             r.table("launch_place")
                 .one({{"grid", 4224.0}, {"block", 32.0}, {"cycles", 20000.0}, {"what", "sm_interval"}}),
             "launch_place", "between blocks of one warp of an SM"};
       }},
      {"launch.setup", 2,
       [](const ProbeResults& r, const Model& m) {
         const ProbeTable& t = r.table("launch_empty");
         const auto active = [&](double grid) { return metric(t, {{"grid", grid}, {"block", 32.0}}, "active_mean"); };
         const Measured each = times(minus(active(65536), active(16896).median), static_cast<double>(m.device_sms) / (65536 - 16896));
         return Derived{minus(each, static_cast<double>(m.issue_exit_drain) + 2), "launch_empty",
                        "active cycles of each further empty block of one warp that is alone on its SM, less two instructions and issue.exit_drain"};
       }},
      {"launch.block_latency", 2,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("launch_shared");
         const auto grown = [&](const char* name) {
           return minus(metric(t, {{"bytes", 204800.0}, {"grid", 660.0}}, name),
                        metric(t, {{"bytes", 204800.0}, {"grid", 132.0}}, name))
                      .median /
                  4;
         };
         const double idle = grown("elapsed") - grown("active_mean");
         return Derived{{idle, idle, idle},
                        "launch_shared",
                        "blocks that fill an SM: elapsed less active cycles of each further one"};
       }},
      {"launch.warp_interval", 3,
       [](const ProbeResults& r, const Model&) {
         const Measured warps =
             r.table("launch_place").one({{"grid", 264.0}, {"block", 128.0}, {"what", "warp_interval"}});
         return Derived{warps, "launch_place", "between first instructions of a block's warps"};
       }},
  };
}

}  // namespace warpglass::calibration
