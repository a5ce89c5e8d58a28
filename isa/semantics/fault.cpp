#include "base/error.h"
#include "isa/semantics/block_context.h"

namespace warpglass::isa {

namespace {

std::string where(const WarpState& w, const MicroOp& op, unsigned lane) {
  const BlockContext& block = *w.block;
  const auto axis = [&](unsigned i) {
    const auto& rows = block.launch->thread_rows[i];
    const size_t thread = size_t{w.index} * kWarpLanes + lane;
    return thread < rows.size() ? rows[thread] : 0;
  };
  return fmt::format("instruction {} at 0x{:04x}, block ({},{},{}), thread ({},{},{})", name(op.instruction->opcode),
                     op.index * kInstructionBytes, block.index[0], block.index[1], block.index[2], axis(0), axis(1), axis(2));
}

}  // namespace

void raise_fault(const WarpState& w, const MicroOp& op, Fault fault, uint64_t address, unsigned lane) {
  const std::string place = where(w, op, lane);
  const std::string& kernel = w.block->launch->kernel;
  switch (fault) {
    case Fault::OutsideMemory:
      throw bad_input("kernel {} {} 0x{:x} ({}), which the capsule does not hold: capture it again",
                      kernel, op.instruction->category == Category::Store || op.instruction->category == Category::Reduction ? "writes" : "reads",
                      address, place);
    case Fault::OutsideShared:
      throw bad_input("kernel {} accesses shared memory at 0x{:x} of 0x{:x} bytes ({})", kernel, address, w.block->shared_bytes, place);
    case Fault::ForeignShared:
      throw unsupported("kernel {} accesses the shared memory of another block of its cluster at 0x{:x} ({})", kernel, address, place);
    case Fault::OutsideLocal:
      throw bad_input("kernel {} accesses local memory at 0x{:x}, outside 0x{:x}…0x{:x} ({})", kernel, address, w.block->local_low,
                      w.block->local_low + w.block->local_stride, place);
    case Fault::OutsideConstant:
      throw bad_input("kernel {} reads constant bank {} at 0x{:x}, which the capsule does not hold ({})", kernel, op.immediate2, address, place);
    case Fault::Misaligned:
      throw bad_input("kernel {} accesses 0x{:x}, which is no multiple of {} ({})", kernel, address, unsigned{op.bytes}, place);
    case Fault::MixedSpaces: break;
  }
  throw internal_error("memory fault at 0x{:x} ({})", address, place);
}

}  // namespace warpglass::isa
