#include "gui/core/dependencies.h"

#include <QStringList>
#include <algorithm>

#include "gui/core/format.h"

namespace warpglass::gui {
namespace {

// R8 and R9, but not R254 and UR0.
bool neighbours(size_t a) {
  const std::string one = isa::register_name(a), next = isa::register_name(a + 1);
  return one.substr(0, one.find_first_of("0123456789")) == next.substr(0, next.find_first_of("0123456789"));
}

}  // namespace

QString register_list(const isa::RegisterSet& registers) {
  QStringList names;
  for (size_t first = 0; first < registers.size(); ++first) {
    if (!registers[first]) continue;
    size_t last = first;
    while (last + 1 < registers.size() && registers[last + 1] && neighbours(last)) ++last;
    const QString name = text(isa::register_name(first));
    names << (last == first ? name : name + QLatin1Char('-') + text(isa::register_name(last)));
    first = last;
  }
  return names.join(QStringLiteral(", "));
}

void Dependencies::choose(std::optional<uint32_t> instruction) {
  std::fill(marks_.begin(), marks_.end(), uint8_t{0});
  producers_.clear();
  consumers_.clear();
  chosen_ = instruction && *instruction < program_.size() ? instruction : std::nullopt;
  if (!chosen_) return;
  producers_ = flow_.producers(*chosen_);
  consumers_ = flow_.consumers(*chosen_);
  marks_[*chosen_] |= ChosenMark;
  uint32_t top = *chosen_, bottom = *chosen_;
  const auto take = [&](uint32_t row, uint8_t mark) {
    marks_[row] |= mark;
    top = std::min(top, row);
    bottom = std::max(bottom, row);
  };
  for (const isa::ValueFlow& flow : producers_) take(flow.producer, ProducerMark);
  for (const isa::ValueFlow& flow : consumers_) take(flow.consumer, ConsumerMark);
  for (uint32_t row = top; row <= bottom; ++row) {
    if (row > top) marks_[row] |= LineAbove;
    if (row < bottom) marks_[row] |= LineBelow;
  }
}

QString Dependencies::registers(size_t row) const {
  isa::RegisterSet all;
  for (const isa::ValueFlow& flow : producers_)
    if (flow.producer == row) all |= flow.registers;
  for (const isa::ValueFlow& flow : consumers_)
    if (flow.consumer == row) all |= flow.registers;
  return register_list(all);
}

}  // namespace warpglass::gui
