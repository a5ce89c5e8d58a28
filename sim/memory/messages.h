// What travels between SMs and the memory system.
#pragma once

#include <bit>
#include <cstdint>

#include "sim/clock.h"

namespace warpglass {
class BlockStream;
}

namespace warpglass::sim {

enum class RequestKind : uint8_t {
  Read,
  Write,
  Atomic,
  Fence,  ///< no line: answered when all that the SM sent before has been done
};

/// One line's sectors from an SM to L2.
struct MemoryRequest {
  Cycle sent = 0;            ///< when it leaves the SM
  uint64_t line = 0;
  int32_t record = -1;       ///< the SM's name for it, given back in the response; -1: no response wanted
  uint16_t sm = 0;
  uint8_t sectors = 0;       ///< mask
  RequestKind kind = RequestKind::Read;
  uint16_t bytes = 0;        ///< that a write writes
  uint16_t passes = 0, whole_passes = 0;  ///< of an atomic, see AtomicWork
  uint8_t repeats = 1;       ///< requests that it stands for: more than one for an atomic of lanes on the same word
  uint32_t sequence = 0;     ///< order of sending within the SM
};

inline unsigned sector_count(uint8_t sectors) { return static_cast<unsigned>(std::popcount(sectors)); }

/// The sectors of a request, or an acknowledgement, back at the SM's port.
struct MemoryResponse {
  Cycle arrival = 0;
  int32_t record = -1;
  uint32_t bytes = 0;
};

/// Sectors of a line that an SM accessed while no time passed (sampling).
struct LineTouch {
  uint64_t line = 0;
  uint8_t sectors = 0;
  RequestKind kind = RequestKind::Read;
};

/// A functional effect that waits for the meeting of all SMs (see BlockStream::complete).
struct DeferredEffect {
  Cycle time = 0;
  BlockStream* block = nullptr;
  uint32_t ticket = 0;
  uint16_t sm = 0;
  uint32_t sequence = 0;
};

}  // namespace warpglass::sim
