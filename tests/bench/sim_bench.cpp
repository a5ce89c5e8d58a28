// Warp instructions a second of the timing model, execution included, one thread.
#include <benchmark/benchmark.h>

#include "sim/cli/launch_input.h"

namespace {

void simulate(benchmark::State& state, const char* name) {
  const std::string capsule = std::string(WARPGLASS_SOURCE_DIR "/traces/samples/") + name + ".capsule";
  double instructions = 0;
  for (auto _ : state) {
    const auto result = warpglass::cli::simulate_file(capsule, "h200", {}, {});
    instructions += static_cast<double>(result.warp_instructions());
  }
  state.counters["warp_instructions_per_second"] = benchmark::Counter(instructions, benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(simulate, gemm_tiled32, "gemm-tiled32-512")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, gemm_naive, "gemm-naive-256")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, softmax_online, "softmax-online-2048")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, transpose_conflict, "transpose-conflict-1024")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, transpose_naive, "transpose-naive-1024")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, vector_add, "vector_add-float-1048576")->Unit(benchmark::kMillisecond);

}  // namespace
