// HBM with much to do: who waits for a channel that is behind with its work, and for what it writes.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "models/model.h"
#include "sim/memory/memory_system.h"

namespace warpglass::sim {
namespace {

constexpr unsigned kSms = 132;

/// Channels of an eighth of the rate, so that not slices are the bottleneck; an L2 of one set a slice, which soon evicts what was written.
Model slow_channels() {
  Model model = load_model("h200");
  for (const char* setting : {"hbm.refresh_time=0", "hbm.row_miss=0", "hbm.row_interval=0", "hbm.write_interval=0", "hbm.mixed_interval=0", "hbm.write_wait=0",
                              "hbm.channel_bytes=4", "l2.slice_bytes=1024", "noc.gpc_bytes=65536", "l2.bytes=196608"})
    set_parameter(model, setting);
  return model;
}

MemoryRequest request(RequestKind kind, Cycle sent, uint64_t line, uint32_t sequence) {
  MemoryRequest r;
  r.sent = sent, r.line = line, r.kind = kind, r.sm = static_cast<uint16_t>(sequence % kSms), r.sequence = sequence;
  r.record = kind == RequestKind::Read ? static_cast<int32_t>(sequence) : -1;
  r.sectors = kind == RequestKind::Read ? 1 : 0xf, r.bytes = 128;
  return r;
}

/// Cycles that each read took, by its sequence.
std::map<uint32_t, Cycle> latencies(MemorySystem& memory, std::vector<MemoryRequest> requests) {
  std::map<uint32_t, Cycle> sent;
  for (const MemoryRequest& r : requests)
    if (r.kind == RequestKind::Read) sent[r.sequence] = r.sent;
  std::vector<std::vector<MemoryResponse>> responses(kSms);
  memory.accept(requests);
  memory.process(1 << 30, responses);
  std::map<uint32_t, Cycle> took;
  for (const auto& sm : responses)
    for (const MemoryResponse& response : sm) took[static_cast<uint32_t>(response.record)] = response.arrival - sent.at(static_cast<uint32_t>(response.record));
  return took;
}

Cycle hit_beside_misses(unsigned queue) {
  Model model = slow_channels();
  set_parameter(model, "l2.miss_queue=" + std::to_string(queue));
  MemorySystem memory(model, kSms);
  constexpr uint64_t kHot = 64 << 20;
  latencies(memory, {request(RequestKind::Read, 0, kHot, 0)});
  std::vector<MemoryRequest> requests;
  for (uint32_t i = 1; i <= 480; ++i) requests.push_back(request(RequestKind::Read, 100000, uint64_t{i} * 128, i * kSms));
  requests.push_back(request(RequestKind::Read, 100001, kHot, kSms * 1000));
  return latencies(memory, requests).at(kSms * 1000);
}

TEST(LoadedMemory, AHitWaitsBehindAMissForWhichTheSliceHasNoPlace) {
  // Some five misses a slice and ten a channel, of ten cycles each.
  const Cycle alone = hit_beside_misses(1000);
  EXPECT_GE(hit_beside_misses(1), alone + 20);
  EXPECT_LE(hit_beside_misses(1), alone + 200);
  EXPECT_EQ(hit_beside_misses(100), alone);
}

TEST(LoadedMemory, StoresWaitWhileAChannelIsFarBehind) {
  const auto taken = [](double backlog) {
    Model model = slow_channels();
    set_parameter(model, "hbm.write_backlog=" + std::to_string(backlog));
    MemorySystem memory(model, kSms);
    std::vector<MemoryRequest> requests;
    for (uint32_t i = 0; i < 20000; ++i) requests.push_back(request(RequestKind::Write, 0, uint64_t{i} * 128, i));
    latencies(memory, requests);
    return memory.last_write();
  };
  // 18,464 lines are evicted, each two accesses of 9.9 cycles, by 48 channels.
  const auto all = static_cast<Cycle>(18464 * 2 * 9.9 / 48);
  EXPECT_NEAR(static_cast<double>(taken(1000)), static_cast<double>(all), 0.3 * static_cast<double>(all));
  EXPECT_LT(taken(1e5), all / 3);
}

TEST(LoadedMemory, AReadPassesStoresThatWaitForTheirChannel) {
  Model model = slow_channels();
  set_parameter(model, "hbm.write_backlog=100");
  const auto read = [&](uint32_t stores) {
    MemorySystem memory(model, kSms);
    std::vector<MemoryRequest> requests;
    for (uint32_t i = 0; i < stores; ++i) requests.push_back(request(RequestKind::Write, 100000 + i / 32, uint64_t{i} * 128, i + kSms));
    requests.push_back(request(RequestKind::Read, 100200, 64 << 20, kSms * 1000));
    const Cycle took = latencies(memory, requests).at(kSms * 1000);
    return std::pair{took, memory.last_write()};
  };
  const auto [alone, first] = read(1);
  const auto [beside, last] = read(6000);  // 4,464 evictions: thousands of cycles of writing
  EXPECT_GT(last, first + 1500);
  EXPECT_GT(beside, alone);
  EXPECT_LE(beside, alone + 2 * 100 + 20);  // for a place among what is to be written, and behind that
}

// A fence is answered when the stores that its SM sent before it have been taken, however long they wait on the way.
TEST(LoadedMemory, AFenceWaitsForTheStoresBeforeItOnly) {
  const Model model = load_model("h200");
  const auto answered = [&](uint16_t fencing_sm, unsigned stores) {
    MemorySystem memory(model, kSms);
    std::vector<MemoryRequest> requests;
    for (uint32_t i = 0; i < stores; ++i) {
      requests.push_back(request(RequestKind::Write, 1000, uint64_t{i} * 128, i));
      requests.back().sm = 7;
    }
    MemoryRequest fence = request(RequestKind::Fence, 1001, 0, stores);
    fence.sm = fencing_sm, fence.record = 1, fence.sectors = 0;
    requests.push_back(fence);
    std::vector<std::vector<MemoryResponse>> responses(kSms);
    memory.accept(requests);
    memory.process(1 << 30, responses);
    return responses.at(fencing_sm).at(0).arrival;
  };
  // 3,800 lines of four sectors need 3,800 * 4 / noc.store_sectors cycles.
  const auto way = static_cast<Cycle>(3800 * 4 / model.noc_store_sectors);
  EXPECT_EQ(answered(8, 3800), answered(8, 1));
  EXPECT_NEAR(static_cast<double>(answered(7, 3800) - answered(8, 1)), static_cast<double>(way), 40);
}

// Beside as many writes as reads, of whole HBM accesses: a wait between none and the share of the time, on average half of it.
TEST(LoadedMemory, ReadsWaitForWhatTheirChannelWrites) {
  const auto mean = [](const char* wait, bool writes) {
    Model model = slow_channels();
    set_parameter(model, "hbm.channel_bytes=32");
    set_parameter(model, wait);
    MemorySystem memory(model, kSms);
    std::vector<MemoryRequest> requests;
    uint32_t sequence = 0;
    for (Cycle at = 0; at < 20000; ++at) {
      for (int i = 0; i < 4; ++i, ++sequence) requests.push_back(request(RequestKind::Read, at, uint64_t{sequence} * 128, sequence));
      for (int i = 0; i < 2 && writes; ++i, ++sequence) requests.push_back(request(RequestKind::Write, at, (uint64_t{1} << 33) + uint64_t{sequence} * 128, sequence));
    }
    double sum = 0, count = 0;
    for (const auto& [number, took] : latencies(memory, requests)) {
      if (number < sequence / 2) continue;  // the shares are those of the last thousands of cycles
      sum += static_cast<double>(took);
      ++count;
    }
    return sum / count;
  };
  const double share = 4 * 64 / (32 * 3201 / 1980.0) / 48;  // of a channel's time, reading
  EXPECT_NEAR(mean("hbm.write_wait=2000", true) - mean("hbm.write_wait=0", true), 2000 * share / 2, 100 * share);
  EXPECT_EQ(mean("hbm.write_wait=2000", false), mean("hbm.write_wait=0", false));
}

}  // namespace
}  // namespace warpglass::sim
