// All executions of shared-memory instructions, gathered again, are those that the simulator counted.
#include "gui/core/shared_patterns.h"

#include <gtest/gtest.h>

#include "gui/core/bank_rows.h"
#include "samples.h"

namespace warpglass::gui {
namespace {

TEST(SharedPatterns, HaveTheWavefrontsOfTheWholeLaunch) {
  for (const char* name : {"transpose-conflict-256", "gemm-tiled32-128", "reduction-tree-65536",
                           "softmax-online-512", "histogram-shared-65536"}) {
    const RunPointer run = test::sample(name);
    const AccessSamples& accesses = run->launch->accesses;
    ASSERT_EQ(accesses.shared_blocks, accesses.blocks) << name;
    ASSERT_FALSE(accesses.shared.empty()) << name;
    for (const SharedAccesses& a : accesses.shared) {
      const sim::InstructionStatistics& counted = run->result.totals.instructions[a.instruction];
      if (a.kept < a.executions) continue;  // too many different ways: a part was kept
      const WavefrontSum sum = wavefronts_of(a, 32, {});
      EXPECT_EQ(sum.wavefronts, counted.shared_wavefronts) << name << " " << run->result.text[a.instruction];
      EXPECT_EQ(sum.ideal, counted.shared_ideal) << name << " " << run->result.text[a.instruction];
      EXPECT_EQ(sum.ways, counted.shared_ways) << name << " " << run->result.text[a.instruction];
    }
  }
}

TEST(SharedPatterns, AreFewWhereEveryBlockDoesTheSame) {
  for (const SharedAccesses& a : test::sample("transpose-conflict-256")->launch->accesses.shared) {
    EXPECT_EQ(a.kept, a.executions);
    EXPECT_LE(a.patterns.size(), 8u);  // warps of a block
    EXPECT_EQ(a.executions, 64u * 8);
  }
}

TEST(SharedPatterns, ALaunchWithoutSharedMemoryHasNone) {
  const AccessSamples& accesses = test::sample("vector_add-float4-65536")->launch->accesses;
  EXPECT_TRUE(accesses.shared.empty());
  EXPECT_EQ(accesses.shared_blocks, 1u) << "other blocks are executed for shared memory only";
}

TEST(BankHeat, OfAConflictingColumnIsOneBankAWarp) {
  const RunPointer run = test::sample("transpose-conflict-256");
  for (const SharedAccesses& a : run->launch->accesses.shared) {
    if (!a.load) continue;
    const BankHeat as_it_is = bank_heat(a, 32, {}), padded = bank_heat(a, 32, {0, 128, 4, false});
    uint64_t words = 0, padded_words = 0;
    for (size_t bank = 0; bank < 32; ++bank) {
      words += as_it_is.words[bank];
      padded_words += padded.words[bank];
      EXPECT_EQ(padded.words[bank], a.executions) << "padded: every bank once an execution";
    }
    EXPECT_EQ(words, 32 * a.executions);
    EXPECT_EQ(padded_words, words);
    EXPECT_EQ(as_it_is.executions, a.executions);
    EXPECT_LE(as_it_is.most, a.executions);
  }
}

TEST(BankRows, PaddingGivesThePaddedKernelsWavefronts) {
  const RunPointer run = test::sample("transpose-conflict-256");
  BankRows rows = bank_rows(*run);
  BankLayout layout = likely_layout(rows);
  EXPECT_EQ(layout.row_bytes, 128u);
  EXPECT_EQ(layout.base, 1024u) << "the system's shared memory comes first";
  apply_layout(rows, *run, 32, layout);
  EXPECT_EQ(*rows.what_if, rows.now);
  layout.padding_bytes = 4;
  apply_layout(rows, *run, 32, layout);
  EXPECT_TRUE(rows.exact);
  EXPECT_EQ(*rows.what_if, bank_rows(*test::sample("transpose-padded-256")).now);
  const QString words = bank_verdict(rows, *run, layout, nullptr);
  EXPECT_TRUE(words.contains(QStringLiteral("arbitration losses: not modelled"))) << words.toStdString();
}

TEST(BankRows, OfARunAloneHaveCountsButNoWhatIf) {
  auto bare = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  bare->launch.reset();
  BankRows rows = bank_rows(*bare);
  ASSERT_FALSE(rows.rows.empty());
  apply_layout(rows, *bare, 32, {0, 128, 4, false});
  EXPECT_FALSE(rows.what_if);
  EXPECT_GT(rows.now, rows.ideal);
}

}  // namespace
}  // namespace warpglass::gui
