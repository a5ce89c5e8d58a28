#include "traces/replay/replay.h"

#include <unistd.h>

#include <chrono>

#include "base/error.h"
#include "traces/replay/grid.h"
#include "traces/replay/launch_image.h"

namespace warpglass {
namespace {


Verdict verdict_of(const MemoryComparison& comparison) {
  if (comparison.different_words == 0) return Verdict::BitExact;
  return comparison.different_words == comparison.accumulated_words ? Verdict::ExactButAccumulated : Verdict::Mismatch;
}

}  // namespace

std::string ReplayResult::verdict_text() const {
  switch (verdict) {
    case Verdict::BitExact: return "bit-exact";
    case Verdict::ExactButAccumulated: return "exact but for atomically accumulated words";
    case Verdict::Mismatch: break;
  }
  const MemoryMismatch& m = comparison.first;
  return fmt::format("mismatch at 0x{:x} (byte {} of the {} region at 0x{:x}): expected 0x{:08x}, found 0x{:08x}; {} words differ", m.address,
                     m.address - m.region_address, m.region, m.region_address, m.expected, m.found, comparison.different_words);
}

ReplayResult replay(const Capsule& capsule, const ReplayOptions& options) {
  const auto image = load_launch(capsule, options.level);
  DeviceMemory memory(capsule, options.memory_limit);
  ReplayResult result;
  const auto start = std::chrono::steady_clock::now();
  GridRun run = run_grid(image, memory, options.threads, options.multiprocessors);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.counts = std::move(run.counts);
  result.threads = run.threads;
  for (const isa::InstructionCounts& c : result.counts) {
    result.warp_instructions += c.warps;
    result.thread_instructions += c.threads;
    result.thread_instructions_on += c.threads_on;
  }
  result.comparison = memory.compare();
  result.verdict = verdict_of(result.comparison);
  return result;
}

}  // namespace warpglass
