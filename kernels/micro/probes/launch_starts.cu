// When the blocks of an SM start, one after the other, by their number, their size and by what they do: their code warm, or pushed
// out of the SMs, or of all caches.
#include <map>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

struct Note {
  uint32_t sm, start;
};

// What a warp does after it has noted its start: ends, or asks the ADU for the clock (S2UR) or adds until it has stayed for `cycles`.
enum class Then : uint8_t { End, AskAdu, Add };

template <Then kThen>
__global__ void probed_start(Note* notes, uint32_t cycles, float b, float* out) {
  const uint64_t start = clock_long();
  if (kThen == Then::AskAdu) {
    while (clock_low() - static_cast<uint32_t>(start) < cycles) {
    }
  }
  if (kThen == Then::Add) {
    float a[4] = {b, b + 1, b + 2, b + 3};
    for (uint32_t i = 0; i < cycles; i += 64) {
#pragma unroll
      for (int j = 0; j < 16; ++j) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(a[j % 4]) : "f"(b));
    }
    if (a[0] + a[1] + a[2] + a[3] == 99.0f) *out = 1;
  }
  if (threadIdx.x % 32 == 0) notes[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = {sm_id(), static_cast<uint32_t>(start + (threadIdx.x >> 16))};
}

// By SM, when the first warp of each of its blocks starts, in order.
std::map<uint32_t, std::vector<uint32_t>> starts_of_sms(const std::vector<Note>& notes, unsigned warps) {
  std::map<uint32_t, std::vector<uint32_t>> starts;
  for (size_t block = 0; block < notes.size() / warps; ++block) {
    uint32_t first = notes[block * warps].start;
    for (unsigned w = 1; w < warps; ++w)
      if (static_cast<int32_t>(notes[block * warps + w].start - first) < 0) first = notes[block * warps + w].start;
    starts[notes[block * warps].sm].push_back(first);
  }
  for (auto& [sm, times] : starts)
    std::sort(times.begin(), times.end(), [](uint32_t a, uint32_t b) { return static_cast<int32_t>(a - b) < 0; });
  return starts;
}

// Code: warm; pushed out of the SMs; or out of all caches by the profiler.
template <Then kThen>
void measure(Output& output, const char* then, unsigned blocks_per_sm, unsigned warps, const char* code) {
  auto* notes = static_cast<Note*>(device_memory(64 << 20));
  const unsigned blocks = sm_count() * blocks_per_sm;
  const bool profiled = std::string(code) == "profiled", cold = std::string(code) == "cold";
  std::vector<std::vector<double>> after(blocks_per_sm);  // the first start, by block of an SM: means over the SMs
  for (int repeat = 0; repeat < repeats(profiled ? 5 : 9); ++repeat) {
    if (cold) flush_instruction_caches();
    if (profiled) output.launch("launch_starts_profiled", parameters("then", then, "blocks_per_sm", blocks_per_sm, "warps", warps));
    probed_start<kThen><<<blocks, 32 * warps>>>(notes, 4000, 0.5f, reinterpret_cast<float*>(notes));
    const auto host = copy_back<Note>(notes, size_t{blocks} * warps);
    std::vector<double> sums(blocks_per_sm), counts(blocks_per_sm);
    for (const auto& [sm, starts] : starts_of_sms(host, warps)) {
      for (size_t k = 0; k < std::min<size_t>(starts.size(), blocks_per_sm); ++k) {
        sums[k] += starts[k] - starts[0];
        ++counts[k];
      }
    }
    for (unsigned k = 0; k < blocks_per_sm; ++k)
      if (counts[k] > 0) after[k].push_back(sums[k] / counts[k]);
  }
  for (unsigned k = 1; k < blocks_per_sm; ++k) {
    if (k > 8 && k % 8 != 7) continue;
    output.result("launch_starts", parameters("then", then, "blocks_per_sm", blocks_per_sm, "warps", warps, "code", code, "block", k + 1), after[k], "cycles");
  }
}

void measure_shapes(Output& output, const char* code) {
  struct Shape {
    unsigned blocks_per_sm, warps;
  };
  for (const Shape shape : {Shape{8, 1}, {32, 1}, {8, 4}, {16, 4}, {2, 8}, {4, 8}, {6, 8}, {8, 8}, {4, 16}, {2, 32}}) {
    measure<Then::End>(output, "end", shape.blocks_per_sm, shape.warps, code);
    measure<Then::AskAdu>(output, "ask the ADU", shape.blocks_per_sm, shape.warps, code);
    measure<Then::Add>(output, "add", shape.blocks_per_sm, shape.warps, code);
  }
}

void launch_starts(Output& output) {
  measure_shapes(output, "warm");
  measure_shapes(output, "cold");
}
void launch_starts_profiled(Output& output) { measure_shapes(output, "profiled"); }
const Register registered("launch_starts", false, launch_starts);
const Register registered_profiled("launch_starts_profiled", true, launch_starts_profiled);

}  // namespace
}  // namespace warpglass::probes
