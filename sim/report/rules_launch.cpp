#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/report/finding.h"

namespace warpglass::sim {

void rule_launch_overhead(const RunResult& r, std::vector<Finding>& findings) {
  const double share = 1 - busy_share(r);
  if (share < 0.25) return;
  Finding f;
  f.rule = "launch_overhead";
  f.title = fmt::format("The launch itself takes {:.0f} % of the time", 100 * share);
  f.weight = share;
  f.evidence.push_back(fmt::format("{} of {} cycles pass before the first block starts and after the last one ends", grouped(static_cast<uint64_t>(r.launch_cycles)),
                                   grouped(static_cast<uint64_t>(r.cycles))));
  f.advice = "More work a launch: larger problems, fused kernels, CUDA graphs.";
  f.why = "launch overhead and drain of the model over elapsed cycles; from 25 %";
  findings.push_back(std::move(f));
}

void rule_small_grid(const RunResult& r, std::vector<Finding>& findings) {
  if (r.shape.blocks() >= r.sms) return;
  Finding f;
  f.rule = "small_grid";
  f.title = fmt::format("{} blocks for {} SMs: {} SMs have nothing to do", r.shape.blocks(), r.sms, r.sms - r.shape.blocks());
  f.certainty = Certainty::Exact;
  f.weight = (1 - static_cast<double>(r.shape.blocks()) / r.sms) * busy_share(r);
  f.evidence.push_back(fmt::format("grid of {} x {} x {}", r.shape.grid.x, r.shape.grid.y, r.shape.grid.z));
  f.advice = "Smaller blocks or a split of the work along another dimension, so that every SM gets some.";
  f.why = "blocks of the grid against SMs of the model";
  findings.push_back(std::move(f));
}

void rule_last_wave(const RunResult& r, std::vector<Finding>& findings) {
  const double slots = static_cast<double>(r.occupancy.blocks) * r.sms;
  const double waves = static_cast<double>(r.shape.blocks()) / slots;
  const double idle = waves > 1 ? 1 - waves / std::ceil(waves) : 0;
  if (idle < 0.1) return;
  Finding f;
  f.rule = "last_wave";
  f.title = fmt::format("A ragged last wave: {:.2f} waves of blocks", waves);
  f.certainty = Certainty::Exact;
  f.weight = idle * busy_share(r) * 0.5;  // the other waves overlap it in part
  f.evidence.push_back(fmt::format("{} blocks over {:.0f} slots ({} a SM); the last wave fills {:.0f} % of them", grouped(r.shape.blocks()), slots, r.occupancy.blocks,
                                   100 * (waves - std::floor(waves))));
  f.advice = "A grid that is a multiple of the slots, or a grid-stride loop with as many blocks as there are slots.";
  f.why = "blocks over resident slots; from 10 % of the slot time idle";
  findings.push_back(std::move(f));
}

void rule_occupancy(const RunResult& r, std::vector<Finding>& findings) {
  const double latency = stall_share(r, Stall::LongScoreboard) + stall_share(r, Stall::ShortScoreboard) + stall_share(r, Stall::Wait);
  if (r.occupancy.fraction > 0.5 || latency < 0.3 || r.shape.blocks() < r.sms) return;
  Finding f;
  f.rule = "occupancy";
  f.title = fmt::format("Occupancy of at most {:.0f} %, limited by {}", 100 * r.occupancy.fraction, name(r.occupancy.limiter));
  f.weight = (1 - r.occupancy.fraction) * latency * busy_share(r) * 0.5;
  f.evidence.push_back(fmt::format("{} blocks, {} warps an SM; warps allow {} blocks, block slots {}, registers {}, shared memory {}", r.occupancy.blocks, r.occupancy.warps,
                                   r.occupancy.limit_warps, r.occupancy.limit_blocks, r.occupancy.limit_registers, r.occupancy.limit_shared));
  f.evidence.push_back(fmt::format("{:.0f} % of warp-cycles wait for latency that more warps could hide", 100 * latency));
  f.advice = fmt::format("Use less of the limiting resource ({}); see `warpglass occupancy` and `warpglass whatif`.", name(r.occupancy.limiter));
  f.why = "theoretical occupancy up to 50 % while latency stalls are at least 30 %";
  findings.push_back(std::move(f));
}

}  // namespace warpglass::sim
