#include <fmt/format.h>

#include <algorithm>

#include "sim/report/finding.h"
#include "sim/report/local_memory.h"
#include "sim/report/places.h"

namespace warpglass::sim {
namespace {

double active_cycles(const RunResult& r) { return r.active_cycles; }

struct Sectors {
  uint64_t touched = 0, ideal = 0;
  /// Share of the traffic that better addresses would save.
  double waste() const { return touched > ideal ? static_cast<double>(touched - ideal) / static_cast<double>(touched) : 0; }
};

Sectors sectors_of(const RunResult& r) {
  Sectors sum;
  for (const InstructionStatistics& s : r.totals.instructions) {
    sum.touched += s.sectors;
    sum.ideal += s.ideal_sectors;
  }
  return sum;
}

}  // namespace

void rule_hbm_bandwidth(const RunResult& r, std::vector<Finding>& findings) {
  const auto bytes = static_cast<double>(r.memory.dram_read_bytes + r.memory.dram_write_bytes);
  const double busy = r.hbm_bytes_per_cycle > 0 && active_cycles(r) > 0 ? bytes / r.hbm_bytes_per_cycle / active_cycles(r) : 0;
  if (busy < 0.4) return;
  Finding f;
  f.rule = "hbm_bandwidth";
  f.title = fmt::format("Memory-bound: HBM moves {:.0f} % of what it can", 100 * std::min(1.0, busy));
  f.weight = std::min(1.0, busy) * busy_share(r);
  f.evidence.push_back(fmt::format("{} bytes between HBM and L2 in {:.0f} active cycles: {:.0f} of at most {:.0f} bytes a cycle", grouped(r.memory.dram_read_bytes + r.memory.dram_write_bytes),
                                   active_cycles(r), bytes / active_cycles(r), r.hbm_bytes_per_cycle));
  f.advice = "Move fewer bytes: fuse with the neighbouring kernel, keep data in registers or shared memory, use narrower types.";
  f.why = "HBM bytes over active cycles, against the model's streaming bandwidth; from 40 %";
  f.places = worst_places(r, [](const InstructionStatistics& s) { return static_cast<double>(s.sectors - std::min(s.sectors, s.sector_hits)); },
                          [](const InstructionStatistics& s) { return fmt::format("{} sectors, {} from L1", grouped(s.sectors), grouped(s.sector_hits)); });
  findings.push_back(std::move(f));
}

void rule_memory_latency(const RunResult& r, std::vector<Finding>& findings) {
  const double share = stall_share(r, Stall::LongScoreboard);
  if (share < 0.2) return;
  const LocalMemory local = local_memory_of(r);
  const bool all_local = local.blamed_share >= 0.995;
  Finding f;
  f.rule = "memory_latency";
  f.title = fmt::format("Warps wait for memory: {:.0f} % of their time on {}", 100 * share, all_local ? "local memory" : local.blamed_share >= 0.005 ? "global and local memory" : "global loads");
  // What uncoalesced accesses and local memory add are their own findings.
  f.weight = share * (1 - sectors_of(r).waste()) * (1 - local.blamed_share) * busy_share(r);
  f.evidence.push_back(fmt::format("long_scoreboard is {:.0f} % of all resident warp-cycles", 100 * share));
  if (local.blamed_share >= 0.005 && !all_local) f.evidence.push_back(fmt::format("{:.0f} % of what warps wait for are loads and stores of local memory", 100 * local.blamed_share));
  if (const auto issue = r.metric("smsp__issue_active.avg.per_cycle_active"))
    f.evidence.push_back(fmt::format("the schedulers issue in {:.0f} % of the cycles", 100 * *issue));
  f.advice = "More loads in flight: several independent loads a thread, wider loads, more resident warps; or fewer misses.";
  f.why = "share of long_scoreboard in warp-cycles; from 20 %. Places: the accesses that were waited for";
  f.places = worst_places(r, [](const InstructionStatistics& s) { return s.sectors > 0 ? static_cast<double>(s.blamed) : 0.0; },
                          [](const InstructionStatistics& s) { return fmt::format("{} warp-cycles waited for it", grouped(s.blamed)); });
  findings.push_back(std::move(f));
}

void rule_uncoalesced(const RunResult& r, std::vector<Finding>& findings) {
  const Sectors sum = sectors_of(r);
  const uint64_t sectors = sum.touched, ideal = sum.ideal;
  if (ideal == 0 || static_cast<double>(sectors) < 1.2 * static_cast<double>(ideal)) return;
  Finding f;
  f.rule = "uncoalesced";
  f.title = fmt::format("Uncoalesced global accesses: {:.1f} times the sectors that are needed", static_cast<double>(sectors) / static_cast<double>(ideal));
  f.certainty = Certainty::Exact;
  const double throttled = stall_share(r, Stall::LongScoreboard) + stall_share(r, Stall::LgThrottle) + stall_share(r, Stall::Drain);
  f.weight = sum.waste() * std::max(throttled, 0.1) * busy_share(r);
  f.evidence.push_back(fmt::format("{} sectors of 32 bytes touched, {} would do; {:.0f} % of the traffic is waste", grouped(sectors), grouped(ideal),
                                   100 * sum.waste()));
  f.advice = "Let neighbouring threads touch neighbouring addresses: swap loops or indices, or go through shared memory.";
  f.why = "sectors from the lanes' real addresses against those that the same bytes need when they are neighbours; from 1.2 times";
  f.places = worst_places(r, [](const InstructionStatistics& s) { return static_cast<double>(s.sectors) - static_cast<double>(s.ideal_sectors); },
                          [](const InstructionStatistics& s) {
                            return fmt::format("{:.1f} sectors an access, {:.1f} needed", static_cast<double>(s.sectors) / static_cast<double>(s.executed),
                                               static_cast<double>(s.ideal_sectors) / static_cast<double>(s.executed));
                          });
  findings.push_back(std::move(f));
}

void rule_bank_conflicts(const RunResult& r, std::vector<Finding>& findings) {
  uint64_t wavefronts = 0, ideal = 0;
  uint32_t ways = 0;
  for (const InstructionStatistics& s : r.totals.instructions) {
    wavefronts += s.shared_wavefronts;
    ideal += s.shared_ideal;
    if (s.shared_wavefronts > s.shared_ideal) ways = std::max(ways, s.shared_ways);
  }
  const uint64_t excess = wavefronts - std::min(ideal, wavefronts);
  if (excess == 0 || static_cast<double>(excess) < 0.05 * static_cast<double>(ideal)) return;
  Finding f;
  f.rule = "bank_conflicts";
  f.title = fmt::format("Shared memory: {}-way bank conflicts", ways);
  f.certainty = Certainty::Exact;
  const double cycles = static_cast<double>(r.totals.active_cycles);
  f.weight = (cycles > 0 ? std::min(1.0, static_cast<double>(excess) / cycles) : 0) * busy_share(r);
  f.evidence.push_back(fmt::format("{} wavefronts where {} would do: {} wasted passes through the banks, {:.0f} % of the active cycles", grouped(wavefronts),
                                   grouped(ideal), grouped(excess), cycles > 0 ? 100 * static_cast<double>(excess) / cycles : 0.0));
  f.advice = "Pad the rows of the tile by one element, or swizzle the column with the row (index ^ row).";
  f.why = "distinct 4-byte words in the fullest of 32 banks, from the lanes' real addresses; from 5 % above the ideal";
  f.places = worst_places(r, [](const InstructionStatistics& s) { return static_cast<double>(s.shared_wavefronts) - static_cast<double>(s.shared_ideal); },
                          [](const InstructionStatistics& s) {
                            return fmt::format("{}-way bank conflict, {:.1f} wavefronts an access", s.shared_ways,
                                               static_cast<double>(s.shared_wavefronts) / static_cast<double>(s.executed));
                          });
  findings.push_back(std::move(f));
}

void rule_data_pipe(const RunResult& r, std::vector<Finding>& findings) {
  const auto cycles = static_cast<double>(r.totals.active_cycles);
  const double busy = cycles > 0 ? static_cast<double>(r.totals.data_wavefronts) / cycles : 0;
  if (busy < 0.6) return;
  Finding f;
  f.rule = "data_pipe";
  f.title = fmt::format("The L1 / shared-memory data path is {:.0f} % busy", 100 * std::min(1.0, busy));
  // What bank conflicts add is their own finding.
  uint64_t excess = 0;
  for (const InstructionStatistics& s : r.totals.instructions) excess += s.shared_wavefronts - std::min(s.shared_wavefronts, s.shared_ideal);
  f.weight = std::max(0.0, std::min(1.0, busy) - static_cast<double>(excess) / cycles) * busy_share(r);
  f.evidence.push_back(fmt::format("mio_throttle {:.0f} %, lg_throttle {:.0f} %, short_scoreboard {:.0f} % of warp-cycles", 100 * stall_share(r, Stall::MioThrottle),
                                   100 * stall_share(r, Stall::LgThrottle), 100 * stall_share(r, Stall::ShortScoreboard)));
  f.advice = "Fewer and wider accesses: keep more in registers (register blocking), use 64- and 128-bit loads, remove conflicts.";
  f.why = "wavefronts of shared and global accesses over active cycles; from 60 %";
  f.places = worst_places(r, [](const InstructionStatistics& s) { return static_cast<double>(s.shared_wavefronts + s.lines); },
                          [](const InstructionStatistics& s) { return fmt::format("{} wavefronts", grouped(s.shared_wavefronts + s.lines)); });
  findings.push_back(std::move(f));
}

}  // namespace warpglass::sim
