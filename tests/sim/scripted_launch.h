// A launch made by hand: each warp's steps are listed by the test. For exact-cycle tests of the timing model.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <vector>

#include "traces/warp_stream.h"

namespace warpglass::testing {

using isa::Category;
using isa::Instruction;
using isa::LatencyClass;
using isa::MemorySpace;
using isa::Opcode;
using isa::Pipe;

struct ScriptedStep {
  uint32_t instruction = 0;
  uint32_t mask = 0xffffffffu;
  std::array<uint64_t, kLanes> addresses{};
};

/// Builds instructions with few words.
inline Instruction alu(uint8_t stall = 1) {
  Instruction i;
  i.opcode = Opcode::IADD3;
  i.pipe = Pipe::Alu;
  i.latency_class = LatencyClass::Alu;
  i.category = Category::Arithmetic;
  i.control.stall = stall;
  return i;
}
inline Instruction exit_instruction() {
  Instruction i;
  i.opcode = Opcode::EXIT;
  i.pipe = Pipe::Cbu;
  i.category = Category::Exit;
  i.control.stall = 1;
  return i;
}
inline Instruction access(Opcode opcode, Category category, MemorySpace space, uint8_t bytes, uint8_t write_scoreboard) {
  Instruction i;
  i.opcode = opcode;
  i.pipe = Pipe::Lsu;
  i.latency_class = space == MemorySpace::Shared ? LatencyClass::Shared : LatencyClass::Global;
  i.category = category;
  i.space = space;
  i.access_bytes = bytes;
  i.control.stall = 1;
  i.control.write_scoreboard = write_scoreboard;
  return i;
}
inline Instruction barrier() {
  Instruction i;
  i.opcode = Opcode::BAR;
  i.pipe = Pipe::Adu;
  i.category = Category::Barrier;
  i.control.stall = 1;
  return i;
}

/// Every block runs the same steps. BAR steps wait for all warps of the block; `never_opens` leaves them waiting.
class ScriptedLaunch final : public LaunchStream {
 public:
  ScriptedLaunch(std::vector<Instruction> instructions, std::vector<std::vector<ScriptedStep>> warps, uint32_t blocks = 1)
      : warps_(std::move(warps)) {
    program_.kernel = "scripted";
    program_.sm = 90;
    program_.registers = 16;
    program_.static_shared_bytes = 1024;
    program_.text.assign(instructions.size(), "SCRIPTED");
    program_.locations.resize(instructions.size());
    program_.instructions = std::move(instructions);
    shape_.grid = {blocks, 1, 1};
    shape_.block = {static_cast<uint32_t>(warps_.size()) * kLanes, 1, 1};
  }

  const isa::Program& program() const override { return program_; }
  const LaunchShape& shape() const override { return shape_; }
  std::unique_ptr<BlockStream> start_block(uint64_t) override { return std::make_unique<Block>(*this); }

  bool never_opens = false;

 private:
  class Block final : public BlockStream {
   public:
    explicit Block(const ScriptedLaunch& launch) : launch_(launch), at_(launch.warps_.size(), 0), waiting_(launch.warps_.size(), false) {}

    uint32_t next(unsigned warp) const override {
      if (waiting_[warp]) return kWarpAtBarrier;
      return at_[warp] < launch_.warps_[warp].size() ? launch_.warps_[warp][at_[warp]].instruction : kWarpExited;
    }
    uint32_t behind_barrier(unsigned warp) const override {
      return at_[warp] < launch_.warps_[warp].size() ? launch_.warps_[warp][at_[warp]].instruction : kWarpExited;
    }
    uint32_t step(unsigned warp, Step& step) override {
      const ScriptedStep& scripted = launch_.warps_[warp][at_[warp]++];
      const Instruction& instruction = launch_.program_.instructions[scripted.instruction];
      step = Step{};
      step.instruction = scripted.instruction;
      step.active_mask = step.executed_mask = scripted.mask;
      step.space = instruction.space;
      if (instruction.is_memory()) step.addresses = scripted.addresses.data();
      if (instruction.category == Category::Barrier) arrive(warp, step);
      return 0;
    }
    void complete(uint32_t) override {}

   private:
    void arrive(unsigned warp, Step& step) {
      step.barrier = 0;
      waiting_[warp] = true;
      if (launch_.never_opens) return;
      for (const bool waits : waiting_)
        if (!waits) return;
      step.released_warps = static_cast<uint32_t>((uint64_t{1} << waiting_.size()) - 1);
      waiting_.assign(waiting_.size(), false);
    }
    const ScriptedLaunch& launch_;
    std::vector<size_t> at_;
    std::vector<bool> waiting_;
  };

  isa::Program program_;
  LaunchShape shape_;
  std::vector<std::vector<ScriptedStep>> warps_;
};

}  // namespace warpglass::testing
