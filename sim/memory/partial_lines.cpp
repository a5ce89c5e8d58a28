#include "sim/memory/partial_lines.h"

#include <algorithm>

#include "sim/access/coalesce.h"

namespace warpglass::sim {

uint8_t PartialLines::write(uint32_t line, uint8_t sectors, uint32_t bytes) {
  Line& of = lines_[line];
  if (of.sectors == 0) arrive(line);
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

void PartialLines::arrive(uint32_t line) {
  ++count_;
  lines_[line].came = ++clock_;
  if (order_.size() > 4 * limit_ + 64) std::erase_if(order_, [this](Arrival arrival) { return stale(arrival); });
  order_.push_back({line, clock_});
}

PartialLines::Excess PartialLines::take_excess() {
  while (count_ > limit_) {
    const Arrival oldest = order_.front();
    order_.pop_front();
    if (!stale(oldest)) return {oldest.line, take(oldest.line, 0xff)};
  }
  return {};
}

uint8_t PartialLines::take(uint32_t line, uint8_t sectors) {
  Line& of = lines_[line];
  const auto taken = static_cast<uint8_t>(of.sectors & sectors);
  if (taken == 0) return 0;
  of.sectors = static_cast<uint8_t>(of.sectors & ~taken);
  for (unsigned s = 0; s < of.bytes.size(); ++s)
    if ((taken >> s & 1) != 0) of.bytes[s] = 0;
  if (of.sectors == 0) --count_;
  return taken;
}

}  // namespace warpglass::sim
