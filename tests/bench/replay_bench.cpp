// Replay speed in warp instructions a second, by kernel and instruction set level.
#include <benchmark/benchmark.h>

#include "tests/traces/replay/synthetic_capsule.h"
#include "traces/replay/replay.h"

namespace warpglass {
namespace {

void measure(benchmark::State& state, const Capsule& capsule) {
  ReplayOptions options;
  options.level = static_cast<isa::Level>(state.range(0));
  if (options.level > isa::best_level()) return state.SkipWithError("this processor lacks the level");
  double instructions = 0, seconds = 0;
  for (auto _ : state) {
    const ReplayResult result = replay(capsule, options);
    instructions += static_cast<double>(result.warp_instructions);
    seconds += result.seconds;
    state.SetIterationTime(result.seconds);
  }
  state.counters["warp_instructions/s"] = instructions / seconds;
}

void gemm_tiled(benchmark::State& state) {
  const unsigned n = 512;
  const std::vector<float> ones(n * n, 1.0f), zeros(n * n, 0.0f);
  test::SyntheticCapsule launch("gemm_tiled", {n / 32, n / 32}, {32, 32});
  launch.buffer(ones), launch.buffer(ones), launch.buffer(zeros), launch.parameter(n);
  measure(state, launch.make("bench-gemm"));
}

void gemm_naive(benchmark::State& state) {
  const unsigned n = 256;
  const std::vector<float> ones(n * n, 1.0f), zeros(n * n, 0.0f);
  test::SyntheticCapsule launch("gemm_naive", {n / 32, n / 8}, {32, 8});
  launch.buffer(ones), launch.buffer(ones), launch.buffer(zeros), launch.parameter(n);
  measure(state, launch.make("bench-naive"));
}

void vector_add(benchmark::State& state) {
  const unsigned n = 1 << 22;
  const std::vector<float> ones(n, 1.0f), zeros(n, 0.0f);
  test::SyntheticCapsule launch("vadd", {n / 256}, {256});
  launch.buffer(ones), launch.buffer(ones), launch.buffer(zeros), launch.parameter(n);
  measure(state, launch.make("bench-vadd"));
}

void transpose_conflict(benchmark::State& state) {
  const unsigned n = 1024;
  const std::vector<float> ones(n * n, 1.0f), zeros(n * n, 0.0f);
  test::SyntheticCapsule launch("transpose_conf", {n / 32, n / 32}, {32, 8});
  launch.buffer(ones), launch.buffer(zeros), launch.parameter(n);
  measure(state, launch.make("bench-transpose"));
}

void softmax(benchmark::State& state) {
  const unsigned rows = 256, columns = 2048;
  const std::vector<float> ones(rows * columns, 1.0f), zeros(rows * columns, 0.0f);
  test::SyntheticCapsule launch("softmax", {rows}, {256});
  launch.buffer(ones), launch.buffer(zeros), launch.parameter(columns);
  measure(state, launch.make("bench-softmax"));
}

BENCHMARK(gemm_tiled)->DenseRange(0, 2)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(gemm_naive)->DenseRange(0, 2)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(vector_add)->DenseRange(0, 2)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(transpose_conflict)->DenseRange(0, 2)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(softmax)->DenseRange(0, 2)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warpglass
