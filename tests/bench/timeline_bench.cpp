// Frames of the timeline with ten million segments: at most 60 ms for the whole launch, 16 ms (60 frames a
// second) when zoomed. What is measured is the shipped widget painting all of itself, moved a little before
// each frame so that nothing is drawn twice.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QScrollBar>

#include "gui/widgets/theme.h"
#include "gui/widgets/timeline_view.h"
#include "tests/gui/synthetic_timeline.h"

namespace {

using namespace warpglass::gui;

struct Stage {
  Session session;
  TimelineView view{session};
  Stage(int width, int height) {
    view.resize(width, height);
    view.show();
    static const std::shared_ptr<RunDocument> run = test::synthetic_run();
    session.add_run(run);
  }
};

// range(0): cycles visible in thousandths, 0: all. range(1), range(2): size. range(3): 1 scrolls down to the
// warps.
void frame(benchmark::State& state) {
  Stage stage(static_cast<int>(state.range(1)), static_cast<int>(state.range(2)));
  TimelineCanvas& canvas = stage.view.canvas();
  if (state.range(3) == 1) canvas.verticalScrollBar()->setValue(canvas.verticalScrollBar()->maximum());
  QImage image(canvas.viewport()->size(), QImage::Format_RGB32);
  const bool whole = state.range(0) == 0;
  if (!whole) canvas.axis().show({1000, 1000 + state.range(0)}, 0);
  for (auto _ : state) {
    if (!whole) canvas.axis().pan(13);
    canvas.viewport()->render(&image);
    benchmark::DoNotOptimize(image.constBits());
  }
  state.counters["segments"] = static_cast<double>(stage.session.current()->timeline->segment_count());
  state.counters["cycles_a_pixel"] = canvas.axis().cycles_per_pixel();
}

void sizes(benchmark::internal::Benchmark* benchmark, bool whole) {
  const std::vector<int64_t> spans =
      whole ? std::vector<int64_t>{0} : std::vector<int64_t>{100, 1'000, 10'000, 100'000, 1'000'000};
  for (const int64_t scrolled : {0, 1})
    for (const auto& [width, height] : {std::pair<int64_t, int64_t>{1280, 800}, {2560, 1440}})
      for (const int64_t span : spans) benchmark->Args({span, width, height, scrolled});
  benchmark->ArgNames({"cycles", "width", "height", "warps"})->Unit(benchmark::kMillisecond);
}

BENCHMARK(frame)->Name("whole_launch")->Apply([](auto* b) { sizes(b, true); });
BENCHMARK(frame)->Name("zoomed")->Apply([](auto* b) { sizes(b, false); });

// Making the levels of detail, which opening a run waits for.
void prepare(benchmark::State& state) {
  const auto timeline = std::make_shared<test::SyntheticTimeline>();
  for (auto _ : state) benchmark::DoNotOptimize(TimelineData(timeline).segment_count());
}
BENCHMARK(prepare)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QApplication::setStyle(QStringLiteral("Fusion"));
  QApplication::setPalette(palette_for(false));
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
