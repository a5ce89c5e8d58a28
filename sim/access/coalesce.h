// Which cache lines and sectors a warp's global or local access touches, exactly.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass::sim {

inline constexpr uint32_t kSectorBytes = 32;

struct LineAccess {
  uint64_t line = 0;      ///< address of the line
  uint32_t sectors = 0;   ///< bit s: sector s of the line
  uint32_t bytes = 0;     ///< sum over the lanes; for stores that do not overlap, what is written
};

/// A warp's access, line by line in the order of the lanes.
struct CoalescedAccess {
  /// A 16-byte access to local memory touches a line for each of its words: at most four a lane.
  std::array<LineAccess, 128> lines;
  uint32_t count = 0;
  uint32_t sectors() const;
};

void coalesce(const uint64_t* addresses, uint32_t mask, uint32_t bytes, uint32_t line_bytes, CoalescedAccess& out);

/// Sectors that the same lanes and bytes would touch if their addresses were neighbouring: ncu's "ideal".
uint32_t ideal_sectors(uint32_t mask, uint32_t bytes);

/// What an atomic asks of L2 for one line. Lanes that want the same word come in different requests (measured:
/// kernels/micro/probes/atomic_rate.cu, H200, 2026-11: 32 lanes on one word take 32 times as long as one).
struct AtomicWork {
  uint32_t requests = 0;  ///< lanes on the line's most wanted word
  uint32_t passes = 0;    ///< for each sector, lanes on its most wanted word
  uint32_t whole_passes = 0;  ///< of them, those of sectors whose words are all wanted as often
};
AtomicWork atomic_work(const uint64_t* addresses, uint32_t mask, uint32_t bytes, uint64_t line, uint32_t line_bytes);

/// Local memory lies word by word with the 32 lanes of a warp next to each other. `offsets` are each thread's; `frame` is
/// the address of the warp's.
void coalesce_local(const uint64_t* offsets, uint32_t mask, uint32_t bytes, uint64_t frame, uint32_t line_bytes, CoalescedAccess& out);

/// Different addresses among the lanes: what an indexed constant load is split into.
uint32_t distinct_addresses(const uint64_t* addresses, uint32_t mask);

}  // namespace warpglass::sim
