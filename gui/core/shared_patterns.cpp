#include "gui/core/shared_patterns.h"

#include <algorithm>
#include <bit>

namespace warpglass::gui {
namespace {

using Addresses = std::array<uint64_t, kLanes>;

Addresses mapped(const SharedPattern& pattern, uint32_t bytes, const sim::SharedLayout& layout) {
  Addresses addresses{};
  for (uint32_t rest = pattern.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    addresses[lane] = layout.map(pattern.addresses[lane], bytes);
  }
  return addresses;
}

// FNV-1a, word by word.
uint64_t hash_of(const SharedPattern& pattern) {
  uint64_t hash = 0xcbf29ce484222325ull ^ pattern.mask;
  for (const uint32_t address : pattern.addresses) hash = (hash ^ address) * 0x100000001b3ull;
  return hash;
}

void add_heat(const Addresses& addresses, const SharedPattern& pattern, uint32_t words, bool lane_by_lane,
              BankHeat& heat) {
  std::array<uint64_t, kLanes * 4> seen;
  size_t count = 0;
  for (uint32_t rest = pattern.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    for (uint32_t k = 0; k < words; ++k) {
      const uint64_t word = addresses[lane] / 4 + k;
      heat.asked[lane][word % heat.banks] += pattern.executions;
      seen[count++] = word;
    }
  }
  std::sort(seen.begin(), seen.begin() + static_cast<ptrdiff_t>(count));
  const auto all = seen.begin() + static_cast<ptrdiff_t>(count);
  const auto end = lane_by_lane ? all : std::unique(seen.begin(), all);
  for (auto word = seen.begin(); word != end; ++word) heat.words[*word % heat.banks] += pattern.executions;
}

}  // namespace

bool passes_lane_by_lane(const isa::Instruction& instruction) {
  return instruction.category != isa::Category::Load && instruction.category != isa::Category::Store &&
         !instruction.has(isa::Modifier::POPC);
}

sim::SharedAccess shared_access_of(const uint64_t* addresses, uint32_t mask, uint32_t bytes, uint32_t banks,
                                   bool load, bool lane_by_lane) {
  sim::SharedAccess access = sim::shared_access(addresses, mask, bytes, banks, load);
  if (lane_by_lane) access.wavefronts = access.ways = sim::lanes_in_fullest_bank(addresses, mask, banks);
  return access;
}

WavefrontSum wavefronts_of(const SharedAccesses& accesses, uint32_t banks, const sim::SharedLayout& layout) {
  WavefrontSum sum;
  for (const SharedPattern& pattern : accesses.patterns) {
    const Addresses addresses = mapped(pattern, accesses.bytes, layout);
    const sim::SharedAccess one = shared_access_of(addresses.data(), pattern.mask, accesses.bytes, banks,
                                                   accesses.load, accesses.lane_by_lane);
    sum.wavefronts += one.wavefronts * pattern.executions;
    sum.ideal += one.ideal * pattern.executions;
    sum.ways = std::max(sum.ways, one.ways);
  }
  return sum;
}

BankHeat bank_heat(const SharedAccesses& accesses, uint32_t banks, const sim::SharedLayout& layout) {
  BankHeat heat;
  heat.banks = std::clamp(banks, 1u, 64u);
  for (const SharedPattern& pattern : accesses.patterns) {
    const Addresses addresses = mapped(pattern, accesses.bytes, layout);
    add_heat(addresses, pattern, std::max(1u, accesses.bytes / 4u), accesses.lane_by_lane, heat);
    heat.ideal +=
        pattern.executions *
        sim::shared_access(addresses.data(), pattern.mask, accesses.bytes, banks, accesses.load).ideal;
    heat.executions += pattern.executions;
  }
  for (const auto& lane : heat.asked)
    heat.most = std::max(heat.most, *std::max_element(lane.begin(), lane.end()));
  return heat;
}

void PatternCollector::add(const Step& step) {
  auto [at, fresh] = gathered_.try_emplace(step.instruction);
  Gathered& gathered = at->second;
  SharedAccesses& accesses = gathered.accesses;
  if (fresh) {
    const isa::Instruction& instruction = program_.instructions[step.instruction];
    accesses.instruction = step.instruction;
    accesses.bytes = instruction.access_bytes;
    accesses.load = instruction.category == isa::Category::Load;
    accesses.lane_by_lane = passes_lane_by_lane(instruction);
  }
  ++accesses.executions;
  SharedPattern pattern;
  pattern.mask = step.executed_mask;
  for (uint32_t rest = step.executed_mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    pattern.addresses[lane] = static_cast<uint32_t>(step.addresses[lane]);
  }
  const uint64_t hash = hash_of(pattern);
  const auto [first, last] = gathered.by_hash.equal_range(hash);
  for (auto known = first; known != last; ++known) {
    SharedPattern& same = accesses.patterns[known->second];
    if (same.mask != pattern.mask || same.addresses != pattern.addresses) continue;
    ++same.executions;
    ++accesses.kept;
    return;
  }
  if (accesses.patterns.size() >= kMostPatterns) return;
  pattern.executions = 1;
  ++accesses.kept;
  gathered.by_hash.emplace(hash, accesses.patterns.size());
  accesses.patterns.push_back(pattern);
}

std::vector<SharedAccesses> PatternCollector::finish() {
  std::vector<SharedAccesses> all;
  for (auto& [instruction, gathered] : gathered_) all.push_back(std::move(gathered.accesses));
  std::sort(all.begin(), all.end(),
            [](const SharedAccesses& a, const SharedAccesses& b) { return a.instruction < b.instruction; });
  return all;
}

}  // namespace warpglass::gui
