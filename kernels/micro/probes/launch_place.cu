// Where and when blocks and warps start: SM, clock and global timer of every warp's first instruction.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

struct Note {
  uint32_t sm, start, end, timer;  // clock at start and end, low half of the global timer at the start
};

__global__ void place(Note* notes, uint32_t cycles) {
  const uint32_t start = clock_low();
  const auto timer = static_cast<uint32_t>(global_timer());
  uint32_t end = start;
  while (end - start < cycles) end = clock_low();
  if (threadIdx.x % 32 == 0) {
    const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    notes[warp] = {sm_id(), start, clock_low(), timer};
  }
}

// Pairs of global timer and clock, taken when the timer changes: what the clocks of SMs differ by.
__global__ void tick(uint64_t* pairs) {
  constexpr int kTicks = 8;
  for (int i = 0; i < kTicks; ++i) {
    const uint64_t before = global_timer();
    uint64_t timer = before;
    uint64_t clock = 0;
    while (timer == before) {
      timer = global_timer();
      clock = clock_long();
    }
    pairs[(sm_id() * kTicks + i) * 2] = timer;
    pairs[(sm_id() * kTicks + i) * 2 + 1] = clock;
  }
}

void ticks(Output& output) {
  allow_whole_sm(tick);
  auto* pairs = static_cast<uint64_t*>(device_memory(64 << 20));
  for (int repeat = 0; repeat < repeats(3); ++repeat) {
    tick<<<sm_count(), 1, kWholeSm>>>(pairs);
    const auto host = copy_back<uint64_t>(pairs, sm_count() * 16);
    std::vector<double> values;
    for (size_t i = 0; i < host.size(); ++i) {
      const uint64_t base = host[i % 2];
      values.push_back(static_cast<double>(static_cast<int64_t>(host[i] - base)));
    }
    output.series("clock_ticks", parameters("per_sm", 8), values, "ns, cycles");
  }
}

void launch_place(Output& output) {
  auto* notes = static_cast<Note*>(device_memory(64 << 20));
  ticks(output);
  struct Shape { unsigned grid, block, cycles; };
  for (const Shape shape : {Shape{132, 32, 0}, {264, 128, 20000}, {4224, 32, 20000}, {1056, 256, 20000}, {264, 1024, 20000},
                            {2112, 256, 3000}, {792, 1024, 3000}, {4224, 32, 200}}) {
    for (int repeat = 0; repeat < repeats(2); ++repeat) {
      place<<<shape.grid, shape.block>>>(notes, shape.cycles);
      check(cudaDeviceSynchronize(), "placing blocks");
    }
    const unsigned warps = shape.grid * shape.block / 32;
    const auto host = copy_back<Note>(notes, warps);
    std::vector<double> values;
    // Warps of only some blocks where there are many: the first four warps of each, all of every eighth block.
    for (unsigned w = 0; w < warps; ++w) {
      const unsigned in_block = w % (shape.block / 32), block = w / (shape.block / 32);
      if (in_block > 0 && block % 8 != 0) continue;
      const Note& note = host[w];
      for (const uint32_t value : {block, in_block, note.sm, note.start, note.end, note.timer - host[0].timer})
        values.push_back(value);
    }
    output.series("launch_place", parameters("grid", shape.grid, "block", shape.block, "cycles", shape.cycles), values,
                  "block, warp, sm, start, end, ns");
  }
  ticks(output);
}
const Register registered("launch_place", false, launch_place);

}  // namespace
}  // namespace warpglass::probes
