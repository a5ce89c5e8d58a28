// Basic blocks, dominators and reconvergence points of a kernel (Boost.Graph underneath).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isa/instruction.h"

namespace warpglass::isa {

struct BasicBlock {
  uint32_t first = 0;                ///< index of the first instruction
  uint32_t last = 0;                 ///< index of the last instruction (inclusive)
  std::vector<uint32_t> successors;  ///< block numbers
  std::vector<uint32_t> predecessors;
};

inline constexpr uint32_t kNoBlock = 0xffffffffu;

struct ControlFlowGraph {
  std::vector<BasicBlock> blocks;  ///< in address order; block 0 is the entry
  std::vector<uint32_t> block_of;  ///< instruction index -> block number
  std::vector<uint32_t>
      dominator;  ///< immediate dominator of each block, kNoBlock for the entry and dead code
  std::vector<uint32_t> post_dominator;  ///< immediate post-dominator (kNoBlock: the exit)
  std::vector<uint32_t> loop_head;       ///< innermost loop's head block, or kNoBlock

  /// First instruction at which the paths of a divergent branch at `instruction` meet again, or kNoTarget.
  uint32_t reconvergence(uint32_t instruction) const;
};

/// Where an indirect branch (BRX) may go.
struct IndirectBranch {
  uint32_t instruction = 0;
  std::vector<uint32_t> targets;  ///< instruction indices
};

/// Builds the graph. Calls fall through to the instruction after them; returns and exits have no successors.
/// An indirect branch goes to the targets that `indirect` lists, and nowhere if it lists none.
ControlFlowGraph build_control_flow_graph(std::span<const Instruction> instructions,
                                          std::span<const IndirectBranch> indirect = {});

}  // namespace warpglass::isa
