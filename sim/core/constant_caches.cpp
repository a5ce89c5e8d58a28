#include "sim/core/constant_caches.h"

#include <algorithm>

namespace warpglass::sim {

ConstantCaches::ConstantCaches(const Model& model, bool in_l2)
    : model_(model),
      in_l2_(in_l2),
      operands_(size_t{kConstantBanks} * kConstantLinesPerBank, kNever),
      blocks_(operands_.size() / kConstantLinesPerBlock, kNever),
      sets_(static_cast<uint32_t>(std::max<int64_t>(1, model.constant_load_bytes / (model.constant_load_ways * kConstantLineBytes)))) {
  loads_.resize(size_t{sets_} * static_cast<size_t>(model.constant_load_ways));
}

// Bank 0, the parameters, is in L1.5 when a kernel starts.
Cycle ConstantCaches::in_l1(uint32_t line, Cycle now) {
  Cycle& ready = blocks_[line / kConstantLinesPerBlock];
  if (ready == kNever) ready = line < kConstantLinesPerBank ? 0 : now + (in_l2_ ? model_.latency_constant_miss : model_.latency_constant_cold);
  return std::max(ready, now);
}

Cycle ConstantCaches::operand(uint32_t line, Cycle now) {
  Cycle& ready = operands_[line];
  if (ready == kNever) ready = in_l1(line, now) + model_.latency_constant_operand_fill;
  return std::max(ready, now);
}

Cycle ConstantCaches::load(uint32_t line, Cycle now) {
  const auto begin = loads_.begin() + static_cast<std::ptrdiff_t>((line % sets_) * static_cast<uint32_t>(model_.constant_load_ways));
  const auto end = begin + static_cast<std::ptrdiff_t>(model_.constant_load_ways);
  auto entry = std::find_if(begin, end, [line](const Entry& e) { return e.line == line; });
  if (entry == end) {
    entry = std::min_element(begin, end, [](const Entry& a, const Entry& b) { return a.used < b.used; });
    *entry = {line, in_l1(line, now) + model_.latency_constant_load_fill, 0};
  }
  entry->used = ++uses_;
  return std::max(entry->ready, now);
}

}  // namespace warpglass::sim
