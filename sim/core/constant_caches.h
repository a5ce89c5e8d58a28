// The constant caches of an SM, by presence: one for operands and ULDC, one for LDC, and the L1.5 cache that fills both.
#pragma once

#include <cstdint>
#include <vector>

#include "models/model.h"
#include "sim/clock.h"

namespace warpglass::sim {

/// Lines of the constant caches; bank b, offset o is line b * 1024 + o / 64.
// Measured: kernels/micro/probes/constant_cache.cu, H200, 2026-11: of a walk in steps of 64 B every step misses the first cache,
// every fourth the L1.5 cache.
inline constexpr uint32_t kConstantLineBytes = 64;
inline constexpr uint32_t kConstantLinesPerBlock = 4;
inline constexpr uint32_t kConstantLinesPerBank = 1024;
inline constexpr uint32_t kConstantBanks = 32;

class ConstantCaches {
 public:
  /// `in_l2`: an earlier launch has brought all banks to L2; else what L1.5 lacks comes from HBM.
  ConstantCaches(const Model& model, bool in_l2);

  /// When an operand's line is there, if it is wanted at `now`.
  Cycle operand(uint32_t line, Cycle now);
  /// The same for a line that an LDC reads.
  Cycle load(uint32_t line, Cycle now);

 private:
  struct Entry {
    uint32_t line = 0xffffffffu;
    Cycle ready = 0;
    uint64_t used = 0;
  };
  Cycle in_l1(uint32_t line, Cycle now);

  const Model& model_;
  bool in_l2_;
  std::vector<Cycle> operands_;  // by line; kNever: absent. What kernels use of it is small, so that its size was not measured.
  std::vector<Cycle> blocks_;    // of the L1.5 cache, which holds all banks that were walked (64 KB)
  std::vector<Entry> loads_;     // sets of `load_ways`, the least recently used goes
  uint32_t sets_;
  uint64_t uses_ = 0;
};

}  // namespace warpglass::sim
