// The memory queues' use over time: bounded by what they hold, and kept in run files.
#include <gtest/gtest.h>
#include <unistd.h>

#include "gui/core/timeline/timeline_rows.h"
#include "samples.h"
#include "sim/run_file.h"
#include "sim/timeline/timeline.h"

namespace warpglass::gui {
namespace {

const sim::Timeline& timeline() {
  return *test::sample("transpose-conflict-256")->result.timeline;
}

TEST(QueueRecord, NoMoreWaitsThanAQueueHolds) {
  uint64_t waited = 0;
  for (size_t q = 0; q < sim::kMioQueues; ++q) {
    ASSERT_GT(timeline().queue_entries[q], 0u);
    const uint64_t most = static_cast<uint64_t>(timeline().bucket_cycles) * timeline().queue_entries[q];
    for (const auto& rows : timeline().activity)
      for (const sim::Activity& row : rows) {
        EXPECT_LE(row.queues[q], most);
        waited += row.queues[q];
      }
  }
  EXPECT_GT(waited, 0u);
}

// 32-way conflicts: the loads that cause them wait for one another, far longer than where rows are padded.
TEST(QueueRecord, ConflictsFillTheSharedQueue) {
  const auto waited = [](const char* name) {
    uint64_t sum = 0;
    for (const auto& rows : test::sample(name)->result.timeline->activity)
      for (const sim::Activity& row : rows) sum += row.queues[static_cast<size_t>(sim::MioQueue::Shared)];
    return sum;
  };
  EXPECT_GT(waited("transpose-conflict-256"), 2 * waited("transpose-padded-256"));
}

TEST(QueueRecord, IsKeptInARunFile) {
  const auto path =
      std::filesystem::path(testing::TempDir()) / ("warpglass-queues-" + std::to_string(getpid()) + ".run");
  sim::write_run(test::sample("transpose-conflict-256")->result, path);
  const sim::RunResult read = sim::read_run(path);
  EXPECT_EQ(read.timeline->queue_entries, timeline().queue_entries);
  EXPECT_EQ(read.timeline->activity, timeline().activity);
  std::filesystem::remove(path);
}

// Runs of versions that did not record queues: no row, rather than an empty one.
TEST(QueueRecord, WithoutItThereAreNoRows) {
  struct Older final : sim::Timeline {
    explicit Older(const sim::Timeline& t) : sim::Timeline(t) { queue_entries = {}; }
    std::vector<sim::Segment> load(size_t index) const override { return timeline().load(index); }
    std::vector<uint8_t> bytes(size_t index) const override { return timeline().bytes(index); }
  };
  const auto queue_rows = [](const TimelineData& data) {
    const auto rows = timeline_rows(data, {}, 15);
    return std::count_if(rows.begin(), rows.end(),
                         [](const TimelineRow& row) { return row.kind == RowKind::Queue; });
  };
  EXPECT_GT(queue_rows(*test::sample("transpose-conflict-256")->timeline), 0);
  EXPECT_EQ(queue_rows(TimelineData(std::make_shared<Older>(timeline()))), 0);
}

}  // namespace
}  // namespace warpglass::gui
