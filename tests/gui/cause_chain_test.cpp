// Causes on a real kernel with loads, shared memory and a barrier.
#include "gui/core/timeline/cause_chain.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace warpglass::gui {
namespace {

const TimelineData& data() {
  return *test::sample("transpose-conflict-256")->timeline;
}
const sim::RunResult& result() {
  return test::sample("transpose-conflict-256")->result;
}

// The first stall of a reason, over all recorded warps.
std::optional<std::pair<size_t, sim::Segment>> first(sim::Stall reason) {
  for (size_t lane = 0; lane < data().lanes().size(); ++lane) {
    std::optional<sim::Segment> found;
    data().visit(data().lanes()[lane], 0, data().timeline().end, [&](const sim::Segment& s) {
      if (s.stall == reason) found = s;
      return !found;
    });
    if (found) return std::pair(lane, *found);
  }
  return std::nullopt;
}

TEST(CauseChain, ALoadsWaitLeadsToWhereTheLoadWasIssued) {
  const auto stall = first(sim::Stall::LongScoreboard);
  ASSERT_TRUE(stall);
  const auto cause = cause_of(data(), stall->first, stall->second);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->kind, CauseKind::Producer);
  EXPECT_EQ(cause->lane, stall->first);
  EXPECT_EQ(cause->segment.stall, sim::Stall::Selected);
  EXPECT_EQ(result().text[cause->segment.instruction].substr(0, 3), "LDG");
  EXPECT_LT(cause->segment.start, stall->second.start);
}

TEST(CauseChain, ABarriersWaitLeadsToTheLastWarpOfTheBlock) {
  const auto stall = first(sim::Stall::Barrier);
  ASSERT_TRUE(stall);
  const auto cause = cause_of(data(), stall->first, stall->second);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->kind, CauseKind::LastArrival);
  EXPECT_NE(cause->lane, stall->first);
  EXPECT_EQ(result().text[cause->segment.instruction].substr(0, 3), "BAR");
  const auto mine = data().stay_at(data().lanes()[stall->first], stall->second.start),
             theirs = data().stay_at(data().lanes()[cause->lane], cause->segment.start);
  ASSERT_TRUE(mine && theirs);
  EXPECT_EQ(mine->block, theirs->block);
  // It opens the barrier: none of the block comes later while the wait lasts.
  EXPECT_GE(cause->segment.start, stall->second.start);
  EXPECT_LT(cause->segment.start, stall->second.end());
}

TEST(CauseChain, AnIssueLeadsToTheStallBeforeIt) {
  const auto stall = first(sim::Stall::LongScoreboard);
  ASSERT_TRUE(stall);
  const auto issue =
      data().next_issue(data().lanes()[stall->first], stall->second.start, stall->second.instruction);
  ASSERT_TRUE(issue);
  const auto before = cause_of(data(), stall->first, *issue);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->kind, CauseKind::Before);
  EXPECT_EQ(before->segment.instruction, issue->instruction);
  EXPECT_LE(before->segment.end(), issue->start);
}

TEST(CauseChain, GoesBackInTimeAndEnds) {
  for (size_t lane = 0; lane < data().lanes().size(); lane += 7)
    data().visit(data().lanes()[lane], 0, data().timeline().end, [&](const sim::Segment& s) {
      const auto chain = cause_chain(data(), lane, s, 6);
      EXPECT_LE(chain.size(), 6u);
      sim::Cycle latest = s.end();
      for (const CauseLink& link : chain) {
        EXPECT_LE(link.segment.start, latest);
        latest = link.segment.end();
      }
      return true;
    });
}

}  // namespace
}  // namespace warpglass::gui
