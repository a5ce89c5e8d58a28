#include "gui/core/timeline/time_axis.h"

#include <gtest/gtest.h>

namespace warpglass::gui {
namespace {

TimeAxis axis_of(sim::Cycle extent, double width) {
  TimeAxis axis;
  axis.set_width(width);
  axis.set_extent(extent);
  return axis;
}

TEST(TimeAxis, ShowsEverythingAtFirst) {
  const TimeAxis axis = axis_of(10000, 1000);
  EXPECT_DOUBLE_EQ(axis.start(), 0);
  EXPECT_DOUBLE_EQ(axis.end(), 10000);
  EXPECT_DOUBLE_EQ(axis.to_pixel(5000), 500);
}

TEST(TimeAxis, ZoomKeepsTheCycleUnderThePointer) {
  TimeAxis axis = axis_of(10000, 1000);
  const double before = axis.to_cycle(300);
  axis.zoom(300, 4);
  EXPECT_NEAR(axis.to_cycle(300), before, 1e-6);
  EXPECT_DOUBLE_EQ(axis.cycles_per_pixel(), 2.5);
}

TEST(TimeAxis, GoesDownToSingleCyclesAndNoFurther) {
  TimeAxis axis = axis_of(1'000'000, 1000);
  for (int i = 0; i < 100; ++i) axis.zoom(500, 2);
  EXPECT_DOUBLE_EQ(axis.cycles_per_pixel(), 1 / TimeAxis::kMostPixelsPerCycle);
  for (int i = 0; i < 100; ++i) axis.zoom(500, 0.5);
  EXPECT_DOUBLE_EQ(axis.cycles_per_pixel(), 1000);
  EXPECT_DOUBLE_EQ(axis.start(), 0);
}

TEST(TimeAxis, DoesNotLeaveTheLaunch) {
  TimeAxis axis = axis_of(10000, 1000);
  axis.zoom(0, 10);
  axis.pan(-5000);
  EXPECT_DOUBLE_EQ(axis.start(), 0);
  axis.pan(1e9);
  EXPECT_DOUBLE_EQ(axis.end(), 10000);
}

TEST(TimeAxis, ResizingKeepsTheWholeLaunchVisible) {
  TimeAxis axis = axis_of(10000, 1000);
  axis.set_width(500);
  EXPECT_DOUBLE_EQ(axis.end(), 10000);
}

TEST(TimeAxis, TicksAreRound) {
  TimeAxis axis = axis_of(10000, 1000);
  EXPECT_DOUBLE_EQ(axis.tick_cycles(100), 1000);
  EXPECT_DOUBLE_EQ(axis.tick_cycles(150), 2000);
  axis.zoom(0, 1e9);
  EXPECT_GE(axis.tick_cycles(10), 1);
}

TEST(TimeAxis, RevealsWithoutZooming) {
  TimeAxis axis = axis_of(10000, 100);
  axis.zoom(0, 10);
  const double scale = axis.cycles_per_pixel();
  axis.reveal(8000);
  EXPECT_LE(axis.start(), 8000);
  EXPECT_GT(axis.end(), 8000);
  EXPECT_DOUBLE_EQ(axis.cycles_per_pixel(), scale);
}

}  // namespace
}  // namespace warpglass::gui
