// What a launch costs: kernels that do nothing, or that only wait, in many shapes, under the profiler.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kLaunches = 5;

__global__ void probed_empty() {}

__global__ void probed_wait(uint32_t cycles) {
  const uint32_t start = clock_low();
  while (clock_low() - start < cycles) {
  }
}

__global__ void probed_shared(uint32_t cycles) {
  extern __shared__ uint32_t words[];
  const uint32_t start = clock_low();
  while (clock_low() - start < cycles) {
  }
  if (cycles == 0xffffffffu) words[threadIdx.x] = start;
}

void launch_empty(Output& output) {
  for (unsigned block : {32u, 64u, 128u, 256u, 512u, 1024u}) {
    for (unsigned grid : {1u, 2u, 8u, 66u, 132u, 264u, 528u, 1056u, 4224u, 16896u, 65536u}) {
      if (grid >= 4224 && block != 32 && block != 256 && block != 1024) continue;
      for (int i = 0; i < repeats(kLaunches); ++i) {
        output.launch("launch_empty", parameters("grid", grid, "block", block));
        probed_empty<<<grid, block>>>();
      }
    }
  }
}
const Register empty("launch_empty", true, launch_empty);

// Waves of blocks that each wait: what a wave takes beyond the wait is the change of blocks.
void launch_wait(Output& output) {
  for (unsigned block : {32u, 256u, 1024u}) {
    const unsigned resident = block == 32 ? 32 : 2048 / block;
    for (unsigned waves : {1u, 2u, 5u, 9u}) {
      for (unsigned cycles : {0u, 4000u}) {
        for (int i = 0; i < repeats(kLaunches); ++i) {
          output.launch("launch_wait", parameters("waves", waves, "block", block, "resident", resident, "cycles", cycles));
          probed_wait<<<132 * resident * waves, block>>>(cycles);
        }
      }
    }
  }
}
const Register wait("launch_wait", true, launch_wait);

void launch_shared(Output& output) {
  allow_whole_sm(probed_shared);
  for (int bytes : {0, 8 << 10, 40 << 10, 100 << 10, kWholeSm}) {
    for (unsigned waves : {1u, 5u}) {
      for (int i = 0; i < repeats(kLaunches); ++i) {
        output.launch("launch_shared", parameters("bytes", bytes, "grid", 132 * waves, "block", 128, "cycles", 500));
        probed_shared<<<132 * waves, 128, bytes>>>(500);
      }
    }
  }
}
const Register shared("launch_shared", true, launch_shared);

}  // namespace
}  // namespace warpglass::probes
