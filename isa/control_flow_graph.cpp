#include "isa/control_flow_graph.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <map>

namespace warpglass::isa {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using Targets = std::map<uint32_t, std::vector<uint32_t>>;

/// Instructions of their block only the last one may be: what follows runs under another condition or not at
/// all.
bool ends_block(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::BRA:
    case Opcode::BRX:
    case Opcode::BRXU:
    case Opcode::JMP:
    case Opcode::JMX:
    case Opcode::RET:
    case Opcode::EXIT:
    case Opcode::KILL:
    case Opcode::CALL:
      return true;
    default:
      return false;
  }
}

bool is_conditional(const Instruction& instruction) {
  if (instruction.guard != kPredicateTrue || instruction.guard_negate) return true;
  // `BRA !P0, label` and `BRA.DIV UR4, label` carry a condition of their own.
  return instruction.opcode == Opcode::BRA && instruction.operand_count > 1;
}

/// Indices that control goes to after the instruction.
std::vector<uint32_t> next_instructions(std::span<const Instruction> instructions, uint32_t index,
                                        const Targets& indirect) {
  const Instruction& instruction = instructions[index];
  std::vector<uint32_t> result;
  if (!ends_block(instruction) || is_conditional(instruction) || instruction.opcode == Opcode::CALL)
    result.push_back(index + 1);
  if (instruction.opcode == Opcode::BRA || instruction.opcode == Opcode::JMP)
    result.push_back(instruction.target);
  if (const auto found = indirect.find(index); found != indirect.end())
    result.insert(result.end(), found->second.begin(), found->second.end());
  std::erase_if(result, [&](uint32_t next) { return next >= instructions.size(); });
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// The first instruction of each block, in address order.
std::vector<uint32_t> find_leaders(std::span<const Instruction> instructions, const Targets& indirect) {
  std::vector<bool> leads(instructions.size() + 1, false);
  leads[0] = true;
  for (uint32_t i = 0; i < instructions.size(); ++i) {
    if (ends_block(instructions[i])) leads[i + 1] = true;
    // Also the targets of BSSY, CALL and WARPSYNC, so that reconvergence points start a block.
    if (instructions[i].target < instructions.size()) leads[instructions[i].target] = true;
    if (const auto found = indirect.find(i); found != indirect.end())
      for (const uint32_t target : found->second)
        if (target < instructions.size()) leads[target] = true;
  }
  std::vector<uint32_t> result;
  for (uint32_t i = 0; i < instructions.size(); ++i)
    if (leads[i]) result.push_back(i);
  return result;
}

void build_blocks(ControlFlowGraph& graph, std::span<const Instruction> instructions,
                  const Targets& indirect) {
  const auto leaders = find_leaders(instructions, indirect);
  graph.block_of.resize(instructions.size());
  for (uint32_t b = 0; b < leaders.size(); ++b) {
    const uint32_t end = b + 1 < leaders.size() ? leaders[b + 1] : static_cast<uint32_t>(instructions.size());
    graph.blocks.push_back({leaders[b], end - 1, {}, {}});
    for (uint32_t i = leaders[b]; i < end; ++i) graph.block_of[i] = b;
  }
  for (uint32_t b = 0; b < graph.blocks.size(); ++b)
    for (const uint32_t next : next_instructions(instructions, graph.blocks[b].last, indirect)) {
      graph.blocks[b].successors.push_back(graph.block_of[next]);
      graph.blocks[graph.block_of[next]].predecessors.push_back(b);
    }
}

/// Immediate dominators as seen from `root`; `reverse` gives post-dominators.
std::vector<uint32_t> dominators(const Graph& graph, size_t root, bool reverse) {
  const auto count = boost::num_vertices(graph);
  const auto none = boost::graph_traits<Graph>::null_vertex();
  std::vector<size_t> tree(count, none);
  auto map = boost::make_iterator_property_map(tree.begin(), boost::get(boost::vertex_index, graph));
  if (reverse) {
    boost::lengauer_tarjan_dominator_tree(boost::make_reverse_graph(graph), root, map);
  } else {
    boost::lengauer_tarjan_dominator_tree(graph, root, map);
  }
  std::vector<uint32_t> result(count, kNoBlock);
  for (size_t i = 0; i < count; ++i)
    if (tree[i] != none && i != root) result[i] = static_cast<uint32_t>(tree[i]);
  return result;
}

bool dominates(const ControlFlowGraph& graph, uint32_t above, uint32_t below) {
  while (below != kNoBlock && below != above) below = graph.dominator[below];
  return below == above;
}

/// Blocks of the natural loop whose back edge runs from `tail` to `head`.
std::vector<uint32_t> loop_blocks(const ControlFlowGraph& graph, uint32_t head, uint32_t tail) {
  std::vector<uint32_t> result{head}, work;
  std::vector<bool> seen(graph.blocks.size(), false);
  seen[head] = true;
  if (!seen[tail]) work.push_back(tail);
  while (!work.empty()) {
    const uint32_t block = work.back();
    work.pop_back();
    if (seen[block]) continue;
    seen[block] = true;
    result.push_back(block);
    for (const uint32_t before : graph.blocks[block].predecessors) work.push_back(before);
  }
  return result;
}

void find_loops(ControlFlowGraph& graph) {
  graph.loop_head.assign(graph.blocks.size(), kNoBlock);
  // A head that other heads dominate is nested deeper; blocks take the deepest head of the loops they are in.
  const auto deeper = [&](uint32_t a, uint32_t b) { return a != b && dominates(graph, b, a); };
  for (uint32_t tail = 0; tail < graph.blocks.size(); ++tail)
    for (const uint32_t head : graph.blocks[tail].successors) {
      if (!dominates(graph, head, tail)) continue;
      for (const uint32_t block : loop_blocks(graph, head, tail)) {
        uint32_t& current = graph.loop_head[block];
        if (current == kNoBlock || deeper(head, current)) current = head;
      }
    }
}

}  // namespace

ControlFlowGraph build_control_flow_graph(std::span<const Instruction> instructions,
                                          std::span<const IndirectBranch> indirect) {
  ControlFlowGraph result;
  if (instructions.empty()) return result;
  Targets targets;
  for (const IndirectBranch& branch : indirect) targets[branch.instruction] = branch.targets;
  build_blocks(result, instructions, targets);

  const size_t exit = result.blocks.size();  // a virtual block that all ends lead to
  Graph graph(exit + 1);
  for (size_t b = 0; b < exit; ++b) {
    const BasicBlock& block = result.blocks[b];
    for (const uint32_t next : block.successors) boost::add_edge(b, next, graph);
    const Opcode last = instructions[block.last].opcode;
    const bool leaves = last == Opcode::EXIT || last == Opcode::RET || last == Opcode::KILL;
    if (leaves || block.successors.empty()) boost::add_edge(b, exit, graph);
  }
  result.dominator = dominators(graph, 0, false);
  result.post_dominator = dominators(graph, exit, true);
  result.dominator.resize(exit);
  result.post_dominator.resize(exit);
  for (uint32_t& block : result.post_dominator)
    if (block == exit) block = kNoBlock;
  find_loops(result);
  return result;
}

uint32_t ControlFlowGraph::reconvergence(uint32_t instruction) const {
  if (instruction >= block_of.size()) return kNoTarget;
  const uint32_t block = post_dominator[block_of[instruction]];
  return block == kNoBlock ? kNoTarget : blocks[block].first;
}

}  // namespace warpglass::isa
