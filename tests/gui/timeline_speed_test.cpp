// Ten million segments are drawn fast, at every zoom. The bound is loose: the tests' machines are busy.
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <random>

#include "gui/widgets/timeline_painter.h"
#include "samples.h"

namespace warpglass::gui {
namespace {

constexpr uint32_t kLanesDrawn = 64;
constexpr uint32_t kChunksALane = 39;
constexpr uint32_t kSegmentsAChunk = 4096;
constexpr qint64 kMostMilliseconds = 500;

class SyntheticTimeline final : public sim::Timeline {
 public:
  SyntheticTimeline() {
    for (uint32_t lane = 0; lane < kLanesDrawn; ++lane)
      for (uint32_t c = 0; c < kChunksALane; ++c) {
        const sim::Cycle first = static_cast<sim::Cycle>(c) * kSegmentsAChunk * 20;
        chunks.push_back({0, lane, first, first + sim::Cycle{kSegmentsAChunk} * 20, kSegmentsAChunk});
      }
    end = chunks.back().last;
    recorded.push_back({0, true, end, {}});
    activity.resize(1);
    bucket_cycles = end / 1000;
  }
  std::vector<uint8_t> bytes(size_t) const override { return {}; }
  std::vector<sim::Segment> load(size_t index) const override {
    std::vector<sim::Segment> segments(kSegmentsAChunk);
    std::minstd_rand random(static_cast<unsigned>(index + 1));
    for (uint32_t i = 0; i < kSegmentsAChunk; ++i) {
      segments[i].start = chunks[index].first + sim::Cycle{i} * 20;
      segments[i].cycles = 20;
      segments[i].stall = static_cast<sim::Stall>(random() % sim::kStalls);
    }
    return segments;
  }
};

TEST(TimelineSpeed, TenMillionSegmentsAtEveryZoom) {
  RunDocument run;
  run.timeline = std::make_shared<TimelineData>(std::make_shared<SyntheticTimeline>());
  EXPECT_GT(run.timeline->segment_count(), 10'000'000u);
  TimeAxis axis;
  axis.set_width(1600);
  axis.set_extent(run.timeline->timeline().end);
  QImage image(1600, 16 * kLanesDrawn, QImage::Format_RGB32);
  for (int step = 0; axis.cycles_per_pixel() > 0.05; ++step, axis.zoom(800, 4)) {
    QElapsedTimer timer;
    qint64 best = kMostMilliseconds * 10;
    for (int round = 0; round < 3; ++round) {
      timer.start();
      QPainter painter(&image);
      TimelinePainter rows(painter, run, axis);
      for (uint32_t lane = 0; lane < kLanesDrawn; ++lane) {
        TimelineRow row;
        row.kind = RowKind::Lane;
        row.lane = lane;
        row.height = 16;
        rows.row(row, QRect(0, static_cast<int>(lane) * 16, 1600, 16));
      }
      best = std::min(best, timer.elapsed());
    }
    RecordProperty("milliseconds_at_zoom_" + std::to_string(step), static_cast<int>(best));
    std::printf("  %.3f cycles a pixel: %lld ms\n", axis.cycles_per_pixel(), static_cast<long long>(best));
    EXPECT_LT(best, kMostMilliseconds);
  }
}

}  // namespace
}  // namespace warpglass::gui
