// The shipped timeline with real mouse, wheel and key events.
#include <gtest/gtest.h>

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "gui/core/stall_palette.h"
#include "gui/widgets/timeline_view.h"
#include "samples.h"

namespace warpglass::gui {
namespace {

class TimelineCanvasTest : public testing::Test {
 protected:
  void SetUp() override {
    session_.add_run(test::sample("transpose-conflict-256"));
    view_.resize(1280, 800);
    view_.show();
    view_.refresh();
  }

  TimelineCanvas& canvas() { return view_.canvas(); }

  void wheel(QPoint at, int delta, Qt::KeyboardModifiers modifiers) {
    QWheelEvent event(at, canvas().viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(canvas().viewport(), &event);
  }

  const TimelineRow& first_lane() {
    for (const TimelineRow& row : canvas().rows())
      if (row.kind == RowKind::Lane) return row;
    throw std::runtime_error("no lanes");
  }

  /// Scrolls the first lane into sight and returns where it is.
  QRect lane_rect() {
    canvas().verticalScrollBar()->setValue(first_lane().top - 100);
    return canvas().row_rect(first_lane());
  }

  Session session_;
  TimelineView view_{session_};
};

TEST_F(TimelineCanvasTest, CtrlWheelZoomsAtThePointer) {
  const QRect lane = lane_rect();
  const double before = canvas().axis().to_cycle(400);
  wheel({lane.left() + 400, lane.center().y()}, 120, Qt::ControlModifier);
  EXPECT_NEAR(canvas().axis().to_cycle(400), before, 1e-6);
  EXPECT_LT(canvas().axis().end() - canvas().axis().start(), static_cast<double>(canvas().axis().extent()));
}

TEST_F(TimelineCanvasTest, ShiftWheelAndKeysMove) {
  canvas().zoom(8);
  const double start = canvas().axis().start();
  wheel({600, 400}, -120, Qt::ShiftModifier);
  EXPECT_GT(canvas().axis().start(), start);
  QTest::keyClick(&canvas(), Qt::Key_A);
  EXPECT_LE(canvas().axis().start(), start + 1e-6);
  const double scale = canvas().axis().cycles_per_pixel();
  QTest::keyClick(&canvas(), Qt::Key_W);
  EXPECT_LT(canvas().axis().cycles_per_pixel(), scale);
  QTest::keyClick(&canvas(), Qt::Key_Home);
  EXPECT_DOUBLE_EQ(canvas().axis().start(), 0);
}

TEST_F(TimelineCanvasTest, DragSelectsTime) {
  QSignalSpy described(&canvas(), &TimelineCanvas::described);
  const QRect lane = lane_rect();
  QTest::mousePress(canvas().viewport(), Qt::LeftButton, {}, {lane.left() + 100, lane.center().y()});
  QTest::mouseMove(canvas().viewport(), {lane.left() + 300, lane.center().y()});
  QMouseEvent move(QEvent::MouseMove, QPointF(lane.left() + 300, lane.center().y()), canvas().viewport()->mapToGlobal(QPoint(lane.left() + 300, lane.center().y())), Qt::NoButton, Qt::LeftButton, {});
  QApplication::sendEvent(canvas().viewport(), &move);
  QTest::mouseRelease(canvas().viewport(), Qt::LeftButton, {}, {lane.left() + 300, lane.center().y()});
  ASSERT_TRUE(session_.selection().time());
  EXPECT_NEAR(static_cast<double>(session_.selection().time()->start), canvas().axis().to_cycle(100), 1);
  EXPECT_NEAR(static_cast<double>(session_.selection().time()->end), canvas().axis().to_cycle(300), 1);
  ASSERT_GT(described.count(), 0);
  EXPECT_TRUE(described.last().at(0).toString().contains(QStringLiteral("cycles")));
}

TEST_F(TimelineCanvasTest, ClickSelectsTheWarpAndItsInstructionAndCFollowsTheCause) {
  const TimelineData& data = *session_.current()->timeline;
  const size_t lane_index = first_lane().lane;
  sim::Segment stall;
  data.visit(data.lanes()[lane_index], 0, data.timeline().end, [&](const sim::Segment& s) {
    stall = s;
    return s.stall != sim::Stall::LongScoreboard;
  });
  ASSERT_EQ(stall.stall, sim::Stall::LongScoreboard);
  const QRect lane = lane_rect();
  const auto x = static_cast<int>(canvas().axis().to_pixel(static_cast<double>(stall.start) + static_cast<double>(stall.cycles) / 2));
  QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, {lane.left() + x, lane.center().y()});
  ASSERT_TRUE(session_.selection().instruction());
  EXPECT_EQ(*session_.selection().instruction(), stall.producer);
  EXPECT_TRUE(session_.selection().warp());
  QTest::keyClick(&canvas(), Qt::Key_C);
  EXPECT_EQ(*session_.selection().instruction(), stall.producer);  // now as the instruction that issued
}

TEST_F(TimelineCanvasTest, DrawsTheStallsColour) {
  const TimelineData& data = *session_.current()->timeline;
  const TimelineLane& of = data.lanes()[first_lane().lane];
  const QRect lane = lane_rect();
  const QImage image = canvas().viewport()->grab().toImage();
  std::vector<int8_t> columns(static_cast<size_t>(lane.width()));
  data.dominant(of, canvas().axis().start(), canvas().axis().cycles_per_pixel(), columns);
  for (const int x : {50, 300, 600}) {
    const int8_t reason = columns[static_cast<size_t>(x)];
    if (reason < 0) continue;
    EXPECT_EQ(image.pixelColor(lane.left() + x, lane.center().y()).rgb(), stall_colour(static_cast<sim::Stall>(reason)).rgb());
  }
}

TEST_F(TimelineCanvasTest, SingleCyclesAreDrawn) {
  canvas().go_to_stall(true);
  canvas().show_selection();
  while (canvas().axis().cycles_per_pixel() > 0.06) canvas().zoom(2);
  canvas().go_to_stall(true);
  lane_rect();
  const QPixmap image = view_.grab();
  EXPECT_FALSE(image.isNull());
  if (qEnvironmentVariableIsSet("WARPGLASS_TEST_IMAGES")) image.save(qEnvironmentVariable("WARPGLASS_TEST_IMAGES") + QStringLiteral("/cycles.png"));
}

TEST_F(TimelineCanvasTest, ARunWithoutTimelineSaysWhatToDo) {
  auto without = std::make_shared<RunDocument>(*session_.current());
  without->timeline.reset();
  without->result.timeline.reset();
  without->path = "other.run";
  session_.add_run(without);
  view_.refresh();
  EXPECT_TRUE(canvas().rows().empty());
  EXPECT_FALSE(canvas().viewport()->grab().isNull());
}

}  // namespace
}  // namespace warpglass::gui
