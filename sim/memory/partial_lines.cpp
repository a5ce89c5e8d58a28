#include "sim/memory/partial_lines.h"

#include <algorithm>

#include "sim/access/coalesce.h"

namespace warpglass::sim {

uint8_t PartialLines::write(uint64_t line, uint8_t sectors, uint32_t bytes) {
  const auto [found, added] = lines_.try_emplace(line);
  if (added) note(line);
  Line& of = found->second;
  uint8_t whole = 0;
  for (unsigned s = 0; s < of.bytes.size(); ++s) {
    if ((sectors >> s & 1) == 0) continue;
    of.sectors = static_cast<uint8_t>(of.sectors | 1u << s);
    of.bytes[s] = static_cast<uint8_t>(std::min(kSectorBytes, of.bytes[s] + bytes));
    if (of.bytes[s] == kSectorBytes) whole = static_cast<uint8_t>(whole | 1u << s);
  }
  take(line, whole);
  return whole;
}

void PartialLines::note(uint64_t line) {
  order_.push_back(line);
  if (order_.size() <= 4 * limit_ + 64) return;
  std::erase_if(order_, [this](uint64_t of) { return !lines_.contains(of); });
}

PartialLines::Excess PartialLines::take_excess() {
  while (lines_.size() > limit_ && !order_.empty()) {
    const uint64_t line = order_.front();
    order_.pop_front();
    const auto found = lines_.find(line);
    if (found == lines_.end()) continue;
    const uint8_t sectors = found->second.sectors;
    lines_.erase(found);
    return {line, sectors};
  }
  return {};
}

uint8_t PartialLines::take(uint64_t line, uint8_t sectors) {
  const auto found = lines_.find(line);
  if (found == lines_.end()) return 0;
  Line& of = found->second;
  const auto taken = static_cast<uint8_t>(of.sectors & sectors);
  of.sectors = static_cast<uint8_t>(of.sectors & ~sectors);
  for (unsigned s = 0; s < of.bytes.size(); ++s)
    if ((taken >> s & 1) != 0) of.bytes[s] = 0;
  if (of.sectors == 0) lines_.erase(found);
  return taken;
}

}  // namespace warpglass::sim
