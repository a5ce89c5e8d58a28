// L2, its copies and HBM, request by request: times that follow from the model's parameters by hand.
#include "sim/memory/memory_system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/model.h"
#include "models/topology.h"

namespace warpglass::sim {
namespace {

void send(MemorySystem& memory, std::vector<std::vector<MemoryResponse>>& responses, uint64_t line, uint8_t sectors, uint16_t bytes, RequestKind kind, Cycle at) {
  MemoryRequest request;
  request.sent = at, request.line = line, request.record = kind == RequestKind::Read ? 0 : -1, request.sectors = sectors, request.bytes = bytes, request.kind = kind;
  std::vector<MemoryRequest> requests{request};
  memory.accept(requests);
  memory.process(at + 100000, responses);
}

/// No refresh, no row misses, no transfer time to speak of: what is left are the latencies.
Model latencies_only() {
  Model model = load_model("h200");
  for (const char* setting : {"hbm.refresh_time=0", "hbm.row_miss=0", "hbm.write_wait=0", "hbm.channel_bytes=1024", "l2.slice_bytes=1024",
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
  EXPECT_NEAR(gap, 32 * model_.l2_atomic_partial_interval, 1) << "each pass writes a part of the sector";
}

/// Cycles from the first to the last response of REDs that each write whole lines, one after the other to `lines` lines.
class AtomicLinesTest : public MemorySystemTest {
 protected:
  /// Of the second of two rounds, for which L2 has the lines.
  double span(const std::vector<uint64_t>& lines) {
    round(lines);
    return round(lines);
  }

  double round(const std::vector<uint64_t>& lines) {
    now_ += 100000;
    std::vector<MemoryRequest> requests;
    for (unsigned i = 0; i < kCount; ++i) {
      MemoryRequest request;
      request.sent = now_, request.line = lines[i % lines.size()], request.record = static_cast<int32_t>(i), request.sm = kNearSm;
      request.sectors = 0xf, request.kind = RequestKind::Atomic, request.passes = request.whole_passes = 4, request.sequence = i;
      requests.push_back(request);
    }
    memory_.accept(requests);
    memory_.process(now_ + 100000, responses_);
    std::vector<Cycle> arrivals;
    for (const MemoryResponse& response : responses_[kNearSm]) arrivals.push_back(response.arrival);
    responses_[kNearSm].clear();
    return static_cast<double>(*std::max_element(arrivals.begin(), arrivals.end()) - *std::min_element(arrivals.begin(), arrivals.end()));
  }
  static constexpr unsigned kCount = 64;
  Cycle now_ = 0;
};

// Measured: kernels/micro/probes/atomic_lines.cu, H200, 2026-11.
TEST_F(AtomicLinesTest, FourNeighbouringLinesAreTwiceAsFastAsTwo) {
  const double one = span({0}), two = span({0, 128}), four = span({0, 128, 256, 384}), eight = span({0, 128, 256, 384, 512, 640, 768, 896});
  EXPECT_NEAR(one, (kCount - 1) * 4 * model_.l2_atomic_interval, 2);
  EXPECT_NEAR(two, one, 2) << "lines 0 and 1 are in one slice";
  EXPECT_NEAR(four, one / 2, 6);
  EXPECT_NEAR(eight, four, 6) << "a chunk has two slices";
}

// Measured: kernels/micro/probes/merge_profiled.cu, H200, 2026-11: 16 SMs of a GPC that ask for a line at once make L2 read it four times.
TEST_F(MemorySystemTest, AReadAnswersFourSmsOfAGpc) {
  const auto gpc = [&](unsigned sm) { return gpc_of_sm(model_, sm); };
  std::vector<uint16_t> sms;
  for (uint16_t sm = 16; sms.size() < 9; ++sm)
    if (gpc(sm) == gpc(16)) sms.push_back(sm);
  std::vector<MemoryRequest> requests;
  for (uint32_t i = 0; i < sms.size(); ++i) {
    MemoryRequest request;
    request.sent = 10, request.line = 0, request.record = 0, request.sm = sms[i], request.sectors = 0xf, request.sequence = i;
    requests.push_back(request);
  }
  memory_.accept(requests);
  memory_.process(100000, responses_);
  EXPECT_EQ(memory_.statistics().requests_read, 3u);
  EXPECT_EQ(memory_.statistics().sectors_read, 12u);
  EXPECT_EQ(memory_.statistics().sectors_merged, 4u * (9 - 3));
  for (uint16_t sm : sms) EXPECT_EQ(responses_[sm].size(), 1u) << "SM " << sm;
}

TEST_F(MemorySystemTest, SmsOfOtherGpcsAskForThemselves) {
  std::vector<MemoryRequest> requests(2);
  for (unsigned i = 0; i < 2; ++i) requests[i].sent = 10, requests[i].record = 0, requests[i].sm = i == 0 ? 16 : 100, requests[i].sectors = 1;
  memory_.accept(requests);
  memory_.process(100000, responses_);
  EXPECT_EQ(memory_.statistics().requests_read, 2u);
}

class SlowHbmTest : public MemorySystemTest {
 protected:
  SlowHbmTest() : MemorySystemTest([] {
    Model model = latencies_only();
    for (const char* setting : {"hbm.channel_bytes=1", "hbm.row_interval=0"}) set_parameter(model, setting);
    return model;
  }()) {}
};

// Measured: kernels/micro/probes/cold_launch.cu, H200, 2026-12: what all SMs load at once comes as fast as HBM can. A draw would give
// one of the 48 channels 30 of the 1,024 chunks.
TEST_F(SlowHbmTest, ChunksInARowAreSharedEquallyByTheChannels) {
  constexpr uint64_t kChunks = 1024, kChunk = 1024, kLine = 128;
  std::vector<MemoryRequest> requests(kChunks * kChunk / kLine);
  for (uint64_t i = 0; i < requests.size(); ++i) requests[i].line = i * kLine, requests[i].record = 0, requests[i].sectors = 15;
  memory_.accept(requests);
  memory_.process(1000000, responses_);
  Cycle last = 0;
  for (const MemoryResponse& response : responses_[0]) last = std::max(last, response.arrival);
  const double bytes_per_cycle = model_.hbm_clock / model_.device_sm_clock * model_.hbm_efficiency;
  const double cycles_of_chunk = kChunk / bytes_per_cycle;
  EXPECT_GE(static_cast<double>(last), kChunks / 48.0 * cycles_of_chunk);
  EXPECT_LE(static_cast<double>(last), 23 * cycles_of_chunk + kMiss + kFar + kFabric);
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

// Measured: kernels/micro/probes/partial_writes_profiled.cu, H200, 2026-11.
class PartialWriteTest : public MemorySystemTest {
 protected:
  PartialWriteTest() : MemorySystemTest([] {
    Model model = latencies_only();
    for (const char* setting : {"l2.slices=96", "l2.partial_lines=96"}) set_parameter(model, setting);  // one a slice
    return model;
  }()) {}
  void write(uint64_t line, uint8_t sectors, uint16_t bytes) { send(memory_, responses_, line, sectors, bytes, RequestKind::Write, now_ += 100); }
  uint64_t read_bytes() const { return memory_.statistics().dram_read_bytes; }
  Cycle now_ = 0;
};

TEST_F(PartialWriteTest, WholeSectorsAreNeverRead) {
  for (uint64_t line = 0; line < 4096; ++line) write(line * 128, 0xf, 128);
  EXPECT_EQ(read_bytes(), 0u);
}

TEST_F(PartialWriteTest, WhatIsWrittenPieceByPieceIsNotRead) {
  for (int piece = 0; piece < 8; ++piece) write(0, 1, 4);
  for (uint64_t line = 1; line < 2048; ++line) write(line * 4096, 1, 32);
  EXPECT_EQ(read_bytes(), 0u);
}

TEST_F(PartialWriteTest, BeyondTheLimitTheRestOfTheOldestIsReadAndItIsWrittenBack) {
  constexpr uint64_t kLines = 2048;
  for (uint64_t line = 0; line < kLines; ++line) write(line * 4096, 3, 8);
  // HBM has been idle by the time of reads from all of its channels.
  for (uint64_t line = 0; line < 4096; ++line) send(memory_, responses_, (uint64_t{1} << 30) + line * 1024, 1, 0, RequestKind::Read, now_ + 1000000);
  // All but one line of each slice that was used, two sectors each.
  EXPECT_GE(memory_.statistics().dram_write_bytes, (kLines - 96) * 64);
  EXPECT_LE(memory_.statistics().dram_write_bytes, kLines * 64);
}

TEST_F(PartialWriteTest, AReadOfOneBringsTheRest) {
  write(0, 1, 4);
  send(memory_, responses_, 0, 1, 0, RequestKind::Read, now_ += 1000);
  EXPECT_EQ(read_bytes(), static_cast<uint64_t>(model_.hbm_access_bytes));
  for (uint64_t line = 1; line < 512; ++line) write(line * 4096, 1, 32);
  EXPECT_EQ(read_bytes(), static_cast<uint64_t>(model_.hbm_access_bytes)) << "it lacks nothing any more";
}

}  // namespace
}  // namespace warpglass::sim
