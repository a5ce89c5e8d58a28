#include "gui/core/instruction_rows.h"

#include <gtest/gtest.h>

#include <numeric>

#include "samples.h"
#include "traces/import/measurement.h"

namespace warpglass::gui {
namespace {

TEST(InstructionRows, SumUpToTheRun) {
  const RunPointer run = test::sample("transpose-conflict-256");
  const InstructionRows rows = instruction_rows(run->result, nullptr);
  ASSERT_EQ(rows.rows.size(), run->result.totals.instructions.size());
  const auto stalls = run->result.stalls();
  EXPECT_EQ(rows.own_total, std::accumulate(stalls.begin(), stalls.end(), uint64_t{0}) - stalls[0]);
  double share = 0;
  for (size_t i = 0; i < rows.rows.size(); ++i) share += rows.own_share(i);
  EXPECT_NEAR(share, 1, 1e-9);
  EXPECT_FALSE(rows.measured);
}

TEST(InstructionRows, TakeMeasuredColumnsFromTheMeasurement) {
  const RunPointer run = test::sample("transpose-conflict-256");
  const Measurement measurement = read_measurement(test::measurement_path("transpose-conflict-256"));
  EXPECT_TRUE(belongs(measurement, *run));
  const InstructionRows rows = instruction_rows(run->result, &measurement);
  ASSERT_TRUE(rows.measured);
  for (const InstructionRow& row : rows.rows)
    if (row.measured_executed) {
      EXPECT_EQ(static_cast<uint64_t>(*row.measured_executed), row.executed) << row.sass.toStdString();
    }
}

TEST(SourceTexts, LinesSumUpToTheirInstructions) {
  const RunPointer run = test::sample("transpose-conflict-256");
  const InstructionRows rows = instruction_rows(run->result, nullptr);
  const auto texts = source_texts(run->result, rows);
  ASSERT_FALSE(texts.empty());
  EXPECT_TRUE(texts.front().has_text);
  uint64_t own = 0, expected = 0;
  for (const SourceText& text : texts)
    for (const SourceLine& line : text.lines) own += line.own;
  for (const InstructionRow& row : rows.rows) expected += row.line > 0 ? row.own : 0;
  EXPECT_EQ(own, expected);
}

TEST(ControlCodes, AreTold) {
  isa::ControlCodes c;
  c.stall = 4;
  c.yield = true;
  c.write_scoreboard = 2;
  c.wait_mask = 0b100010;
  EXPECT_EQ(control_text(c), QStringLiteral("stall 4, yield, SB2 released when written, waits for SB1 SB5"));
  EXPECT_EQ(control_compact(c), QStringLiteral("B-1---5:R-:W2:Y:S04"));
  EXPECT_EQ(control_compact({}), QStringLiteral("B------:R-:W-:-:S00"));
}

}  // namespace
}  // namespace warpglass::gui
