#include "sim/deadlock.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace warpglass::sim {

std::string describe_waiting(const isa::Program& program, const std::vector<std::unique_ptr<Sm>>& sms) {
  std::vector<WaitingWarp> waiting;
  for (const auto& sm : sms) sm->waiting_warps(waiting);
  std::map<uint64_t, std::pair<unsigned, unsigned>> blocks;  // block -> resident warps, at a barrier
  std::map<std::tuple<uint32_t, bool, uint8_t>, std::pair<unsigned, WaitingWarp>> kinds;
  for (const WaitingWarp& warp : waiting) {
    auto& [resident, arrived] = blocks[warp.block];
    ++resident;
    if (warp.at_barrier) ++arrived;
    const uint32_t at = warp.at_barrier ? warp.last_instruction : warp.instruction;
    const auto [entry, unused] = kinds.try_emplace({at, warp.at_barrier, warp.scoreboards}, 0u, warp);
    ++entry->second.first;
  }
  std::string text = fmt::format("{} warps are resident", waiting.size());
  constexpr size_t kMostShown = 8;
  size_t shown = 0;
  for (const auto& [key, group] : kinds) {
    if (++shown > kMostShown) return text + fmt::format("; and {} more kinds of wait", kinds.size() - kMostShown);
    const auto& [at, at_barrier, scoreboards] = key;
    const auto& [count, example] = group;
    const std::string where =
        at < program.size() ? fmt::format("{:#x} {}", at * isa::kInstructionBytes, program.text[at]) : "its end";
    const auto& [resident, arrived] = blocks[example.block];
    if (at_barrier)
      text += fmt::format("; {} wait at the barrier of {} (block {} warp {}: {} of its {} warps have not arrived)", count,
                          where, example.block, example.warp, resident - arrived, resident);
    else
      text += fmt::format("; {} wait at {} (block {} warp {}, scoreboards {:06b})", count, where, example.block,
                          example.warp, scoreboards);
  }
  return text;
}

}  // namespace warpglass::sim
