// Memory flow, occupancy curves, roofline, differences of runs.
#include <gtest/gtest.h>

#include <cmath>

#include "gui/core/differences.h"
#include "gui/core/memory_flow.h"
#include "gui/core/occupancy_curves.h"
#include "gui/core/roofline.h"
#include "samples.h"
#include "sim/timeline/timeline.h"

namespace warpglass::gui {
namespace {

TEST(MemoryFlow, CarriesTheRunsBytes) {
  const RunPointer run = test::sample("transpose-conflict-256");
  const MemoryFlow flow = memory_flow(*run);
  const auto link = [&](MemoryLevel from, MemoryLevel to, const char* label) {
    for (const FlowLink& l : flow.links)
      if (l.from == from && l.to == to && l.label == QLatin1String(label)) return l.bytes;
    return -1.0;
  };
  EXPECT_EQ(link(MemoryLevel::Sm, MemoryLevel::L1, "loads"), 256.0 * 256 * 4);
  EXPECT_EQ(link(MemoryLevel::Sm, MemoryLevel::L1, "stores"), 256.0 * 256 * 4);
  EXPECT_EQ(link(MemoryLevel::L2, MemoryLevel::Hbm, "reads"), static_cast<double>(run->result.memory.dram_read_bytes));
  for (const FlowLevel& level : flow.levels)
    if (level.level == MemoryLevel::Hbm) {
      EXPECT_FALSE(level.hit_rate);  // absent, not 0
    }
}

TEST(MemoryFlow, OfAllTheTimeIsThatOfTheLaunch) {
  for (const char* name : {"transpose-conflict-256", "softmax-online-512", "histogram-shared-65536", "spill-spilled-8192"}) {
    const RunPointer run = test::sample(name);
    const MemoryFlow whole = memory_flow(*run), range = memory_flow(*run, {0, run->result.timeline->end + 100'000});
    EXPECT_TRUE(range.missing.isEmpty());
    ASSERT_EQ(range.links.size(), whole.links.size()) << name;
    for (size_t i = 0; i < whole.links.size(); ++i) EXPECT_EQ(range.links[i].bytes, whole.links[i].bytes) << name << ": " << whole.links[i].label.toStdString();
    for (size_t i = 0; i < whole.levels.size(); ++i) EXPECT_EQ(range.levels[i].hit_rate, whole.levels[i].hit_rate) << name;
  }
}

TEST(MemoryFlow, StretchesOfTimeAddUp) {
  const RunPointer run = test::sample("transpose-conflict-256");
  const sim::Cycle width = run->result.timeline->bucket_cycles, end = (run->result.timeline->end / width + 1) * width;
  const sim::Cycle middle = end / width / 2 * width;
  const MemoryFlow whole = memory_flow(*run, {0, end + 100'000}), first = memory_flow(*run, {0, middle}), second = memory_flow(*run, {middle, end + 100'000});
  const auto sum = [](const MemoryFlow& flow) {
    double bytes = 0;
    for (const FlowLink& link : flow.links) bytes += link.bytes;
    return bytes;
  };
  EXPECT_EQ(sum(first) + sum(second), sum(whole));
  EXPECT_GT(sum(first), 0);
  for (const FlowLink& link : first.links) EXPECT_LE(link.utilisation.value_or(0), 1.0) << link.label.toStdString();
}

TEST(MemoryFlow, WhatWasNotRecordedIsSaid) {
  auto bare = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  bare->timeline.reset();
  const MemoryFlow flow = memory_flow(*bare, {0, 100});
  EXPECT_FALSE(flow.missing.isEmpty());
  EXPECT_EQ(flow.scope, QStringLiteral("the whole launch"));
}

TEST(MemoryFlow, ARunOfTheFirstFormatSaysThatL1WasNotRecorded) {
  const RunPointer old = load_file(std::filesystem::path(WARPGLASS_SOURCE_DIR) / "tests/cli/format-1.run", {}, test::quiet).run;
  ASSERT_TRUE(old->timeline);
  EXPECT_FALSE(old->result.timeline->has_l1);
  const MemoryFlow flow = memory_flow(*old, {0, 1000});
  EXPECT_TRUE(flow.missing.contains(QStringLiteral("L1")));
  for (const FlowLink& link : flow.links) EXPECT_NE(link.to, MemoryLevel::L1) << "absent, not 0";
  EXPECT_GT(memory_flow(*old).links.size(), flow.links.size());
}

TEST(MemoryFlow, ABaselineIsPutBeside) {
  MemoryFlow flow = memory_flow(*test::sample("transpose-conflict-256"));
  add_baseline(flow, memory_flow(*test::sample("transpose-padded-256")));
  bool shared = false;
  for (const FlowLink& link : flow.links) {
    ASSERT_TRUE(link.baseline) << link.label.toStdString();
    if (link.to != MemoryLevel::Shared) continue;
    shared = true;
    EXPECT_LT(*link.baseline, link.bytes / 10);
  }
  EXPECT_TRUE(shared);
}

TEST(OccupancyCurves, PassThroughTheKernel) {
  const RunPointer run = test::sample("transpose-conflict-256");
  ASSERT_TRUE(run->model);
  const OccupancyCurves c = occupancy_curves(*run->model, run->result.resources);
  EXPECT_EQ(c.now.warps, run->result.occupancy.warps);
  for (const OccupancyPoint& p : c.by_threads)
    if (p.x == run->result.resources.threads) {
      EXPECT_EQ(p.warps, run->result.occupancy.warps);
    }
  for (size_t i = 1; i < c.by_registers.size(); ++i) EXPECT_LE(c.by_registers[i].warps, c.by_registers[i - 1].warps);
  for (size_t i = 1; i < c.by_shared.size(); ++i) EXPECT_LE(c.by_shared[i].warps, c.by_shared[i - 1].warps);
}

TEST(OccupancyCurves, WhatDoesNotFitIsZero) {
  const RunPointer run = test::sample("transpose-conflict-256");
  EXPECT_EQ(resident_warps(*run->model, {1024, 255, 0, 0}), 0);
}

TEST(Roofline, CountsFloatingPointOperations) {
  EXPECT_EQ(flops_per_thread("FFMA R1, R2, R3, R4"), 2);
  EXPECT_EQ(flops_per_thread("@!P0 FADD.FTZ R1, R2, R3"), 1);
  EXPECT_EQ(flops_per_thread("IMAD R1, R2, R3, R4"), 0);
  EXPECT_EQ(flops_per_thread("HMMA.16816.F32 R4, R8, R12, R4"), 128);
  EXPECT_EQ(flops_of(test::sample("gemm-tiled32-128")->result), 2.0 * 128 * 128 * 128);
}

TEST(Roofline, PlacesTheRunBelowItsRoofs) {
  const RunPointer run = test::sample("gemm-tiled32-128");
  const Roofline r = roofline({run}, *run);
  ASSERT_EQ(r.roofs.size(), 4u);
  ASSERT_FALSE(r.points.empty());
  for (const RooflinePoint& p : r.points)
    for (const Roof& roof : r.roofs)
      if (roof.name == p.name) {
        EXPECT_LE(p.flops_per_second, roof.bytes_per_second * p.intensity) << p.name.toStdString();
      }
}

TEST(Roofline, ADoubleKernelHasTheDoubleRoof) {
  const RunPointer run = test::sample("fp64-polynomial-8192"), single = test::sample("gemm-tiled32-128");
  const Roofline r = roofline({run}, *run);
  EXPECT_EQ(r.peak(), r.fp64_per_second);
  EXPECT_EQ(roofline({single}, *single).peak(), r.fp32_per_second);
}

TEST(Differences, AreSortedByTheLargestChangeAgainstAnyBaseline) {
  const sim::RunResult& run = test::sample("transpose-conflict-256")->result;
  const sim::RunResult& padded = test::sample("transpose-padded-256")->result;
  const sim::RunResult& gemm = test::sample("gemm-tiled32-128")->result;
  const auto rows = metric_table(run, {&padded, &gemm});
  ASSERT_GT(rows.size(), 10u);
  for (size_t i = 1; i < rows.size(); ++i) EXPECT_GE(rows[i - 1].largest_change(), rows[i].largest_change());
  bool found = false;
  for (const MetricRow& row : rows) {
    ASSERT_EQ(row.baselines.size(), 2u);
    if (row.name != "memory_l1_wavefronts_shared") continue;
    found = true;
    EXPECT_EQ(row.value, run.metric(row.name));
    EXPECT_EQ(row.baselines[0], padded.metric(row.name));
    EXPECT_DOUBLE_EQ(*row.changes[0], *row.value / *row.baselines[0] - 1);
    EXPECT_GT(*row.changes[0], 10);
  }
  EXPECT_TRUE(found);
}

TEST(Differences, AMetricThatOneRunDoesNotHaveHasNoChange) {
  sim::RunResult a, b;
  a.metrics = {{"one", "cycle", 1, {}}, {"share", "%", 40, {}}};
  b.metrics = {{"other", "cycle", 2, {}}, {"share", "%", 30, {}}};
  const auto rows = metric_table(b, {&a});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].name, "share");
  EXPECT_DOUBLE_EQ(*rows[0].changes[0], -0.1);
  for (size_t i : {1u, 2u}) EXPECT_FALSE(rows[i].changes[0]);
}

TEST(Differences, ARunDoesNotDifferFromItself) {
  const sim::RunResult& r = test::sample("transpose-conflict-256")->result;
  for (const MetricRow& row : metric_table(r, {&r})) EXPECT_EQ(row.changes[0].value_or(0), 0) << row.name;
  for (const InstructionDifference& d : instruction_differences(r, r)) EXPECT_EQ(d.a, d.b);
}

TEST(Differences, AnInsertedInstructionDoesNotShiftTheRest) {
  sim::RunResult a, b;
  a.text = {"LDG.E R1, [R2]", "FADD R1, R1, R3", "EXIT"};
  b.text = {"LDG.E R1, [R2]", "IMAD R4, R4, R5, R6", "FADD R1, R1, R3", "EXIT"};
  a.totals.instructions.resize(3);
  b.totals.instructions.resize(4);
  const auto d = instruction_differences(a, b);
  ASSERT_EQ(d.size(), 4u);
  EXPECT_FALSE(d[1].a);
  EXPECT_EQ(d[1].sass_b, "IMAD R4, R4, R5, R6");
  EXPECT_EQ(*d[2].a, 1u);
  EXPECT_EQ(*d[2].b, 2u);
}

}  // namespace
}  // namespace warpglass::gui
