// Memory flow, occupancy curves, roofline, differences of runs.
#include <gtest/gtest.h>

#include <cmath>

#include "gui/core/differences.h"
#include "gui/core/memory_flow.h"
#include "gui/core/occupancy_curves.h"
#include "gui/core/roofline.h"
#include "samples.h"

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

TEST(Differences, AreSortedByRelativeChange) {
  const auto d = metric_differences(test::sample("transpose-conflict-256")->result, test::sample("transpose-padded-256")->result);
  ASSERT_GT(d.size(), 10u);
  for (size_t i = 1; i < d.size(); ++i) EXPECT_GE(d[i - 1].change ? std::abs(*d[i - 1].change) : -1, d[i].change ? std::abs(*d[i].change) : -1);
  for (const Difference& x : d)
    if (x.name == "memory_l1_wavefronts_shared") {
      EXPECT_LT(*x.change, -0.5);
    }
}

TEST(Differences, ARunDoesNotDifferFromItself) {
  const sim::RunResult& r = test::sample("transpose-conflict-256")->result;
  for (const Difference& d : metric_differences(r, r)) EXPECT_EQ(d.change.value_or(0), 0) << d.name;
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
