// What the semantics of one block's instructions see of the world outside the registers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "isa/semantics/micro_op.h"
#include "isa/semantics/warp_state.h"

namespace warpglass::isa {

/// A stretch of device memory that may be accessed without asking again.
struct MemoryWindow {
  uint64_t begin = 1;
  uint64_t bytes = 0;
  uint8_t* host = nullptr;   ///< of `begin`
  uint8_t* written = nullptr;  ///< one flag a 64-KiB chunk of the region, or nullptr for windows that only load
  uint64_t region_begin = 0;   ///< chunk numbers count from here
};

/// Device memory as the semantics see it: a small cache of windows in front of `miss`.
struct MemoryPort {
  static constexpr unsigned kWindows = 16;
  std::array<MemoryWindow, kWindows> loads;
  std::array<MemoryWindow, kWindows> stores;
  void* owner = nullptr;
  /// Finds the window that holds [address, address + bytes), or returns false when the memory is not held.
  bool (*miss)(void* owner, uint64_t address, uint64_t bytes, bool store, MemoryWindow& window) = nullptr;

  /// Told of words that floating-point atomics add to, whose value depends on the order; may be null.
  void (*accumulated)(void* owner, uint64_t address, uint64_t bytes) = nullptr;

  static unsigned slot(uint64_t address) { return static_cast<unsigned>((address >> 20) ^ (address >> 26)) % kWindows; }
};

/// The addresses of the last memory instruction, for the timing model.
struct AccessRecord {
  alignas(64) std::array<uint64_t, kWarpLanes> addresses{};
  MemorySpace space = MemorySpace::None;
};

enum class Fault : uint8_t {
  OutsideMemory,
  OutsideShared,
  OutsideLocal,
  OutsideConstant,
  Misaligned,
  MixedSpaces,
  ForeignShared,  ///< shared memory of another block of the cluster
};

/// Launch-wide facts and tables.
struct LaunchContext {
  std::string kernel;  ///< its name, for errors
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{1, 1, 1};
  uint64_t shared_window = 0;
  uint64_t local_window = 0;
  uint32_t stack_pointer = 0;              ///< c[0][0x28]
  uint32_t shared_bytes = 0;               ///< per block, reserved start included
  /// Thread indices by x, y, z, one row a warp: thread_rows[axis][warp * 32 + lane].
  std::array<std::vector<uint32_t>, 3> thread_rows;
  std::array<std::vector<uint8_t>, 32> banks;  ///< constant banks, for indexed access
};

struct BlockContext {
  const LaunchContext* launch = nullptr;
  MemoryPort* memory = nullptr;
  uint8_t* shared = nullptr;
  uint32_t shared_bytes = 0;
  uint32_t local_low = 0;     ///< lowest local address that the threads have
  uint32_t local_stride = 0;  ///< bytes a thread has
  std::array<uint32_t, 3> index{};  ///< blockIdx
  AccessRecord* record = nullptr;   ///< filled when not null
  uint64_t clock = 0;               ///< SR_CLOCK: cycles when simulated, steps of this block in a replay
  uint64_t timer = 0;               ///< SR_GLOBALTIMER: nanoseconds when simulated, steps in a replay
  uint32_t sm = 0;                  ///< SR_SMID
};

/// Throws the error for a faulting access; `lane` made it.
[[noreturn]] void raise_fault(const WarpState& warp, const MicroOp& op, Fault fault, uint64_t address, unsigned lane);

}  // namespace warpglass::isa
