#include "gui/core/timeline/timeline_data.h"

#include <gtest/gtest.h>

#include "gui/core/timeline/timeline_rows.h"
#include "gui/core/timeline/timeline_text.h"
#include "samples.h"

namespace warpglass::gui {
namespace {

const TimelineData& data() { return *test::sample("transpose-conflict-256")->timeline; }

const TimelineLane& busy_lane() { return data().lanes().front(); }

TEST(TimelineData, LodOfEveryLaneSumsToItsSegments) {
  for (const TimelineLane& lane : data().lanes()) {
    uint64_t segments = 0, lod = 0;
    for (size_t c = lane.first_chunk; c < lane.first_chunk + lane.chunks; ++c)
      for (const sim::Segment& s : data().timeline().load(c)) segments += static_cast<uint64_t>(s.cycles);
    for (const StallMix& bin : lane.lod.bins(lane.lod.levels() - 1)) lod += bin.total();
    ASSERT_EQ(lod, segments);
  }
}

TEST(TimelineData, FindsTheSegmentOfACycle) {
  const auto segments = data().timeline().load(busy_lane().first_chunk);
  for (size_t i = 0; i < segments.size(); i += 7) {
    const auto found = data().segment_at(busy_lane(), segments[i].start);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, segments[i]);
  }
  EXPECT_FALSE(data().segment_at(busy_lane(), data().timeline().end + 1000));
}

TEST(TimelineData, StepsFromStallToStallAndBack) {
  const auto first = data().next_stall(busy_lane(), -1);
  ASSERT_TRUE(first);
  const auto second = data().next_stall(busy_lane(), first->start);
  ASSERT_TRUE(second);
  EXPECT_GT(second->start, first->start);
  EXPECT_EQ(*data().previous_stall(busy_lane(), second->start), *first);
  EXPECT_FALSE(data().previous_stall(busy_lane(), first->start));
}

TEST(TimelineData, TheCauseOfAScoreboardStallIsTheIssueOfItsProducer) {
  unsigned found = 0;
  data().visit(busy_lane(), 0, data().timeline().end, [&](const sim::Segment& s) {
    const auto cause = data().cause(busy_lane(), s);
    if (s.stall == sim::Stall::LongScoreboard) {
      EXPECT_TRUE(cause);
      if (cause) {
        EXPECT_EQ(cause->stall, sim::Stall::Selected);
        EXPECT_EQ(cause->instruction, s.producer);
        EXPECT_LT(cause->start, s.end());
        ++found;
      }
    }
    return true;
  });
  EXPECT_GT(found, 0u);
}

TEST(TimelineData, ColumnsAgreeWithSegmentsAtEveryZoom) {
  // Near: single cycles. The column of a cycle shows the segment of that cycle.
  const auto stall = data().next_stall(busy_lane(), -1);
  std::vector<int8_t> columns(64);
  data().dominant(busy_lane(), static_cast<double>(stall->start), 1.0 / 8, columns);
  for (size_t x = 0; x < columns.size(); x += 8) {
    const auto s = data().segment_at(busy_lane(), stall->start + static_cast<sim::Cycle>(x / 8));
    EXPECT_EQ(columns[x], s ? static_cast<int>(s->stall) : -1);
  }
  // Far: one column for everything shows the reason with most cycles, or one that comes near it.
  std::vector<int8_t> whole(1);
  data().dominant(busy_lane(), 0, static_cast<double>(data().timeline().end), whole);
  StallMix mix;
  data().visit(busy_lane(), 0, data().timeline().end, [&](const sim::Segment& s) {
    mix.cycles[static_cast<size_t>(s.stall)] += static_cast<uint32_t>(s.cycles);
    return true;
  });
  ASSERT_GE(whole[0], 0);
  EXPECT_GE(mix.cycles[static_cast<size_t>(whole[0])] * 1.3, mix.cycles[static_cast<size_t>(mix.dominant())]);
}

TEST(TimelineData, StallsOfTheWholeTimeAreThoseOfAllSegments) {
  const size_t instructions = test::sample("transpose-conflict-256")->result.text.size();
  const auto whole = data().stalls_between(0, data().timeline().end, instructions);
  const sim::Cycle middle = data().timeline().end / 2;
  const auto first = data().stalls_between(0, middle, instructions), second = data().stalls_between(middle, data().timeline().end, instructions);
  uint64_t sum = 0;
  for (size_t i = 0; i < instructions; ++i) {
    EXPECT_EQ(first[i] + second[i], whole[i]);
    sum += whole[i];
  }
  EXPECT_GT(sum, 0u);
}

TEST(TimelineRows, FollowEachOtherWithoutGaps) {
  const auto rows = timeline_rows(data(), {}, 15);
  int top = 0;
  for (const TimelineRow& row : rows) {
    EXPECT_EQ(row.top, top);
    EXPECT_EQ(row_at(rows, top), &row);
    EXPECT_EQ(row_at(rows, top + row.height - 1), &row);
    top += row.height;
  }
  EXPECT_EQ(row_at(rows, top), nullptr);
  EXPECT_EQ(row_at(rows, -1), nullptr);
}

TEST(TimelineRows, FoldingHidesWhatIsBelowAHeading) {
  const auto rows = timeline_rows(data(), {}, 15), folded = timeline_rows(data(), {0}, 15);
  EXPECT_LT(folded.size(), rows.size());
  EXPECT_EQ(folded[0].label, rows[0].label);
  EXPECT_EQ(folded[1].kind, RowKind::Heading);
}

TEST(TimelineText, SaysWhatWasNotRecorded) {
  EXPECT_TRUE(not_recorded_text(data().timeline()).contains(QStringLiteral("SM 0, 66 of 132")));
}

TEST(TimelineText, TellsWarpReasonInstructionAndProducer) {
  const RunPointer run = test::sample("transpose-conflict-256");
  const QStringList lines = segment_text(run->result, {100, 250, 3, 1, sim::Stall::LongScoreboard});
  ASSERT_EQ(lines.size(), 3);
  EXPECT_TRUE(lines[0].startsWith(QStringLiteral("long_scoreboard, 250 cycles")));
  EXPECT_TRUE(lines[1].contains(QString::fromStdString(run->result.text[3])));
  EXPECT_TRUE(lines[2].contains(QString::fromStdString(run->result.text[1])));
  EXPECT_TRUE(warp_text(data(), busy_lane(), data().timeline().chunks[busy_lane().first_chunk].first).contains(QStringLiteral("block ")));
}

}  // namespace
}  // namespace warpglass::gui
