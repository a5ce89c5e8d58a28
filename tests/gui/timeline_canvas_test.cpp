// The shipped timeline with real mouse, wheel and key events.
#include <gtest/gtest.h>

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>

#include "base/error.h"
#include "gui/core/stall_palette.h"
#include "gui/core/timeline/timeline_text.h"
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
    QApplication::setActiveWindow(&view_);  // keys of commands work in the active window
    canvas().setFocus();
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

// A French keyboard has Z where W is here: what counts is the place (X11: scan code 25), and W elsewhere does nothing.
TEST_F(TimelineCanvasTest, KeysZoomAndMoveByTheirPlace) {
  const auto press = [&](int key, quint32 scan_code) {
    QKeyEvent override(QEvent::ShortcutOverride, key, Qt::NoModifier, scan_code, 0, 0);
    override.ignore();
    QObject& receiver = canvas();  // directly: sendEvent asks shortcuts again, without the scan code, which a real key does not
    receiver.event(&override);
    EXPECT_TRUE(override.isAccepted());
    QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier, scan_code, 0, 0);
    receiver.event(&event);
  };
  const double whole = canvas().axis().cycles_per_pixel();
  press(Qt::Key_Z, 25);
  EXPECT_LT(canvas().axis().cycles_per_pixel(), whole);
  const double near = canvas().axis().cycles_per_pixel(), start = canvas().axis().start();
  press(Qt::Key_W, 52);
  EXPECT_DOUBLE_EQ(canvas().axis().cycles_per_pixel(), near);
  press(Qt::Key_D, 40);
  EXPECT_GT(canvas().axis().start(), start);
  press(Qt::Key_Q, 38);
  EXPECT_DOUBLE_EQ(canvas().axis().start(), start);
  press(Qt::Key_S, 39);
  EXPECT_DOUBLE_EQ(canvas().axis().cycles_per_pixel(), whole);
}

TEST_F(TimelineCanvasTest, TheMinimapMovesWhatIsVisible) {
  canvas().zoom(16);
  const int left = canvas().row_rect(first_lane()).left(), width = canvas().row_rect(first_lane()).width();
  QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, {left + width * 3 / 4, 10});
  const double middle = 0.5 * (canvas().axis().start() + canvas().axis().end());
  EXPECT_NEAR(middle, 0.75 * static_cast<double>(canvas().axis().extent()), 1.5 * static_cast<double>(canvas().axis().extent()) / width);  // a pixel of the map
}

TEST_F(TimelineCanvasTest, AWheelScrollsRows) {
  const int before = canvas().verticalScrollBar()->value();
  wheel({600, 400}, -120, {});
  EXPECT_GT(canvas().verticalScrollBar()->value(), before);
}

TEST_F(TimelineCanvasTest, StallsFollowEachOtherAndBackAndForwardReturn) {
  const auto key = [&](const char* keys) { QTest::keySequence(&canvas(), QKeySequence(QLatin1String(keys))); };
  key(".");
  const auto first = canvas().selected_segment();
  ASSERT_TRUE(first);
  key(".");
  const auto second = canvas().selected_segment();
  ASSERT_TRUE(second);
  EXPECT_GT(second->start, first->start);
  EXPECT_NE(second->stall, sim::Stall::Selected);
  key(",");
  EXPECT_EQ(canvas().selected_segment(), first);
  key("Alt+Left");
  EXPECT_EQ(canvas().selected_segment(), second);
  key("Alt+Left");
  EXPECT_EQ(canvas().selected_segment(), first);
  key("Alt+Right");
  EXPECT_EQ(canvas().selected_segment(), second);
  key("Shift+Down");
  EXPECT_EQ(canvas().selected_lane(), std::optional<size_t>(1));
  key("Esc");
  EXPECT_FALSE(canvas().selected_segment());
}

TEST_F(TimelineCanvasTest, MeasuresByKeyboard) {
  const auto key = [&](const char* keys) { QTest::keySequence(&canvas(), QKeySequence(QLatin1String(keys))); };
  key(".");
  const sim::Cycle from = canvas().selected_segment()->start;
  key("M");
  key(".");
  key(".");
  const sim::Cycle to = canvas().selected_segment()->start;
  key("M");
  EXPECT_EQ(session_.selection().time(), std::optional(TimeRange{from, to}));
}

TEST_F(TimelineCanvasTest, NGoesToTheNextExecutionOfTheInstruction) {
  const auto& text = session_.current()->result.text;
  const auto load = static_cast<uint32_t>(std::find_if(text.begin(), text.end(), [](const std::string& t) { return t.starts_with("LDG"); }) - text.begin());
  ASSERT_LT(load, text.size());
  session_.selection().select_instruction(load);
  QTest::keySequence(&canvas(), QKeySequence(QStringLiteral("N")));
  ASSERT_TRUE(canvas().selected_segment());
  EXPECT_EQ(canvas().selected_segment()->instruction, load);
  EXPECT_EQ(canvas().selected_segment()->stall, sim::Stall::Selected);
}

TEST_F(TimelineCanvasTest, HoverTellsWarpReasonInstructionAndProducer) {
  const TimelineData& data = *session_.current()->timeline;
  std::optional<sim::Segment> stall;
  data.visit(data.lanes()[first_lane().lane], 0, data.timeline().end, [&](const sim::Segment& s) {
    if (s.producer != sim::kNoProducer) stall = s;
    return !stall;
  });
  ASSERT_TRUE(stall);
  const QString tip = row_tip(*session_.current(), first_lane(), stall->start);
  for (const QString& part : {QStringLiteral("block"), QStringLiteral("warp"), stall_name(stall->stall), QStringLiteral("waits for the result of")}) EXPECT_TRUE(tip.contains(part)) << tip.toStdString();
}

