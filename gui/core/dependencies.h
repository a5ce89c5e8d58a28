// What the chosen instruction reads and who reads it, as marks beside the rows of the SASS table.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "isa/register_flow.h"

namespace warpglass::gui {

/// Bits of a row's mark.
enum DependencyMark : uint8_t {
  ProducerMark = 1,  ///< makes a value that the chosen one reads
  ConsumerMark = 2,  ///< reads a value that the chosen one makes
  ChosenMark = 4,
  LineAbove = 8,  ///< a line goes on to the row above, in the order of addresses
  LineBelow = 16,
};

class Dependencies {
 public:
  /// `program` must outlive it.
  explicit Dependencies(const isa::Program& program)
      : program_(program), flow_(program), marks_(program.size(), 0) {}

  void choose(std::optional<uint32_t> instruction);
  std::optional<uint32_t> chosen() const { return chosen_; }
  uint8_t mark(size_t row) const { return marks_[row]; }
  /// "R8, P0": the values that go between the row and the chosen instruction.
  QString registers(size_t row) const;
  const std::vector<isa::ValueFlow>& producers() const { return producers_; }
  const std::vector<isa::ValueFlow>& consumers() const { return consumers_; }
  unsigned live_registers(size_t row) const { return flow_.live_registers(static_cast<uint32_t>(row)); }

 private:
  const isa::Program& program_;
  isa::RegisterFlow flow_;
  std::vector<uint8_t> marks_;
  std::vector<isa::ValueFlow> producers_, consumers_;
  std::optional<uint32_t> chosen_;
};

/// "R8, R9, P0"; ranges of neighbouring registers as "R8-R11".
QString register_list(const isa::RegisterSet& registers);

}  // namespace warpglass::gui
