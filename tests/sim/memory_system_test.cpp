// L2, its copies and HBM, request by request: times that follow from the model's parameters by hand.
#include "sim/memory/memory_system.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/model.h"

namespace warpglass::sim {
namespace {

/// No refresh, no row misses, no transfer time to speak of: what is left are the latencies.
Model latencies_only() {
  Model model = load_model("h200");
  for (const char* setting : {"hbm.refresh_time=0", "hbm.row_miss=0", "hbm.turnaround=0", "hbm.channel_bytes=1024", "l2.slice_bytes=1024",
                              "noc.gpc_bytes=65536", "noc.request_latency=90", "noc.response_latency=80", "noc.far_latency=32", "noc.fabric_latency=160",
                              "l2.latency=60", "hbm.latency=240"})
    set_parameter(model, setting);
  return model;
}

class MemorySystemTest : public ::testing::Test {
 protected:
  explicit MemorySystemTest(Model model = latencies_only()) : model_(std::move(model)), memory_(model_, kSms), responses_(kSms) {}

  /// Cycles from sending to the response's arrival.
  Cycle take(uint16_t sm, uint64_t line, RequestKind kind, Cycle at, uint16_t passes = 0) {
    MemoryRequest request;
    request.sent = at, request.line = line, request.record = 0, request.sm = sm, request.sectors = 1, request.kind = kind, request.passes = passes;
    std::vector<MemoryRequest> requests{request};
    memory_.accept(requests);
    memory_.process(at + 100000, responses_);
    const Cycle arrival = responses_[sm].back().arrival;
    responses_[sm].clear();
    return arrival - at;
  }

  static constexpr unsigned kSms = 132;
  static constexpr uint16_t kNearSm = 0, kFarSm = 131;
  Model model_;
  MemorySystem memory_;
  std::vector<std::vector<MemoryResponse>> responses_;
};

constexpr Cycle kHit = 90 + 60 + 80, kMiss = kHit + 240 + 1, kFar = 32, kFabric = 160;

// Bit 12 of an address decides the partition (measured: refresh.cu): address 0 is near to the first SM, 4096 to the last.
TEST_F(MemorySystemTest, AMissGoesToHbmAndTheNextReadHits) {
  EXPECT_NEAR(take(kNearSm, 0, RequestKind::Read, 0), kMiss, 1);
  EXPECT_NEAR(take(kNearSm, 0, RequestKind::Read, 10000), kHit, 1);
  EXPECT_EQ(memory_.statistics().read_hits, 1u);
}

TEST_F(MemorySystemTest, ALineOfTheOtherPartitionComesThroughTheFabricOnce) {
  EXPECT_NEAR(take(kNearSm, 4096, RequestKind::Read, 0), kMiss + kFar + kFabric, 2);
  EXPECT_NEAR(take(kNearSm, 4096, RequestKind::Read, 10000), kHit + kFar, 1);
  EXPECT_EQ(memory_.statistics().dram_read_bytes, static_cast<uint64_t>(model_.hbm_access_bytes));
}

TEST_F(MemorySystemTest, TheOtherPartitionsCopyIsFetchedFromTheHomeNotFromHbm) {
  take(kFarSm, 4096, RequestKind::Read, 0);
  EXPECT_NEAR(take(kNearSm, 4096, RequestKind::Read, 10000), kHit + kFar + kFabric, 2);
  EXPECT_EQ(memory_.statistics().dram_read_bytes, static_cast<uint64_t>(model_.hbm_access_bytes));
}

TEST_F(MemorySystemTest, AWriteDropsTheCopy) {
  take(kNearSm, 4096, RequestKind::Read, 0);
  take(kFarSm, 4096, RequestKind::Write, 10000);
  EXPECT_NEAR(take(kNearSm, 4096, RequestKind::Read, 20000), kHit + kFar + kFabric, 2);
}

TEST_F(MemorySystemTest, AtomicsOfOneLineFollowEachOtherByTheirPasses) {
  take(kNearSm, 0, RequestKind::Read, 0);
  std::vector<MemoryRequest> requests;
  for (int i = 0; i < 3; ++i) {
    MemoryRequest request;
    request.sent = 10000, request.line = 0, request.record = i, request.sm = kNearSm, request.sectors = 1, request.kind = RequestKind::Atomic;
    request.passes = 32, request.sequence = static_cast<uint32_t>(i);
    requests.push_back(request);
  }
  memory_.accept(requests);
  memory_.process(100000, responses_);
  ASSERT_EQ(responses_[kNearSm].size(), 3u);
  const double gap = static_cast<double>(responses_[kNearSm][2].arrival - responses_[kNearSm][0].arrival) / 2;
  EXPECT_NEAR(gap, 32 * model_.l2_atomic_interval, 1);
}

class RefreshTest : public MemorySystemTest {
 protected:
  static Model with_refresh() {
    Model model = latencies_only();
    set_parameter(model, "hbm.refresh_time=50");
    set_parameter(model, "hbm.refresh_interval=500");
    return model;
  }
  RefreshTest() : MemorySystemTest(with_refresh()) {}
};

// A tenth of all moments falls into a refresh of 99 cycles. The lines are 128 MB apart, so all miss; those of the other
// partition take longer than any wait.
TEST_F(RefreshTest, ATenthOfColdReadsWaitsForARefresh) {
  constexpr int kReads = 2000;
  constexpr Cycle kOther = kFar + kFabric;
  const double refresh = 50 * model_.device_sm_clock / 1000;
  int waited = 0, others = 0;
  for (int i = 0; i < kReads; ++i) {
    Cycle wait = take(kNearSm, static_cast<uint64_t>(i) << 27, RequestKind::Read, i * 1777) - kMiss;
    if (wait >= kOther - 2) ++others, wait -= kOther;
    EXPECT_GE(wait, -2);
    EXPECT_LE(static_cast<double>(wait), refresh + 2);
    if (wait > 2) ++waited;
  }
  EXPECT_NEAR(waited, kReads / 10, kReads / 40);
  EXPECT_NEAR(others, kReads / 2, kReads / 10);
}

}  // namespace
}  // namespace warpglass::sim
