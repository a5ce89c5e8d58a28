// Every different way in which each instruction's lanes met the banks of shared memory, and how often.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "isa/instruction.h"
#include "sim/access/shared_layout.h"
#include "sim/access/shared_wavefronts.h"
#include "traces/warp_stream.h"

namespace warpglass::gui {

/// Whether lanes that want one word follow one another, as the simulator has it: atomics but those that count
/// lanes.
bool passes_lane_by_lane(const isa::Instruction& instruction);
/// Wavefronts of an access as the simulator counts them.
sim::SharedAccess shared_access_of(const uint64_t* addresses, uint32_t mask, uint32_t bytes, uint32_t banks,
                                   bool load, bool lane_by_lane);

struct SharedPattern {
  uint32_t mask = 0;                         ///< lanes that access memory
  std::array<uint32_t, kLanes> addresses{};  ///< in the block's shared memory
  uint64_t executions = 0;
};

/// All executions of one instruction in the blocks that were executed.
struct SharedAccesses {
  uint32_t instruction = 0;
  uint8_t bytes = 0;                    ///< a lane
  bool load = false;                    ///< else a store or an atomic
  bool lane_by_lane = false;            ///< an atomic whose lanes on one word follow one another
  std::vector<SharedPattern> patterns;  ///< in the order in which they first came
  uint64_t executions = 0;              ///< of all patterns, and of those that were not kept
  uint64_t kept = 0;                    ///< executions of `patterns`
};

/// Wavefronts of all kept executions.
struct WavefrontSum {
  uint64_t wavefronts = 0, ideal = 0;
  uint32_t ways = 0;
};
WavefrontSum wavefronts_of(const SharedAccesses& accesses, uint32_t banks, const sim::SharedLayout& layout);

/// How often each lane asked each bank, over all kept executions.
struct BankHeat {
  uint32_t banks = 32;
  std::array<std::array<uint64_t, 64>, kLanes> asked{};  ///< by lane, then bank: words
  uint64_t most = 0;                                     ///< the largest of them
  std::array<uint64_t, 64> words{};                      ///< distinct words a bank, summed over executions
  uint64_t executions = 0;
  uint64_t ideal = 0;  ///< wavefronts, summed over executions
};
BankHeat bank_heat(const SharedAccesses& accesses, uint32_t banks, const sim::SharedLayout& layout);

/// Gathers patterns while blocks are executed: at most `kMostPatterns` an instruction.
class PatternCollector {
 public:
  static constexpr size_t kMostPatterns = 1024;

  explicit PatternCollector(const isa::Program& program) : program_(program) {}
  void add(const Step& step);
  /// By instruction.
  std::vector<SharedAccesses> finish();

 private:
  struct Gathered {
    SharedAccesses accesses;
    std::unordered_multimap<uint64_t, size_t> by_hash;  ///< indices into `accesses.patterns`
  };
  const isa::Program& program_;
  std::unordered_map<uint32_t, Gathered> gathered_;
};

}  // namespace warpglass::gui
