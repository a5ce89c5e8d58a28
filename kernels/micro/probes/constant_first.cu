// Constant bank 0 (a kernel's parameters): what the first access of an SM to each of its lines takes. Every launch has new
// parameters, so the first access is cold in each.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kWords = 960;
constexpr int kSteps = 12;
struct Table {
  uint32_t words[kWords];
};
struct Offsets {
  uint32_t word[kSteps];
};
// Behind the table's 0x210: neighbours, then further and further, then again.
constexpr Offsets kOffsets{{0, 1, 8, 16, 32, 48, 64, 128, 256, 512, 900, 900}};

// LDC: an index that is known only when it runs.
__global__ void probed_first_load(uint32_t* times, const __grid_constant__ Table table) {
  uint32_t noted[kSteps + 1];
  uint32_t value = threadIdx.x / 32;
  noted[0] = clock_after(value);
  constexpr uint32_t offsets[kSteps] = {0, 1, 8, 16, 32, 48, 64, 128, 256, 512, 900, 900};
#pragma unroll
  for (int i = 0; i < kSteps; ++i) {
    uint32_t at = offsets[i] + value;
    asm volatile("mov.b32 %0, %0;" : "+r"(at));
    value = table.words[at];
    noted[i + 1] = clock_after(value);
  }
  if (threadIdx.x == 0)
    for (int i = 0; i <= kSteps; ++i) times[blockIdx.x * 16 + i] = noted[i];
}

// An immediate constant operand, read at issue.
template <int offset>
__device__ inline uint32_t operand(const Table& table, uint32_t value) {
  return value * table.words[offset] + value;
}
__global__ void probed_first_operand(uint32_t* times, const __grid_constant__ Table table) {
  uint32_t noted[5];
  uint32_t value = threadIdx.x;
  noted[0] = clock_after(value);
  value = operand<8>(table, value);
  noted[1] = clock_after(value);
  value = operand<40>(table, value);
  noted[2] = clock_after(value);
  value = operand<300>(table, value);
  noted[3] = clock_after(value);
  value = operand<301>(table, value);
  noted[4] = clock_after(value);
  if (threadIdx.x == 0)
    for (int i = 0; i < 5; ++i) times[blockIdx.x * 16 + i] = noted[i];
}

template <class Kernel>
void measure(Output& output, const char* how, Kernel kernel, int steps, const uint32_t* offsets, unsigned grid) {
  auto* times = static_cast<uint32_t*>(device_memory(1 << 20));
  std::vector<std::vector<double>> gaps(static_cast<size_t>(steps));
  for (int repeat = 0; repeat < repeats(9); ++repeat) {
    Table table{};  // zeros, which keep `value` 0
    kernel<<<grid, 32>>>(times, table);
    const auto host = copy_back<uint32_t>(times, size_t{grid} * 16);
    if (repeat == 0) continue;  // instructions are cold as well
    for (unsigned block = 0; block < grid; ++block)
      for (int i = 0; i < steps; ++i) gaps[static_cast<size_t>(i)].push_back(host[block * 16 + i + 1] - host[block * 16 + i]);
  }
  for (int i = 0; i < steps; ++i)
    output.result("constant_first", parameters("how", how, "step", i, "word", offsets[i], "blocks", grid), gaps[static_cast<size_t>(i)], "cycles");
}

void constant_first(Output& output) {
  constexpr uint32_t kOperandWords[] = {8, 40, 300, 301};
  for (const unsigned grid : {1u, sm_count()}) {
    measure(output, "LDC", probed_first_load, kSteps, kOffsets.word, grid);
    measure(output, "operand", probed_first_operand, 4, kOperandWords, grid);
  }
}
const Register registered("constant_first", false, constant_first);

// The same under the profiler, which empties all caches before each launch.
void constant_first_cold(Output& output) {
  auto* times = static_cast<uint32_t*>(device_memory(1 << 20));
  std::vector<double> loads, operands;
  for (int repeat = 0; repeat < repeats(20); ++repeat) {
    Table table{};
    output.launch("constant_first_cold", parameters("how", "LDC"));
    probed_first_load<<<sm_count(), 32>>>(times, table);
    for (const uint32_t t : copy_back<uint32_t>(times, sm_count() * 16)) loads.push_back(t);
    output.launch("constant_first_cold", parameters("how", "operand"));
    probed_first_operand<<<sm_count(), 32>>>(times, table);
    for (const uint32_t t : copy_back<uint32_t>(times, sm_count() * 16)) operands.push_back(t);
  }
  output.series("constant_first_cold_times", parameters("how", "LDC", "blocks", sm_count()), loads, "clock, 16 a block");
  output.series("constant_first_cold_times", parameters("how", "operand", "blocks", sm_count()), operands, "clock, 16 a block");
}
const Register cold("constant_first_cold", true, constant_first_cold);

}  // namespace
}  // namespace warpglass::probes
