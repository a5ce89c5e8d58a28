#include "isa/control_flow_graph.h"

#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

Instruction plain() {
  Instruction instruction;
  instruction.opcode = Opcode::FADD;
  return instruction;
}
Instruction branch(uint32_t target, bool conditional) {
  Instruction instruction;
  instruction.opcode = Opcode::BRA;
  instruction.target = target;
  if (conditional) instruction.guard = 0;
  return instruction;
}
Instruction leave(bool conditional = false) {
  Instruction instruction;
  instruction.opcode = Opcode::EXIT;
  if (conditional) instruction.guard = 0;
  return instruction;
}

using Blocks = std::vector<uint32_t>;

// 0: if (P0) goto 3; 1-2: then, goto 4; 3: else; 4: join, exit
TEST(ControlFlowGraph, Diamond) {
  const std::vector<Instruction> code{branch(3, true), plain(), branch(4, false), plain(), leave()};
  const ControlFlowGraph graph = build_control_flow_graph(code);
  ASSERT_EQ(graph.blocks.size(), 4u);
  EXPECT_EQ(graph.blocks[0].successors, (Blocks{1, 2}));
  EXPECT_EQ(graph.blocks[1].successors, (Blocks{3}));
  EXPECT_EQ(graph.blocks[3].predecessors, (Blocks{1, 2}));
  EXPECT_EQ(graph.dominator, (Blocks{kNoBlock, 0, 0, 0}));
  EXPECT_EQ(graph.post_dominator, (Blocks{3, 3, 3, kNoBlock}));
  EXPECT_EQ(graph.reconvergence(0), 4u);
  EXPECT_EQ(graph.reconvergence(4), kNoTarget);
  EXPECT_EQ(graph.reconvergence(99), kNoTarget);
  EXPECT_EQ(graph.loop_head, (Blocks{kNoBlock, kNoBlock, kNoBlock, kNoBlock}));
}

// 0; 1: outer head; 2: inner body, if (P0) goto 2; 3: if (P0) goto 1; 4: exit
TEST(ControlFlowGraph, NestedLoops) {
  const std::vector<Instruction> code{plain(), plain(), branch(2, true), branch(1, true), leave()};
  const ControlFlowGraph graph = build_control_flow_graph(code);
  ASSERT_EQ(graph.blocks.size(), 5u);
  EXPECT_EQ(graph.loop_head, (Blocks{kNoBlock, 1, 2, 1, kNoBlock}));
  EXPECT_EQ(graph.dominator, (Blocks{kNoBlock, 0, 1, 2, 3}));
}

TEST(ControlFlowGraph, ConditionalExitLeavesAndFallsThrough) {
  const std::vector<Instruction> code{leave(true), plain(), leave()};
  const ControlFlowGraph graph = build_control_flow_graph(code);
  EXPECT_EQ(graph.blocks[0].successors, (Blocks{1}));
  EXPECT_EQ(graph.post_dominator[0], kNoBlock);
}

TEST(ControlFlowGraph, EndlessLoopAndDeadCode) {
  // ptxas pads kernels with a branch to itself.
  const std::vector<Instruction> code{leave(), branch(1, false), plain()};
  const ControlFlowGraph graph = build_control_flow_graph(code);
  ASSERT_EQ(graph.blocks.size(), 3u);
  EXPECT_EQ(graph.dominator[1], kNoBlock);
  EXPECT_EQ(graph.blocks[1].successors, (Blocks{1}));
}

TEST(ControlFlowGraph, IndirectBranch) {
  Instruction jump;
  jump.opcode = Opcode::BRX;
  const std::vector<Instruction> code{jump, leave(), leave(), leave()};
  const std::vector<IndirectBranch> targets{{0, {3, 1, 99}}};
  const ControlFlowGraph graph = build_control_flow_graph(code, targets);
  EXPECT_EQ(graph.blocks[0].successors, (Blocks{1, 3}));
}

TEST(ControlFlowGraph, NoInstructions) {
  EXPECT_TRUE(build_control_flow_graph({}).blocks.empty());
}

}  // namespace
}  // namespace warpglass::isa
