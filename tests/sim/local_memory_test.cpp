// Local memory in the report: spills are found and told apart from global memory, and only where they are.
#include "sim/report/local_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "sim/cli/launch_input.h"
#include "sim/report/finding.h"

namespace warpglass::sim {
namespace {

const RunResult& run(const std::string& name) {
  static std::map<std::string, RunResult> runs;
  const auto [at, fresh] = runs.try_emplace(name);
  if (fresh) {
    const auto samples = std::filesystem::path(WARPGLASS_SOURCE_DIR) / "traces/samples";
    at->second = cli::simulate_file(samples / (name + ".capsule"), "h200", {}, {});
  }
  return at->second;
}

const Finding* find(const std::vector<Finding>& findings, const std::string& rule) {
  const auto found =
      std::find_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.rule == rule; });
  return found == findings.end() ? nullptr : &*found;
}

TEST(LocalMemory, SpillsAreTheFirstFinding) {
  const RunResult& result = run("spill-spilled-65536");
  const std::vector<Finding> findings = diagnose(result);
  const Finding* spills = find(findings, "register_spills");
  ASSERT_NE(spills, nullptr);
  EXPECT_EQ(spills, &findings.front());
  EXPECT_EQ(spills->certainty, Certainty::Exact);
  EXPECT_EQ(spills->title.rfind("Registers are spilled", 0), 0u) << spills->title;
  for (const Place& place : spills->places) {
    const std::string_view opcode = opcode_of(result.text[place.instruction]);
    EXPECT_TRUE(opcode == "LDL" || opcode == "STL") << result.text[place.instruction];
  }
}

TEST(LocalMemory, ItsSectorsAreThoseThatTheLaunchCounts) {
  const RunResult& result = run("spill-spilled-8192");
  const LocalMemory local = local_memory_of(result);
  uint64_t global_loads = 0, global_stores = 0;
  for (uint32_t i = 0; i < result.text.size(); ++i) {
    if (opcode_of(result.text[i]) == "LDG") global_loads += result.totals.instructions[i].sectors;
    if (opcode_of(result.text[i]) == "STG") global_stores += result.totals.instructions[i].sectors;
  }
  EXPECT_GT(local.load_sectors, 0u);
  EXPECT_EQ(local.load_sectors + global_loads, result.totals.load_sectors);
  EXPECT_EQ(local.store_sectors + global_stores, result.totals.store_sectors);
}

TEST(LocalMemory, WaitsForItAreNotCalledGlobalLoads) {
  for (const Finding& finding : diagnose(run("spill-spilled-65536"))) {
    EXPECT_EQ(finding.title.find("on global loads"), std::string::npos) << finding.title;
  }
}

TEST(LocalMemory, WhatDoesNotSpillHasNoSuchFinding) {
  const RunResult& result = run("spill-registers-65536");
  EXPECT_EQ(local_memory_of(result).sectors(), 0u);
  EXPECT_EQ(find(diagnose(result), "register_spills"), nullptr);
  const RunResult& naive = run("gemm-naive-128");
  const std::vector<Finding> findings = diagnose(naive);
  ASSERT_NE(find(findings, "memory_latency"), nullptr);
  EXPECT_NE(find(findings, "memory_latency")->title.find("on global loads"), std::string::npos);
}

TEST(LocalMemory, OpcodesAreFoundBehindGuardsAndBeforeSuffixes) {
  EXPECT_EQ(opcode_of("@!P0 STL.64 [R1+0x8], R2"), "STL");
  EXPECT_EQ(opcode_of("EXIT"), "EXIT");
  EXPECT_EQ(opcode_of("@P0"), "@P0");
}

}  // namespace
}  // namespace warpglass::sim