TEST_F(TimelineCanvasTest, AClickOnAnSmThatWasNotRecordedOffersToRecordIt) {
  const auto heat = std::find_if(canvas().rows().begin(), canvas().rows().end(), [](const TimelineRow& row) { return row.kind == RowKind::SmHeat; });
  ASSERT_NE(heat, canvas().rows().end());
  canvas().verticalScrollBar()->setValue(0);
  QSignalSpy chosen(&canvas(), &TimelineCanvas::sm_chosen), wanted(&session_, &Session::detail_wanted);
  QRect rect = canvas().row_rect(*heat);
  QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, {rect.left() + 50, rect.top() + rect.height() / 4});
  ASSERT_EQ(chosen.count(), 1);
  QTest::keySequence(&canvas(), QKeySequence(QStringLiteral("R")));
  ASSERT_EQ(wanted.count(), 1);
  const auto detail = wanted.front().front().value<sim::Detail>();
  EXPECT_EQ(detail.sms.size(), session_.current()->timeline->timeline().recorded.size() + 1);
  EXPECT_EQ(detail.sms.back(), chosen.front().front().toUInt());
}

TEST_F(TimelineCanvasTest, FoldingOneSmLeavesOthersOpen) {
  const auto heading = [&](const QString& label) {
    return std::find_if(canvas().rows().begin(), canvas().rows().end(), [&](const TimelineRow& row) { return row.kind == RowKind::Heading && row.label == label; });
  };
  const auto lanes_of = [&](int sm) { return std::count_if(canvas().rows().begin(), canvas().rows().end(), [&](const TimelineRow& row) { return row.kind == RowKind::Lane && row.sm == sm; }); };
  const auto& recorded = session_.current()->timeline->timeline().recorded;
  ASSERT_EQ(recorded.size(), 2u);
  const auto first = heading(QStringLiteral("SM %1").arg(recorded[0].sm));
  ASSERT_NE(first, canvas().rows().end());
  const auto others = lanes_of(static_cast<int>(recorded[1].sm));
  canvas().verticalScrollBar()->setValue(first->top);
  const QRect rect = canvas().row_rect(*first);
  QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, rect.center());
  EXPECT_EQ(lanes_of(static_cast<int>(recorded[0].sm)), 0);
  EXPECT_EQ(lanes_of(static_cast<int>(recorded[1].sm)), others);
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
  sim::Segment stall;  // the longest, to be hit by a pixel
  data.visit(data.lanes()[lane_index], 0, data.timeline().end, [&](const sim::Segment& s) {
    if (s.stall == sim::Stall::LongScoreboard && s.cycles > stall.cycles) stall = s;
    return true;
  });
  ASSERT_EQ(stall.stall, sim::Stall::LongScoreboard);
  const QRect lane = lane_rect();
  const auto x = static_cast<int>(canvas().axis().to_pixel(static_cast<double>(stall.start) + static_cast<double>(stall.cycles) / 2));
  QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, {lane.left() + x, lane.center().y()});
  ASSERT_TRUE(session_.selection().instruction());
  EXPECT_EQ(*session_.selection().instruction(), stall.producer);
  EXPECT_TRUE(session_.selection().warp());
  QTest::keyClick(&canvas(), Qt::Key_C);
  EXPECT_EQ(*session_.selection().instruction(), stall.producer);
  EXPECT_EQ(canvas().selected_segment()->stall, sim::Stall::Selected);  // now where it was issued
  EXPECT_LT(canvas().selected_segment()->start, stall.start);
  canvas().select_segment(lane_index, stall);
  QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, {lane.left() + x, lane_rect().center().y()});
  EXPECT_EQ(canvas().selected_segment()->stall, sim::Stall::Selected);  // a click on what is selected follows too
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

// A run file that is cut while it is open: what cannot be read is said, not thrown from a paint event.
TEST_F(TimelineCanvasTest, AFileThatBreaksWhileItIsOpenIsSaid) {
  struct Breaking final : sim::Timeline {
    mutable bool broken = false;
    explicit Breaking(const sim::Timeline& good) : sim::Timeline(good), good_(good) {}
    std::vector<sim::Segment> load(size_t index) const override {
      if (broken) throw bad_input("x.run: cut short");
      return good_.load(index);
    }
    std::vector<uint8_t> bytes(size_t index) const override { return good_.bytes(index); }

   private:
    const sim::Timeline& good_;
  };
  const RunPointer good = session_.current();
  const auto timeline = std::make_shared<Breaking>(*good->result.timeline);
  auto run = std::make_shared<RunDocument>(*good);
  run->path = "x.run";
  run->result.timeline = timeline;
  run->timeline = std::make_shared<TimelineData>(timeline);
  timeline->broken = true;
  session_.add_run(run);
  canvas().axis().show({300, 340}, 0);
  EXPECT_FALSE(canvas().viewport()->grab().isNull());
  canvas().go_to_stall(true);
  EXPECT_EQ(run->timeline->problem(), "x.run: cut short");
  EXPECT_FALSE(canvas().viewport()->grab().isNull());
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
