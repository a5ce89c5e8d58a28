#include <fmt/format.h>

#include <algorithm>

#include "sim/report/finding.h"
#include "sim/report/local_memory.h"
#include "sim/report/places.h"

namespace warpglass::sim {
namespace {

uint64_t all_warp_cycles(const RunResult& r) {
  uint64_t sum = 0;
  for (const uint64_t cycles : r.stalls()) sum += cycles;
  return sum;
}

std::string sectors_text(const InstructionStatistics& s) {
  return fmt::format("{} sectors, {} warp-cycles waited for it", grouped(s.sectors), grouped(s.blamed));
}

}  // namespace

void rule_register_spills(const RunResult& r, std::vector<Finding>& findings) {
  const LocalMemory local = local_memory_of(r);
  if (local.sectors() == 0) return;
  uint64_t global = 0;
  for (const InstructionStatistics& s : r.totals.instructions) global += s.sectors;
  const bool all_spills = local.spill_sectors == local.sectors(), none = local.spill_sectors == 0;
  const double share = static_cast<double>(local.sectors()) / static_cast<double>(global);
  Finding f;
  f.rule = "register_spills";
  f.title = fmt::format("{}: {:.0f} % of all sectors are local memory",
                        none         ? "Arrays in local memory"
                        : all_spills ? "Registers are spilled"
                                     : "Spilled registers and arrays in local memory",
                        100 * share);
  f.certainty = Certainty::Exact;
  const auto all = static_cast<double>(all_warp_cycles(r));
  f.weight = (all > 0 ? std::min(1.0, static_cast<double>(local.warp_cycles) / all) : 0) * busy_share(r);
  f.evidence.push_back(fmt::format(
      "{} bytes loaded from and {} bytes stored to local memory by {} instructions",
      grouped(32 * local.load_sectors), grouped(32 * local.store_sectors), local.instructions.size()));
  if (local.load_sectors > 0)
    f.evidence.push_back(
        fmt::format("{:.0f} % of the loads' sectors hit L1 (modelled); every store goes on to L2",
                    100 * static_cast<double>(local.load_hits) / static_cast<double>(local.load_sectors)));
  f.evidence.push_back(fmt::format("{} registers a thread are allocated", r.resources.registers));
  f.advice = none ? "Index arrays with constants (unroll the loop) so that they fit into registers, or keep "
                    "them in shared memory."
                  : "Give threads more registers (raise -maxrregcount, relax __launch_bounds__), or keep "
                    "fewer values alive: shorter unrolling, smaller tiles.";
  f.why =
      "sectors of LDL and STL, from the lanes' real addresses; spills are those relative to the stack "
      "pointer R1. Weight: warp-cycles that wait for them, for their queue, or issue them";
  const auto is_local = [&](const InstructionStatistics& s) {
    return std::binary_search(local.instructions.begin(), local.instructions.end(),
                              static_cast<uint32_t>(&s - r.totals.instructions.data()));
  };
  f.places = worst_places(
      r,
      [&](const InstructionStatistics& s) {
        return is_local(s) ? static_cast<double>(s.blamed + s.sectors) : 0.0;
      },
      sectors_text);
  findings.push_back(std::move(f));
}

}  // namespace warpglass::sim
