#include "gui/core/selection.h"

namespace warpglass::gui {

void Selection::select_instruction(std::optional<uint32_t> instruction) {
  if (instruction == instruction_) return;
  instruction_ = instruction;
  Q_EMIT instruction_changed();
}

void Selection::select_time(std::optional<TimeRange> range) {
  if (range && range->end < range->start) std::swap(range->start, range->end);
  if (range == time_) return;
  time_ = range;
  Q_EMIT time_changed();
}

void Selection::select_warp(std::optional<WarpSlot> warp) {
  if (warp == warp_) return;
  warp_ = warp;
  Q_EMIT warp_changed();
}

void Selection::select_addresses(std::optional<AddressRange> range) {
  if (range == addresses_) return;
  addresses_ = range;
  Q_EMIT addresses_changed();
}

void Selection::clear() {
  select_instruction(std::nullopt);
  select_time(std::nullopt);
  select_warp(std::nullopt);
  select_addresses(std::nullopt);
}

}  // namespace warpglass::gui
