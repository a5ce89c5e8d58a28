// Replaying a capsule: all blocks executed, the memory compared with what the GPU left behind.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/semantics/run.h"
#include "isa/semantics/translate.h"
#include "traces/capsule.h"
#include "traces/replay/device_memory.h"

namespace warpglass {

struct ReplayOptions {
  unsigned threads = 1;          ///< used when blocks are independent (no global atomics, no strong accesses)
  uint64_t memory_limit = 0;     ///< bytes of device memory that may be loaded; 0: three quarters of this machine's
  unsigned multiprocessors = 132;  ///< bounds how many blocks are resident when they wait for each other
  isa::Level level = isa::best_level();
};

enum class Verdict : uint8_t {
  BitExact,               ///< memory equals what the GPU left
  ExactButAccumulated,    ///< it differs only in words that floating-point atomics added to
  Mismatch,
};

struct ReplayResult {
  Verdict verdict = Verdict::Mismatch;
  MemoryComparison comparison;
  uint64_t warp_instructions = 0;
  uint64_t thread_instructions = 0;
  uint64_t thread_instructions_on = 0;   ///< predicated on
  std::vector<isa::InstructionCounts> counts;  ///< by instruction
  double seconds = 0;                    ///< execution, without comparing
  unsigned threads = 1;                  ///< used

  bool proven() const { return verdict != Verdict::Mismatch; }
  /// As design.md words it: "bit-exact", "exact but for atomically accumulated words", "mismatch at 0x…".
  std::string verdict_text() const;
};

/// Throws Unsupported (before anything runs) for instructions without semantics, BadInput for accesses outside of what the
/// capsule holds, and an Error with ExitCode::CheckFailed that explains a deadlock.
ReplayResult replay(const Capsule& capsule, const ReplayOptions& options = {});

}  // namespace warpglass
