// What the timing model needs to know of each static instruction, worked out once per launch.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "isa/program.h"
#include "models/model.h"

namespace warpglass::sim {

/// Where an instruction goes after issue.
enum class Unit : uint8_t { None, Alu, Fma, Imad, Half, Fp64, Xu, Uniform, Cbu, Tensor, Mio, Lg };
inline constexpr unsigned kUnits = static_cast<unsigned>(Unit::Lg) + 1;
inline constexpr unsigned kPipes = static_cast<unsigned>(Unit::Mio);  ///< units below Mio are pipes with an interval

/// How its result comes back.
enum class Kind : uint8_t {
  Pipe,      ///< after a latency known at issue
  Shared,    ///< through the banks of shared memory
  Memory,    ///< global and local memory
  Exchange,  ///< shuffle: one pass through the shared-memory data path
  Constant,  ///< LDC
  Adu,       ///< passes through the MIO queue and the SM's ADU (special registers, REDUX, MATCH)
  Branch,
  Barrier,
  Fence,     ///< MEMBAR
  Exit,
};

inline constexpr unsigned kMostRegisterBanks = 4;
inline constexpr uint8_t kNoConstantBank = 0xff;

struct InstructionTiming {
  Unit unit = Unit::None;
  Kind kind = Kind::Pipe;
  uint8_t interval = 1;
  uint8_t stall = 1;             ///< control code: cycles to the warp's next issue
  bool yield = false;
  bool long_scoreboard = false;  ///< a consumer's stall is long_scoreboard, else short_scoreboard
  uint8_t write_scoreboard = 7;
  uint8_t read_scoreboard = 7;
  uint8_t wait_mask = 0;
  bool reconverges = false;      ///< BSYNC: the warp's next instruction is known as late as after a taken branch
  bool passes_barrier = false;   ///< issues behind a barrier that has not opened yet
  bool merges_lanes = false;     ///< a shared atomic whose lanes on one word pass together (ATOMS.POPC.INC)
  std::array<uint8_t, kMostRegisterBanks> register_reads{};  ///< operands to read from each bank of the register file
  uint8_t access_bytes = 0;
  bool reads_time = false;       ///< SR_CLOCK or SR_GLOBALTIMER
  isa::Category category = isa::Category::Other;
  uint16_t latency = 0;
  /// Immediate constant operand c[bank][offset]: line of the constant caches + 1, 0 for none.
  uint32_t constant_line = 0;
  uint8_t constant_bank = kNoConstantBank;  ///< of an LDC whose lanes have addresses of their own
};

std::vector<InstructionTiming> instruction_timings(const isa::Program& program, const Model& model);

}  // namespace warpglass::sim
