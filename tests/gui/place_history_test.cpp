#include "gui/core/timeline/place_history.h"

#include <gtest/gtest.h>

namespace warpglass::gui {
namespace {

TEST(PlaceHistory, GoesBackAndForwardAsABrowserDoes) {
  PlaceHistory<int> history;
  EXPECT_FALSE(history.back(1));
  history.leave(1);
  history.leave(2);  // now at 3
  EXPECT_EQ(history.back(3), 2);
  EXPECT_EQ(history.back(2), 1);
  EXPECT_FALSE(history.back(1));
  EXPECT_EQ(history.forward(1), 2);
  EXPECT_EQ(history.forward(2), 3);
  EXPECT_FALSE(history.forward(3));
}

TEST(PlaceHistory, GoingElsewhereForgetsWhatWasAhead) {
  PlaceHistory<int> history;
  history.leave(1);
  EXPECT_EQ(history.back(2), 1);
  history.leave(1);  // to 5 instead
  EXPECT_FALSE(history.can_go_forward());
  EXPECT_EQ(history.back(5), 1);
}

TEST(PlaceHistory, StaysWhereItIsOnlyOnceAndIsBounded) {
  PlaceHistory<int> history;
  history.leave(7);
  history.leave(7);
  EXPECT_EQ(history.back(8), 7);
  EXPECT_FALSE(history.back(7));
  for (int i = 0; i < 1000; ++i) history.leave(i);
  size_t steps = 0;
  int at = 1000;
  while (const std::optional<int> place = history.back(at)) {
    at = *place;
    ++steps;
  }
  EXPECT_EQ(steps, PlaceHistory<int>::kMost);
}

}  // namespace
}  // namespace warpglass::gui
