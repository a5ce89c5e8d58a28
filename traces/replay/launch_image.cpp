#include "traces/replay/launch_image.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "isa/cubin.h"
#include "isa/nvdisasm.h"

namespace warpglass {
namespace {

/// Shared memory that a block can have on any GPU so far, with room; protects against hostile capsules.
constexpr uint32_t kMaxSharedBytes = 1u << 20;
/// Stack of a thread: at most this much is modelled.
constexpr uint32_t kMaxLocalBytes = 512u << 10;
/// What a frame size does not say: functions that are called, recursion.
constexpr uint32_t kLocalSlack = 1024;
/// Local memory's addresses are 24 bits.
constexpr uint32_t kLocalTop = 1u << 24;

uint32_t constant_word(const isa::ConstantBanks& banks, unsigned bank, uint32_t offset) {
  uint32_t value = 0;
  if (banks[bank].size() >= offset + 4u) std::memcpy(&value, banks[bank].data() + offset, 4);
  return value;
}

isa::ConstantBanks banks_of(const CapsuleInfo& info) {
  isa::ConstantBanks banks;
  for (const auto& [number, bytes] : info.constant_banks)
    if (number < banks.size()) banks[number] = bytes;
  return banks;
}

void fill_thread_rows(isa::LaunchContext& context, const LaunchShape& shape) {
  const uint32_t lanes = shape.warps_per_block() * kLanes;
  for (auto& row : context.thread_rows) row.resize(lanes);
  for (uint32_t t = 0; t < lanes; ++t) {
    context.thread_rows[0][t] = t % shape.block.x;
    context.thread_rows[1][t] = t / shape.block.x % shape.block.y;
    context.thread_rows[2][t] = t / shape.block.x / shape.block.y;
  }
}

/// Banks that the capsule does not hold but the cubin does: jump tables (bank 2) and others without addresses to fill in.
void add_cubin_banks(CapsuleInfo& info, std::span<const uint8_t> cubin) {
  for (const isa::ConstantBank& bank : isa::read_cubin(cubin).constant_banks)
    if (bank.bank != 0 && bank.relocations.empty() && (bank.kernel.empty() || bank.kernel == info.kernel))
      info.constant_banks.try_emplace(bank.bank, bank.bytes);
}

void check_shape(const LaunchShape& shape, const std::string& kernel) {
  const uint64_t threads = shape.block.count();
  if (threads == 0 || threads > kLanes * kMaxWarpsPerBlock || shape.grid.count() == 0)
    throw bad_input("kernel {}: {} x {} x {} threads a block and {} blocks are no valid launch", kernel, shape.block.x, shape.block.y,
                    shape.block.z, shape.grid.count());
  if (shape.cluster.count() > 1) throw unsupported("kernel {}: clusters of {} blocks are not supported", kernel, shape.cluster.count());
}

}  // namespace

std::shared_ptr<const LaunchImage> make_launch(isa::Program program, const CapsuleInfo& info, isa::Level level) {
  check_shape(info.shape, info.kernel);
  auto image = std::make_shared<LaunchImage>();
  image->shape = info.shape;
  image->program = std::move(program);
  isa::LaunchContext& context = image->context;
  context.kernel = info.kernel;
  context.banks = banks_of(info);
  context.grid = {info.shape.grid.x, info.shape.grid.y, info.shape.grid.z};
  context.block = {info.shape.block.x, info.shape.block.y, info.shape.block.z};
  context.shared_window = info.shared_window;
  context.local_window = info.local_window;
  context.stack_pointer = constant_word(context.banks, 0, 0x28);
  const uint64_t shared = uint64_t{image->program.static_shared_bytes} + info.shape.dynamic_shared_bytes;
  if (shared > kMaxSharedBytes) throw bad_input("kernel {}: {} bytes of shared memory a block are more than a GPU has", info.kernel, shared);
  context.shared_bytes = static_cast<uint32_t>(shared);
  fill_thread_rows(context, info.shape);
  image->code = isa::translate(image->program, context.banks, level);
  // Threads own what is below the stack pointer, and the little above it.
  const uint32_t top = context.stack_pointer && context.stack_pointer < kLocalTop ? context.stack_pointer : kLocalTop - 0x240;
  const uint32_t frame = std::min({image->program.local_bytes + kLocalSlack, kMaxLocalBytes, top}) & ~15u;
  image->local_low = (top - frame) & ~15u;
  image->local_bytes = kLocalTop - image->local_low;
  return image;
}

std::shared_ptr<const LaunchImage> load_launch(const Capsule& capsule, isa::Level level) {
  const std::vector<uint8_t> cubin = capsule.cubin();
  CapsuleInfo info = capsule.info();
  std::string disassembly = capsule.disassembly();
  if (disassembly.empty()) disassembly = isa::disassemble(cubin, info.kernel);
  add_cubin_banks(info, cubin);
  return make_launch(isa::load_program(cubin, disassembly, info.kernel), info, level);
}

}  // namespace warpglass
