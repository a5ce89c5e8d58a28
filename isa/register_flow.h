// Which instructions make the values that others use, and how many registers hold values that are still
// needed.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "isa/program.h"

namespace warpglass::isa {

/// Registers of all files of a thread: R0…R254, UR0…UR62, P0…P6, UP0…UP6, in this order.
using RegisterSet = std::bitset<384>;

/// "R8", "UR4", "P0", "UP1": the name of a member of a RegisterSet.
std::string register_name(size_t member);

RegisterSet registers_read(const Instruction& instruction);
RegisterSet registers_written(const Instruction& instruction);

/// A value that goes from one instruction to another.
struct ValueFlow {
  uint32_t producer = 0, consumer = 0;
  RegisterSet registers;
};

class RegisterFlow {
 public:
  /// `program` must outlive it.
  explicit RegisterFlow(const Program& program);

  /// 32-bit registers (R) of a thread that hold a value which is read at `instruction` or later: ncu's "Live
  /// Registers".
  unsigned live_registers(uint32_t instruction) const { return live_[instruction]; }
  /// Instructions whose results `instruction` reads, over all paths that lead to it; by producer.
  std::vector<ValueFlow> producers(uint32_t instruction) const;
  /// Instructions that read the results of `instruction`, over all paths from it; by consumer.
  std::vector<ValueFlow> consumers(uint32_t instruction) const;

 private:
  void find_live();

  const Program& program_;
  std::vector<RegisterSet> read_, written_;
  std::vector<uint16_t> live_;
};

}  // namespace warpglass::isa
