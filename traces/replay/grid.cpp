#include "traces/replay/grid.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "traces/replay/block.h"

namespace warpglass {
namespace {

/// Instructions that a warp executes before the next one's turn. Long turns keep a warp's registers in the cache; where
/// warps may spin, short ones cost less waiting.
constexpr uint32_t kTurn = 4096;
constexpr uint32_t kSpinTurn = 256;
/// Instructions of a block before the next one's turn, where blocks may wait for each other.
constexpr uint64_t kBlockTurn = 1u << 16;

/// Limits of an sm_90 multiprocessor.
constexpr uint32_t kRegistersPerSm = 65536, kWarpsPerSm = 64, kBlocksPerSm = 32, kSharedPerSm = 228u << 10;

class Counts {
 public:
  explicit Counts(size_t instructions) : counts_(instructions) {}
  void add(const std::vector<isa::InstructionCounts>& other) {
    const std::lock_guard lock(mutex_);
    for (size_t i = 0; i < counts_.size(); ++i) {
      counts_[i].warps += other[i].warps;
      counts_[i].threads += other[i].threads;
      counts_[i].threads_on += other[i].threads_on;
    }
  }
  std::vector<isa::InstructionCounts> take() { return std::move(counts_); }

 private:
  std::mutex mutex_;
  std::vector<isa::InstructionCounts> counts_;
};

/// Runs blocks to their end; `next` hands out their numbers to several threads.
void run_independent(const std::shared_ptr<const LaunchImage>& image, DeviceMemory& memory, std::atomic<uint64_t>& next,
                     Counts& counts) {
  isa::MemoryPort port = memory.port();
  Block block(image, port);
  std::vector<isa::InstructionCounts> own(image->program.size());
  const uint64_t blocks = image->shape.blocks();
  for (uint64_t number = next++; number < blocks; number = next++) {
    block.start(number);
    while (!block.finished()) block.run_all(kTurn, ~uint64_t{0}, own.data());
  }
  counts.add(own);
}

/// A block gets turns until it ends; another one starts when it did not end in its turn and there is room.
void run_interleaved(const std::shared_ptr<const LaunchImage>& image, DeviceMemory& memory, uint64_t room, Counts& counts) {
  isa::MemoryPort port = memory.port();
  std::vector<isa::InstructionCounts> own(image->program.size());
  std::deque<std::unique_ptr<Block>> resident;
  std::vector<std::unique_ptr<Block>> idle;
  uint64_t next = 0;
  const uint64_t blocks = image->shape.blocks();
  while (next < blocks || !resident.empty()) {
    if (next < blocks && resident.size() < room) {
      if (idle.empty()) idle.push_back(std::make_unique<Block>(image, port));
      resident.push_front(std::move(idle.back()));
      idle.pop_back();
      resident.front()->start(next++);
    }
    std::unique_ptr<Block> block = std::move(resident.front());
    resident.pop_front();
    block->run_all(kSpinTurn, kBlockTurn, own.data());
    if (block->finished())
      idle.push_back(std::move(block));
    else
      resident.push_back(std::move(block));
  }
  counts.add(own);
}

void run_threads(const std::shared_ptr<const LaunchImage>& image, DeviceMemory& memory, unsigned threads, Counts& counts) {
  std::atomic<uint64_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    try {
      run_independent(image, memory, next, counts);
    } catch (...) {
      next = image->shape.blocks();
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

unsigned resident_blocks(const LaunchImage& image) {
  const uint32_t warps = image.shape.warps_per_block();
  const uint32_t registers = (image.program.registers * kLanes + 255) / 256 * 256 * warps;
  uint32_t blocks = std::min(kBlocksPerSm, kWarpsPerSm / warps);
  if (registers) blocks = std::min(blocks, kRegistersPerSm / registers);
  if (image.context.shared_bytes) blocks = std::min(blocks, kSharedPerSm / image.context.shared_bytes);
  return std::max(blocks, 1u);
}

GridRun run_grid(const std::shared_ptr<const LaunchImage>& image, DeviceMemory& memory, unsigned threads, unsigned multiprocessors) {
  Counts counts(image->program.size());
  GridRun run;
  if (image->code.may_spin) {
    run_interleaved(image, memory, uint64_t{resident_blocks(*image)} * std::max(multiprocessors, 1u), counts);
  } else {
    const bool independent = !image->code.has_global_atomics;
    run.threads = static_cast<unsigned>(std::min<uint64_t>(independent ? std::max(threads, 1u) : 1, image->shape.blocks()));
    run_threads(image, memory, run.threads, counts);
  }
  run.counts = counts.take();
  return run;
}

}  // namespace warpglass
