// What is recorded while simulating, and how it is kept in a run file.
#include <gtest/gtest.h>

#include <unistd.h>

#include <nlohmann/json.hpp>
#include <random>

#include "base/error.h"
#include "samples.h"
#include "sim/cli/launch_input.h"
#include "sim/result_json.h"
#include "sim/run_file.h"
#include "sim/timeline/detail.h"
#include "sim/timeline/timeline.h"

namespace warpglass::sim {
namespace {

using gui::test::sample_path;

RunResult run(const std::string& name, const Detail& detail, unsigned threads = 1) {
  SimulationOptions options;
  options.threads = threads;
  options.detail = detail;
  return cli::simulate_file(sample_path(name), "h200", {}, options);
}

Detail recording() { return parse_detail("default"); }

TEST(SegmentCodec, GivesBackWhatItTook) {
  std::mt19937 random(1);
  std::vector<Segment> segments;
  Cycle at = 1000;
  for (int i = 0; i < 5000; ++i) {
    Segment s{at + static_cast<Cycle>(random() % 3), 1 + static_cast<Cycle>(random() % 100000), static_cast<uint32_t>(random() % 500), kNoProducer, static_cast<Stall>(random() % kStalls)};
    if (random() % 3 == 0) s.producer = static_cast<uint32_t>(random() % 500);
    at = s.end() - (random() % 50 == 0 ? 1 : 0);  // a draining warp may overlap its successor
    segments.push_back(s);
  }
  SegmentEncoder encoder(1000);
  for (const Segment& s : segments) encoder.add(s);
  const auto decoded = decode_segments(encoder.bytes(), 1000, static_cast<uint32_t>(segments.size()));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(*decoded, segments);
}

TEST(SegmentCodec, RefusesWhatIsNotSegments) {
  std::mt19937 random(2);
  SegmentEncoder encoder;
  encoder.add({5, 10, 3, 2, Stall::LongScoreboard});
  EXPECT_FALSE(decode_segments(encoder.bytes(), 0, 2));
  EXPECT_FALSE(decode_segments(encoder.bytes(), 0, 0xffffffffu));
  for (int i = 0; i < 20000; ++i) {
    std::vector<uint8_t> noise(random() % 64);
    for (uint8_t& byte : noise) byte = static_cast<uint8_t>(random());
    const auto segments = decode_segments(noise, 0, 8);
    if (!segments) continue;
    for (const Segment& s : *segments) EXPECT_LT(static_cast<unsigned>(s.stall), kStalls);
  }
}

TEST(Buckets, WidenWithoutLosingAnything) {
  SmActivity activity;
  add_span(activity, Stall::Wait, 3, 1'000'000);
  uint64_t sum = 0;
  for (const Activity& row : activity.rows()) sum += row.stalls[static_cast<size_t>(Stall::Wait)];
  EXPECT_EQ(sum, 999'997u);
  EXPECT_LE(activity.rows().size(), kMostBuckets);
}

TEST(Detail, IsParsed) {
  EXPECT_FALSE(parse_detail("none").on);
  EXPECT_EQ(parse_detail("default").select(132), (std::vector<unsigned>{0, 66}));
  EXPECT_EQ(parse_detail("sm=17,3,17,999").select(132), (std::vector<unsigned>{3, 17}));
  EXPECT_EQ(parse_detail("all").select(4).size(), 4u);
  for (const char* bad : {"", "some", "sm=", "sm=1,", "sm=x", "sm=-1"}) EXPECT_THROW(parse_detail(bad), Error) << bad;
}

TEST(Timeline, DoesNotChangeTheResult) {
  EXPECT_EQ(summary_json(run("transpose-conflict-256", {})), summary_json(run("transpose-conflict-256", recording())));
  EXPECT_FALSE(run("transpose-conflict-256", {}).timeline);
}

// Every warp-cycle that the simulator charges is in the timeline, once.
TEST(Timeline, ActivityOfAllSmsSumsToTheStalls) {
  for (const char* name : {"transpose-conflict-256", "reduction-tree-65536", "softmax-online-512", "histogram-shared-65536", "spill-spilled-8192"}) {
    const RunResult r = run(name, recording());
    std::array<uint64_t, kStalls> sum{};
    for (const auto& sm : r.timeline->activity)
      for (const Activity& row : sm)
        for (unsigned s = 0; s < kStalls; ++s) sum[s] += row.stalls[s];
    EXPECT_EQ(sum, r.stalls()) << name;
    L1Activity l1;
    for (const auto& sm : r.timeline->activity)
      for (const Activity& row : sm) l1 += row.l1;
    uint64_t wavefronts = 0;
    for (const InstructionStatistics& i : r.totals.instructions) wavefronts += i.shared_wavefronts;
    EXPECT_EQ(l1.shared_wavefronts, wavefronts) << name;
    EXPECT_EQ(l1.load_sectors, r.totals.load_sectors) << name;
    EXPECT_EQ(l1.load_hits, r.totals.load_hits) << name;
    EXPECT_EQ(l1.store_sectors, r.totals.store_sectors) << name;
    EXPECT_EQ(l1.atomic_sectors, r.totals.atomic_sectors) << name;
    uint64_t read = 0, written = 0, sectors = 0;
    for (const MemoryActivity& m : r.timeline->memory) {
      read += m.dram_read_bytes;
      written += m.dram_write_bytes;
      sectors += m.l2_sectors;
    }
    EXPECT_EQ(read, r.memory.dram_read_bytes);
    EXPECT_EQ(written, r.memory.dram_write_bytes);
    EXPECT_EQ(sectors, r.memory.sectors_read + r.memory.sectors_write + r.memory.sectors_atomic);
  }
}

TEST(Timeline, SegmentsOfASmSumToItsActivityAndLeaveNoGaps) {
  const RunResult r = run("transpose-conflict-256", parse_detail("sm=5"));
  std::array<uint64_t, kStalls> segments{}, activity{};
  for (const Activity& row : r.timeline->activity[5])
    for (unsigned s = 0; s < kStalls; ++s) activity[s] += row.stalls[s];
  std::map<uint32_t, Cycle> reached;
  size_t gaps = 0;
  for (size_t c = 0; c < r.timeline->chunks.size(); ++c)
    for (const Segment& s : r.timeline->load(c)) {
      segments[static_cast<size_t>(s.stall)] += static_cast<uint64_t>(s.cycles);
      Cycle& end = reached[r.timeline->chunks[c].lane];
      if (end != 0 && s.start != end) ++gaps;  // only where one warp follows another
      end = s.end();
    }
  EXPECT_EQ(segments, activity);
  ASSERT_EQ(r.timeline->recorded.size(), 1u);
  EXPECT_LE(gaps, r.timeline->recorded[0].stays.size());
}

TEST(Timeline, IsTheSameForAnyNumberOfThreads) {
  const RunResult one = run("reduction-tree-65536", parse_detail("all"), 1), two = run("reduction-tree-65536", parse_detail("all"), 2);
  EXPECT_EQ(one.timeline->activity, two.timeline->activity);
  EXPECT_EQ(one.timeline->memory, two.timeline->memory);
  ASSERT_EQ(one.timeline->chunks.size(), two.timeline->chunks.size());
  for (size_t i = 0; i < one.timeline->chunks.size(); ++i) ASSERT_EQ(one.timeline->bytes(i), two.timeline->bytes(i));
}

TEST(Timeline, SurvivesTheRunFile) {
  const RunResult r = run("transpose-conflict-256", recording());
  const auto path = std::filesystem::path(testing::TempDir()) / ("warpglass-timeline-" + std::to_string(getpid()) + ".run");
  write_run(r, path);
  {
    const RunResult back = read_run(path);
    ASSERT_TRUE(back.timeline);
    EXPECT_EQ(back.timeline->end, r.timeline->end);
    EXPECT_EQ(back.timeline->bucket_cycles, r.timeline->bucket_cycles);
    EXPECT_EQ(back.timeline->activity, r.timeline->activity);
    EXPECT_EQ(back.timeline->memory, r.timeline->memory);
    ASSERT_EQ(back.timeline->recorded.size(), 2u);
    EXPECT_EQ(back.timeline->recorded[1].stays, r.timeline->recorded[1].stays);
    ASSERT_EQ(back.timeline->chunks.size(), r.timeline->chunks.size());
    for (size_t i = 0; i < r.timeline->chunks.size(); ++i) EXPECT_EQ(back.timeline->load(i), r.timeline->load(i));
    RunResult without = r;
    without.timeline = nullptr;
    write_run(without, path);
  }
  EXPECT_FALSE(read_run(path).timeline);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace warpglass::sim
