// large_run FOLDER: a run of about 100 million warp instructions, its size and how long it takes to open.
// There is no sample that large, so one is made: the tiled GEMM of 512 (11.5 million warp instructions)
// launched with a grid of depth
// 8. The kernel does not read blockIdx.z, so each layer computes the same product: a real launch, executed in
// full. It takes about 45 seconds. What the run must keep (the limits below) is what gui/README.md says; exit
// code 1 when it does not.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "gui/core/load.h"
#include "gui/core/timeline/timeline_data.h"
#include "sim/cli/launch_input.h"
#include "sim/run_file.h"
#include "traces/capsule.h"

namespace {

using namespace warpglass;

constexpr uint32_t kDepth = 8;
constexpr uint64_t kMostBytes = 200'000'000;
constexpr double kMostSeconds = 2;

void write_deep_capsule(const std::filesystem::path& from, const std::filesystem::path& to) {
  const Capsule capsule = Capsule::open(from);
  CapsuleWriter writer(to);
  CapsuleInfo info = capsule.info();
  info.shape.grid.z = kDepth;
  writer.set_info(info);
  writer.set_cubin(capsule.cubin());
  writer.set_disassembly(capsule.disassembly());
  for (const SourceFile& source : capsule.sources()) writer.add_source(source);
  for (size_t r = 0; r < capsule.regions().size(); ++r) {
    const MemoryRegion& region = capsule.regions()[r];
    writer.add_region(region);
    for (uint64_t c = 0; c < region.chunks(); ++c) {
      if (!capsule.chunk_present(r, c)) continue;
      writer.set_chunk_before(r, c, capsule.chunk_before(r, c));
      if (capsule.chunk_changed(r, c)) writer.set_chunk_after(r, c, capsule.chunk_after(r, c));
    }
  }
  writer.finish();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool measure(const std::filesystem::path& capsule, const std::filesystem::path& path, const char* detail) {
  sim::SimulationOptions options;
  options.threads = 2;
  options.detail = sim::parse_detail(detail);
  const auto started = std::chrono::steady_clock::now();
  const sim::RunResult result = cli::simulate_file(capsule, "h200", {}, options);
  const double simulated = seconds_since(started);
  sim::write_run(result, path);
  const auto opened = std::chrono::steady_clock::now();
  const gui::Loaded loaded = gui::load_file(path, {}, [](double, const std::string&) { return true; });
  const double open = seconds_since(opened);
  const uint64_t bytes = std::filesystem::file_size(path);
  size_t complete = 0;
  for (const sim::RecordedSm& sm : result.timeline->recorded) complete += sm.complete ? 1 : 0;
  fmt::print(
      "--detail {}: {:.1f} million warp instructions, {} of {} SMs recorded ({} in full), {:.1f} million "
      "segments; simulated in {:.0f} s; {:.1f} MB on disk; opened in {:.2f} s; {:.0f} MB in the window\n",
      detail, static_cast<double>(result.warp_instructions()) * 1e-6, result.timeline->recorded.size(),
      result.sms, complete, static_cast<double>(loaded.run->timeline->segment_count()) * 1e-6, simulated,
      static_cast<double>(bytes) * 1e-6, open, static_cast<double>(gui::document_bytes(*loaded.run)) * 1e-6);
  return bytes <= kMostBytes && open <= kMostSeconds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: large_run FOLDER [all]\n");
    return 2;
  }
  try {
    const std::filesystem::path folder(argv[1]);
    const std::filesystem::path capsule = folder / "gemm-tiled32-512-deep.capsule";
    write_deep_capsule(
        std::filesystem::path(WARPGLASS_SOURCE_DIR) / "traces/samples/gemm-tiled32-512.capsule", capsule);
    bool held = measure(capsule, folder / "default.run", "default");
    if (argc > 2) held = measure(capsule, folder / "all.run", "all") && held;
    return held ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "large_run: {}\n", error.what());
    return 3;
  }
}
