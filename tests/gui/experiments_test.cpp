// Simulating again in the background: jobs, gains, occupancies, layouts.
#include "gui/core/experiments/experiments.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "gui/core/experiments/simulate_again.h"
#include "gui/core/session.h"
#include "samples.h"
#include "sim/cli/launch_input.h"

namespace warpglass::gui {
namespace {

constexpr int kPatience = 120'000;  // ms

void wait_for(JobQueue& jobs) {
  ASSERT_TRUE(QTest::qWaitFor([&] { return !jobs.busy(); }, kPatience));
  QCoreApplication::processEvents();
}

TEST(JobQueue, RunsOneAfterTheOtherAndFinishesOnItsOwnThread) {
  JobQueue jobs;
  std::vector<int> order;
  const auto here = std::this_thread::get_id();
  for (int i = 0; i < 3; ++i)
    jobs.add(QString::number(i), [&, i](const JobProgress& progress) -> JobQueue::Finish {
      EXPECT_NE(std::this_thread::get_id(), here);
      progress(0.5);
      return [&, i] {
        EXPECT_EQ(std::this_thread::get_id(), here);
        order.push_back(i);
      };
    });
  EXPECT_TRUE(jobs.busy());
  EXPECT_EQ(jobs.name(), QStringLiteral("0"));
  wait_for(jobs);
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST(JobQueue, CancelEndsWhatRunsForgetsTheRestAndIsNoFailure) {
  JobQueue jobs;
  QSignalSpy failed(&jobs, &JobQueue::failed);
  std::atomic<bool> finished{false}, second{false};
  jobs.add(QStringLiteral("endless"), [&](const JobProgress& progress) -> JobQueue::Finish {
    while (progress(0.1)) std::this_thread::yield();
    finished = true;
    throw std::runtime_error("given up");
  });
  jobs.add(QStringLiteral("never"), [&](const JobProgress&) -> JobQueue::Finish {
    second = true;
    return {};
  });
  jobs.cancel();
  wait_for(jobs);
  EXPECT_TRUE(finished);
  EXPECT_FALSE(second);
  EXPECT_EQ(failed.count(), 0);
}

TEST(JobQueue, AFailureIsASentenceAndTheNextJobRuns) {
  JobQueue jobs;
  QSignalSpy failed(&jobs, &JobQueue::failed);
  bool next = false;
  jobs.add(QStringLiteral("bad"),
           [](const JobProgress&) -> JobQueue::Finish { throw std::runtime_error("no such file"); });
  jobs.add(QStringLiteral("good"),
           [&](const JobProgress&) -> JobQueue::Finish { return [&] { next = true; }; });
  wait_for(jobs);
  ASSERT_EQ(failed.count(), 1);
  EXPECT_EQ(failed[0][1].toString(), QStringLiteral("no such file"));
  EXPECT_TRUE(next);
}

TEST(JobQueue, ItsEndWaitsForWhatIsRunning) {
  std::atomic<bool> ended{false};
  {
    JobQueue jobs;
    jobs.add(QStringLiteral("endless"), [&](const JobProgress& progress) -> JobQueue::Finish {
      while (progress(0.1)) std::this_thread::yield();
      ended = true;
      return {};
    });
  }
  EXPECT_TRUE(ended);
}

TEST(Experiments, GainsAreThoseOfTheReport) {
  const RunPointer run = test::sample("transpose-conflict-256");
  Experiments experiments;
  experiments.set_threads(2);
  EXPECT_TRUE(experiments.gains(run).empty());
  experiments.simulate_gains(run);
  wait_for(experiments.jobs());
  ASSERT_EQ(experiments.gains(run).size(), sim::all_obstacles().size())
      << experiments.problem().toStdString();
  for (const sim::Gain& gain : experiments.gains(run)) {
    if (gain.obstacle != sim::Obstacle::BankConflicts) continue;
    sim::SimulationOptions options;
    options.without = gain.obstacle;
    EXPECT_EQ(gain.cycles,
              cli::simulate_file(test::sample_path("transpose-conflict-256"), "h200", {}, options).cycles);
  }
  const std::vector<sim::Gain>* before = &experiments.gains(run);
  experiments.simulate_gains(run);
  EXPECT_FALSE(experiments.jobs().busy()) << "what is known is not simulated again";
  EXPECT_EQ(&experiments.gains(run), before);
}

TEST(Experiments, GainsOfARunsFileAreTaken) {
  auto run = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  run->result.gains = {{sim::Obstacle::BankConflicts, 1000, 0.5}};
  Experiments experiments;
  experiments.simulate_gains(run);
  EXPECT_FALSE(experiments.jobs().busy());
  EXPECT_EQ(experiments.gains(run).size(), 1u);
}

TEST(Experiments, ALaunchThatIsNotTheRunsGivesASentenceAndNoGains) {
  auto run = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  run->result.cycles += 1;
  Experiments experiments;
  experiments.simulate_gains(run);
  wait_for(experiments.jobs());
  EXPECT_TRUE(experiments.gains(run).empty());
  EXPECT_TRUE(experiments.problem().contains(QStringLiteral("does not give this run again")))
      << experiments.problem().toStdString();
}

TEST(Experiments, WithoutACapsuleNothingStartsAndItIsSaidWhy) {
  auto run = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  run->launch.reset();
  run->launch_problem = "it is elsewhere";
  Experiments experiments;
  experiments.simulate_gains(run);
  experiments.simulate_sweep(run);
  EXPECT_FALSE(experiments.jobs().busy());
  EXPECT_TRUE(why_not_simulated(*run).contains(QStringLiteral("it is elsewhere")));
}

TEST(Experiments, GainsStartUnaskedOnlyWhereThatIsAllowedAndOnlyOnce) {
  const RunPointer run = test::sample("waves-blocks-1");
  Experiments experiments;
  experiments.want_gains(run);
  EXPECT_FALSE(experiments.jobs().busy());
  experiments.set_automatic(true);
  experiments.want_gains(run);
  EXPECT_TRUE(experiments.jobs().busy());
  experiments.jobs().cancel();
  wait_for(experiments.jobs());
  EXPECT_TRUE(experiments.gains(run).empty());
  experiments.want_gains(run);
  EXPECT_FALSE(experiments.jobs().busy()) << "who cancelled it does not want it";
}

TEST(OccupancySweep, PointsAreTheEndsOfTheStepsOfTheCurves) {
  const RunPointer run = test::sample("gemm-tiled32-128");
  const OccupancySweep sweep = sweep_points(*run->model, run->result.resources);
  ASSERT_GE(sweep.by_registers.size(), 2u);
  ASSERT_GE(sweep.by_shared.size(), 2u);
  for (const auto* curve : {&sweep.by_registers, &sweep.by_shared}) {
    EXPECT_LE(curve->size(), 16u);
    for (size_t i = 1; i < curve->size(); ++i) {
      EXPECT_GT((*curve)[i].x, (*curve)[i - 1].x);
      EXPECT_LE((*curve)[i].blocks, (*curve)[i - 1].blocks);
      EXPECT_GT((*curve)[i].blocks, 0u);
    }
  }
}

TEST(OccupancySweep, AsManyBlocksAsNowTakeTheRunsTime) {
  const RunPointer run = test::sample("gemm-tiled32-128");
  Experiments experiments;
  experiments.set_threads(2);
  experiments.simulate_sweep(run);
  wait_for(experiments.jobs());
  const OccupancySweep* sweep = experiments.sweep(run);
  ASSERT_NE(sweep, nullptr) << experiments.problem().toStdString();
  bool found = false;
  for (const SweepPoint& p : sweep->by_registers) {
    EXPECT_GT(p.cycles, 0);
    if (p.blocks != run->result.occupancy.blocks) continue;
    found = true;
    EXPECT_EQ(p.cycles, run->result.cycles);
  }
  EXPECT_TRUE(found);
}

TEST(Experiments, ALayoutIsSimulatedForItsTime) {
  const RunPointer run = test::sample("transpose-conflict-256");
  Experiments experiments;
  const sim::SharedLayout padded{1024, 128, 4, false}, other{1024, 128, 8, false};
  experiments.simulate_layout(run, padded);
  wait_for(experiments.jobs());
  const auto time = experiments.layout_time(run, padded);
  ASSERT_TRUE(time) << experiments.problem().toStdString();
  EXPECT_LT(time->cycles, run->result.cycles);
  EXPECT_FALSE(experiments.layout_time(run, other));
}

}  // namespace
}  // namespace warpglass::gui
