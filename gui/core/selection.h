// What is selected: shared by all views, so that a click in one shows the same thing in the others.
#pragma once

#include <QObject>
#include <optional>

#include "sim/clock.h"

namespace warpglass::gui {

struct TimeRange {
  sim::Cycle start = 0, end = 0;
  bool operator==(const TimeRange&) const = default;
};

struct WarpSlot {
  uint32_t sm = 0, lane = 0;
  bool operator==(const WarpSlot&) const = default;
};

/// Global or shared addresses [first, last].
struct AddressRange {
  uint64_t first = 0, last = 0;
  bool operator==(const AddressRange&) const = default;
};

class Selection : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  std::optional<uint32_t> instruction() const { return instruction_; }
  std::optional<TimeRange> time() const { return time_; }
  std::optional<WarpSlot> warp() const { return warp_; }
  std::optional<AddressRange> addresses() const { return addresses_; }

  /// Each signals only when something changed.
  void select_instruction(std::optional<uint32_t> instruction);
  void select_time(std::optional<TimeRange> range);
  void select_warp(std::optional<WarpSlot> warp);
  void select_addresses(std::optional<AddressRange> range);
  void clear();

 Q_SIGNALS:
  void instruction_changed();
  void time_changed();
  void warp_changed();
  void addresses_changed();

 private:
  std::optional<uint32_t> instruction_;
  std::optional<TimeRange> time_;
  std::optional<WarpSlot> warp_;
  std::optional<AddressRange> addresses_;
};

}  // namespace warpglass::gui
