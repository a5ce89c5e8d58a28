#include "sim/sampling/counts.h"

#include <cmath>

#include "sim/access/coalesce.h"

namespace warpglass::sim {
namespace {

constexpr auto kSelected = static_cast<unsigned>(Stall::Selected);

// A new count has to be put into `visit` too.
static_assert(sizeof(InstructionStatistics) == (kStalls + 11) * 8);
static_assert(sizeof(MemoryStatistics) == 15 * 8);
static_assert(sizeof(SmStatistics) == sizeof(std::vector<InstructionStatistics>) + (14 + 16 + 2) * 8);

// Memory's counts are the last ones.
constexpr size_t kMemoryCounts = 15;
constexpr size_t kSectorsWritten = 4, kSectorsAtomic = 5, kDramRead = 9, kDramWrite = 10;

template <typename Sm, typename Memory, typename Visit>
void visit(Sm& sm, Memory& memory, Visit&& see) {
  for (auto& i : sm.instructions) {
    for (unsigned s = 0; s < kStalls; ++s)
      if (s != kSelected) see(i.stalls[s]);
    see(i.blamed);
    see(i.shared_wavefronts);
    see(i.shared_ideal);
    see(i.sectors);
    see(i.ideal_sectors);
    see(i.lines);
    see(i.sector_hits);
  }
  see(sm.global_load_requests);
  see(sm.global_store_requests);
  see(sm.atomic_requests);
  see(sm.local_load_requests);
  see(sm.local_store_requests);
  see(sm.load_sectors);
  see(sm.load_hits);
  see(sm.store_sectors);
  see(sm.atomic_sectors);
  see(sm.arbitration_wavefronts);
  see(sm.data_wavefronts);
  see(sm.instruction_cache_misses);
  for (auto& busy : sm.unit_busy) see(busy);
  see(memory.requests_read);
  see(memory.requests_write);
  see(memory.requests_atomic);
  see(memory.sectors_read);
  see(memory.sectors_write);
  see(memory.sectors_atomic);
  see(memory.sectors_merged);
  see(memory.read_hits);
  see(memory.write_hits);
  see(memory.dram_read_bytes);
  see(memory.dram_write_bytes);
  see(memory.row_hits);
  see(memory.row_misses);
  see(memory.slice_busy);
  see(memory.channel_busy);
}

}  // namespace

std::vector<double> counts_of(const SmStatistics& sm, const MemoryStatistics& memory) {
  std::vector<double> counts;
  counts.reserve(sm.instructions.size() * (kStalls + 6) + 64);
  visit(sm, memory, [&](const auto& count) { counts.push_back(static_cast<double>(count)); });
  return counts;
}

double dram_bytes(const std::vector<double>& counts) {
  const double* memory = counts.data() + counts.size() - kMemoryCounts;
  return memory[kDramRead] + memory[kDramWrite];
}

double unwritten_bytes(const std::vector<double>& counts) {
  const double* memory = counts.data() + counts.size() - kMemoryCounts;
  return (memory[kSectorsWritten] + memory[kSectorsAtomic]) * kSectorBytes - memory[kDramWrite];
}

void add_counts(const std::vector<double>& counts, SmStatistics& sm, MemoryStatistics& memory) {
  size_t at = 0;
  const auto add = [&]<typename T>(T& count) {
    if constexpr (std::is_floating_point_v<T>)
      count += counts[at++];
    else
      count += static_cast<T>(std::llround(std::max(0.0, counts[at++])));
  };
  visit(sm, memory, add);
  sm.warp_cycles = 0;
  for (const InstructionStatistics& i : sm.instructions)
    for (const uint64_t cycles : i.stalls) sm.warp_cycles += cycles;
}

}  // namespace warpglass::sim
