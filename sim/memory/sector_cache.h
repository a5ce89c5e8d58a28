// A set-associative cache with one tag a line and a validity bit a sector; LRU. Only state: its timing is its owner's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpglass::sim {

class SectorCache {
 public:
  static constexpr uint32_t kNoLine = 0xffffffffu;

  struct Line {
    uint64_t tag = 0;        ///< line address + 1; 0: empty
    uint32_t used = 0;       ///< LRU stamp
    uint8_t valid = 0;       ///< sectors present
    uint8_t pending = 0;     ///< sectors on their way; such a line is not evicted
    uint8_t dirty = 0;       ///< sectors to write back
    int32_t records = -1;    ///< the owner's list of requests under way
  };
  /// What an allocation pushed out.
  struct Eviction {
    bool dirty = false;
    uint64_t line = 0;
    uint8_t sectors = 0;
  };

  SectorCache(uint64_t bytes, uint32_t line_bytes, uint32_t ways);

  /// The line's index, or kNoLine.
  uint32_t find(uint64_t line_address);
  /// A place for a line that is not present, evicting the least recently used; kNoLine if every way is pending.
  uint32_t allocate(uint64_t line_address, Eviction& eviction);
  Line& operator[](uint32_t index) { return lines_[index]; }
  /// Lines that have been in use, of all.
  uint64_t filled() const { return filled_; }
  uint64_t size() const { return lines_.size(); }

 private:
  size_t set_of(uint64_t line_number) const;
  static uint8_t mark_of(uint64_t line_number);

  uint32_t line_shift_;
  uint32_t ways_;
  uint64_t sets_;
  uint32_t clock_ = 0;
  uint64_t filled_ = 0;
  std::vector<Line> lines_;
  std::vector<uint8_t> marks_;  // of each line's tag, 0: empty; a set's lie together, so that looking one up touches little memory
};

}  // namespace warpglass::sim
