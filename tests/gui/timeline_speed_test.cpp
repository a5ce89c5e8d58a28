// Ten million segments are drawn fast, at every zoom. The bound is loose, since the tests' machines are busy;
// tests/bench/timeline_bench.cpp measures against the real ones.
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QImage>

#include "gui/widgets/timeline_view.h"
#include "synthetic_timeline.h"

namespace warpglass::gui {
namespace {

constexpr qint64 kMostMilliseconds = 500;

TEST(TimelineSpeed, TenMillionSegmentsAtEveryZoom) {
  Session session;
  TimelineView view(session);
  view.resize(1600, 1200);
  view.show();
  session.add_run(test::synthetic_run());
  EXPECT_GT(session.current()->timeline->segment_count(), 10'000'000u);
  TimelineCanvas& canvas = view.canvas();
  QImage image(canvas.viewport()->size(), QImage::Format_RGB32);
  for (int step = 0; canvas.axis().cycles_per_pixel() > 0.05; ++step, canvas.axis().zoom(800, 4)) {
    QElapsedTimer timer;
    qint64 best = kMostMilliseconds * 10;
    for (int round = 0; round < 3; ++round) {
      timer.start();
      canvas.viewport()->render(&image);
      best = std::min(best, timer.elapsed());
    }
    RecordProperty("milliseconds_at_zoom_" + std::to_string(step), static_cast<int>(best));
    EXPECT_LT(best, kMostMilliseconds) << canvas.axis().cycles_per_pixel() << " cycles a pixel";
  }
}

}  // namespace
}  // namespace warpglass::gui
