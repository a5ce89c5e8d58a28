#include "sim/report/local_memory.h"

#include <algorithm>

namespace warpglass::sim {
namespace {

// nvcc addresses spilled registers as [R1+offset]: R1 is the stack pointer of its ABI. Arrays that a kernel
// indexes are addressed through other registers.
bool is_spill(std::string_view sass) {
  return sass.find("[R1+") != std::string_view::npos || sass.find("[R1]") != std::string_view::npos;
}

}  // namespace

std::string_view opcode_of(std::string_view sass) {
  if (sass.starts_with('@')) sass.remove_prefix(std::min(sass.size(), sass.find(' ') + 1));
  return sass.substr(0, sass.find_first_of(". "));
}

LocalMemory local_memory_of(const RunResult& r) {
  LocalMemory found;
  uint64_t local_blamed = 0, all_blamed = 0;
  for (uint32_t i = 0; i < r.totals.instructions.size() && i < r.text.size(); ++i) {
    const InstructionStatistics& s = r.totals.instructions[i];
    if (s.sectors > 0) all_blamed += s.blamed;
    const std::string_view opcode = opcode_of(r.text[i]);
    const bool load = opcode == "LDL";
    if (s.sectors == 0 || (!load && opcode != "STL")) continue;
    found.instructions.push_back(i);
    (load ? found.load_sectors : found.store_sectors) += s.sectors;
    if (load) found.load_hits += s.sector_hits;
    if (is_spill(r.text[i])) found.spill_sectors += s.sectors;
    local_blamed += s.blamed;
    found.warp_cycles += s.blamed + s.stalls[static_cast<unsigned>(Stall::LgThrottle)] +
                         s.stalls[static_cast<unsigned>(Stall::Selected)];
  }
  if (all_blamed > 0)
    found.blamed_share = static_cast<double>(local_blamed) / static_cast<double>(all_blamed);
  return found;
}

}  // namespace warpglass::sim
