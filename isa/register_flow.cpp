#include "isa/register_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace warpglass::isa {
namespace {

constexpr size_t kUniform = 255, kPredicates = kUniform + 63, kUniformPredicates = kPredicates + 7;
constexpr uint8_t kAllPredicates = 7;  // Operand::width of PR

void add_range(RegisterSet& set, size_t first, size_t count, size_t end) {
  for (size_t member = first; member < std::min(first + count, end); ++member) set.set(member);
}

void add_register(RegisterSet& set, unsigned index, unsigned width) {
  if (index != kRegisterZero) add_range(set, index, width, kUniform);
}

void add_uniform(RegisterSet& set, unsigned index, unsigned width) {
  if (index != kUniformRegisterZero) add_range(set, kUniform + index, width, kPredicates);
}

void add_predicate(RegisterSet& set, size_t base, const Operand& operand) {
  if (operand.width == kAllPredicates)
    add_range(set, base, kPredicateTrue, base + kPredicateTrue);
  else if (operand.index != kPredicateTrue)
    set.set(base + operand.index);
}

// Registers that are named by themselves, not as part of an address.
void add_value(RegisterSet& set, const Operand& operand) {
  switch (operand.kind) {
    case OperandKind::Register:
      add_register(set, operand.index, operand.width);
      break;
    case OperandKind::UniformRegister:
      add_uniform(set, operand.index, operand.width);
      break;
    case OperandKind::Predicate:
      add_predicate(set, kPredicates, operand);
      break;
    case OperandKind::UniformPredicate:
      add_predicate(set, kUniformPredicates, operand);
      break;
    default:
      break;
  }
}

// Registers that an address is made of.
void add_address(RegisterSet& set, const Operand& operand) {
  if (operand.kind == OperandKind::Memory) {
    add_register(set, operand.index, operand.width);
    add_uniform(set, operand.uniform, 2);
    add_uniform(set, operand.descriptor, 2);
  } else if (operand.kind == OperandKind::Constant) {
    add_register(set, operand.index, 1);
  } else if (operand.kind == OperandKind::UniformConstant) {
    add_uniform(set, operand.uniform, 2);
  }
}

bool is_guarded(const Instruction& instruction) {
  return instruction.guard != kPredicateTrue;
}

}  // namespace

std::string register_name(size_t member) {
  if (member < kUniform) return fmt::format("R{}", member);
  if (member < kPredicates) return fmt::format("UR{}", member - kUniform);
  if (member < kUniformPredicates) return fmt::format("P{}", member - kPredicates);
  return fmt::format("UP{}", member - kUniformPredicates);
}

RegisterSet registers_read(const Instruction& instruction) {
  RegisterSet set;
  for (const Operand& operand : instruction.all_operands()) {
    add_address(set, operand);
    if (!operand.destination) add_value(set, operand);
  }
  if (is_guarded(instruction))
    set.set((instruction.guard_uniform ? kUniformPredicates : kPredicates) + instruction.guard);
  return set;
}

RegisterSet registers_written(const Instruction& instruction) {
  RegisterSet set;
  for (const Operand& operand : instruction.all_operands())
    if (operand.destination) add_value(set, operand);
  return set;
}

RegisterFlow::RegisterFlow(const Program& program) : program_(program), live_(program.size(), 0) {
  for (const Instruction& instruction : program.instructions) {
    read_.push_back(registers_read(instruction));
    written_.push_back(registers_written(instruction));
  }
  find_live();
}

// Backwards until nothing changes. A guarded instruction may leave its destination as it was.
void RegisterFlow::find_live() {
  const std::vector<BasicBlock>& blocks = program_.graph.blocks;
  std::vector<RegisterSet> at_start(blocks.size());
  const auto walk = [&](size_t b, bool note) {
    RegisterSet live;
    for (const uint32_t successor : blocks[b].successors) live |= at_start[successor];
    for (uint32_t i = blocks[b].last + 1; i-- > blocks[b].first;) {
      if (!is_guarded(program_.instructions[i])) live &= ~written_[i];
      live |= read_[i];
      if (note) {
        size_t count = 0;
        for (size_t r = 0; r < kUniform; ++r) count += live[r];
        live_[i] = static_cast<uint16_t>(count);
      }
    }
    const bool changed = live != at_start[b];
    at_start[b] = live;
    return changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t b = blocks.size(); b-- > 0;) changed |= walk(b, false);
  }
  for (size_t b = 0; b < blocks.size(); ++b) walk(b, true);
}

std::vector<ValueFlow> RegisterFlow::producers(uint32_t instruction) const {
  const std::vector<BasicBlock>& blocks = program_.graph.blocks;
  std::map<uint32_t, RegisterSet> found;
  // From the end of each block, what is still looked for there.
  std::vector<RegisterSet> seen(blocks.size());
  std::vector<std::pair<uint32_t, RegisterSet>> ways;
  const auto scan = [&](uint32_t block, uint32_t end, RegisterSet wanted) {
    for (uint32_t i = end; i-- > blocks[block].first && wanted.any();) {
      const RegisterSet made = wanted & written_[i];
      if (made.none()) continue;
      found[i] |= made;
      if (!is_guarded(program_.instructions[i])) wanted &= ~made;
    }
    if (wanted.any())
      for (const uint32_t before : blocks[block].predecessors) ways.emplace_back(before, wanted);
  };
  const uint32_t home = program_.graph.block_of[instruction];
  scan(home, instruction, read_[instruction]);
  while (!ways.empty()) {
    auto [block, wanted] = ways.back();
    ways.pop_back();
    wanted &= ~seen[block];
    if (wanted.none()) continue;
    seen[block] |= wanted;
    scan(block, blocks[block].last + 1, wanted);
  }
  std::vector<ValueFlow> flows;
  for (const auto& [producer, registers] : found) flows.push_back({producer, instruction, registers});
  return flows;
}

std::vector<ValueFlow> RegisterFlow::consumers(uint32_t instruction) const {
  const std::vector<BasicBlock>& blocks = program_.graph.blocks;
  std::map<uint32_t, RegisterSet> found;
  std::vector<RegisterSet> seen(blocks.size());
  std::vector<std::pair<uint32_t, RegisterSet>> ways;
  const auto scan = [&](uint32_t block, uint32_t first, RegisterSet held) {
    for (uint32_t i = first; i <= blocks[block].last && held.any(); ++i) {
      if (const RegisterSet used = held & read_[i]; used.any()) found[i] |= used;
      if (!is_guarded(program_.instructions[i])) held &= ~written_[i];
    }
    if (held.any())
      for (const uint32_t after : blocks[block].successors) ways.emplace_back(after, held);
  };
  scan(program_.graph.block_of[instruction], instruction + 1, written_[instruction]);
  while (!ways.empty()) {
    auto [block, held] = ways.back();
    ways.pop_back();
    held &= ~seen[block];
    if (held.none()) continue;
    seen[block] |= held;
    scan(block, blocks[block].first, held);
  }
  std::vector<ValueFlow> flows;
  for (const auto& [consumer, registers] : found) flows.push_back({instruction, consumer, registers});
  return flows;
}

}  // namespace warpglass::isa
