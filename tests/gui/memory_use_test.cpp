#include "gui/core/memory_use.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "gui/core/session.h"
#include "gui/core/timeline/timeline_data.h"
#include "samples.h"

namespace warpglass::gui {
namespace {

std::string refusal(const LoadOptions& options) {
  try {
    load_file(test::sample_path("transpose-conflict-256"), options, test::quiet);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(MemoryUse, ARunsSizeCoversItsTimelineAndAddresses) {
  const RunPointer run = test::sample("transpose-conflict-256");
  const uint64_t bytes = document_bytes(*run);
  EXPECT_GT(bytes, run->timeline->timeline().chunks.size() * sizeof(sim::TimelineChunk) +
                       run->launch->accesses.samples.size() * sizeof(AccessSample));
  RunDocument bare = *run;
  bare.timeline.reset();
  EXPECT_LT(document_bytes(bare), bytes);
}

TEST(MemoryUse, AFileBeyondTheLimitIsRefusedWithWhatToDo) {
  LoadOptions options;
  options.memory_limit = 1000;
  EXPECT_NE(refusal(options).find("--memory"), std::string::npos);
  options.memory_limit = document_bytes(*test::sample("transpose-conflict-256")) * 2 + (uint64_t{1} << 30);  // and what a simulation takes meanwhile
  EXPECT_EQ(refusal(options), "");
  options.open_bytes = options.memory_limit;  // others are open
  EXPECT_NE(refusal(options).find("close a run"), std::string::npos);
}

TEST(MemoryUse, ThisProcessHasASize) {
  EXPECT_GT(process_bytes(), 1'000'000u);
  EXPECT_GT(usual_memory_limit(), uint64_t{100} << 20);
}

TEST(Session, ClosingARunShowsTheOneBeforeAndFreesIt) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  session.add_run(test::sample("transpose-padded-256"));
  EXPECT_EQ(session.memory_bytes(), document_bytes(*session.runs()[0]) + document_bytes(*session.runs()[1]));
  session.selection().select_instruction(3);
  session.close_run(session.current());
  ASSERT_TRUE(session.current());
  EXPECT_EQ(session.current()->name, "transpose-conflict-256");
  EXPECT_FALSE(session.selection().instruction());
  session.close_run(session.current());
  EXPECT_FALSE(session.current());
  EXPECT_FALSE(session.baseline());
  EXPECT_EQ(session.memory_bytes(), 0u);
  session.close_run(nullptr);
}

TEST(WithDetail, RecordsAllSmsAndChangesNothingElse) {
  const RunPointer run = test::sample("transpose-conflict-256");
  sim::Detail all;
  all.on = all.all = true;
  const RunPointer more = with_detail(*run, all, {}, test::quiet);
  EXPECT_EQ(more->path, run->path);
  EXPECT_EQ(more->result.cycles, run->result.cycles);
  EXPECT_EQ(more->result.stalls(), run->result.stalls());
  EXPECT_EQ(more->timeline->timeline().recorded.size(), more->result.sms);
  EXPECT_GT(more->timeline->lanes().size(), run->timeline->lanes().size());
  RunDocument alone = *run;
  alone.launch.reset();
  alone.launch_problem = "it is not there";
  EXPECT_THROW(with_detail(alone, all, {}, test::quiet), Error);
  EXPECT_THROW(with_detail(*run, all, {}, [](double, const std::string&) { return false; }), Error);
}

}  // namespace
}  // namespace warpglass::gui
