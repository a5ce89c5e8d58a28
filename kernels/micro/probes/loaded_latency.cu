// How long a load waits for HBM or for L2, and a fence for a store, beside SMs that read, write or copy in HBM or in L2, by how much they
// move.
#include "micro/probes/background.h"
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

enum class Chase : uint8_t { Cold, Hot, Store };

constexpr unsigned kChases = 48, kHot = 4;
// A launch's cycles, and when the chase begins: later than L2 is full of what was written.
struct Times {
  uint32_t end, chase;
};
constexpr size_t kChased = size_t{2} << 30;
constexpr unsigned kPageBits = 19;  // pages of 4 KB in the chased region

// SM 0 loads one line after the other that no cache has, in pages of their own, or the same few lines in turn, others in each launch, or
// stores to them and fences; warps of the others stream through memory, of which `mask` leaves as much as is wanted.
template <Background kKind>
__global__ void chase(char* data, Chase what, uint64_t mask, uint32_t warps, Times times, uint32_t pause, uint32_t launch, uint32_t* latencies, uint32_t* batches) {
  const uint32_t sm = sm_id(), warp = threadIdx.x / 32;
  meet_all();
  const uint32_t begin = clock_low();
  if (sm != 0) {
    if (warp >= warps) return;
    const uint32_t worker = (sm - 1) * warps + warp, workers = (gridDim.x - 1) * warps;
    const uint32_t done = stream<kKind>(data, mask, worker, workers, begin, times.end, pause);
    if (threadIdx.x % 32 == 0) batches[worker] = done;
    return;
  }
  if (threadIdx.x != 0) return;
  while (clock_low() - begin < times.chase) {
  }
  const bool hot = what != Chase::Cold;
  uint32_t x = 0;
#pragma unroll 1
  for (unsigned i = 0; i < kChases && clock_low() - begin < times.end; ++i) {
    const uint32_t page = (launch * kChases + (hot ? i % kHot : i)) * 0x9e3779b1u >> (32 - kPageBits);
    char* at = data + 2 * kStream + uint64_t{page} * 4096 + launch % 32 * 128 + x;
    const uint32_t asked = clock_when(x);
    if (what == Chase::Store) {
      asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(x) : "memory");
      __threadfence();
    } else {
      asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x) : "l"(at) : "memory");
    }
    latencies[i] = clock_when(x) - asked;
  }
}

// Leave L2 full of lines that were written lately.
__global__ void write_all(uint4* data, size_t count) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x) data[i] = make_uint4(0, 0, 0, 0);
}

__global__ void copy_all(uint4* to, const uint4* from, size_t count) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x) to[i] = from[i];
}

template <Background kKind>
void measure(Output& output, const char* name, Chase what, bool in_l2, unsigned warps, unsigned pause, int kilobytes = kWholeSm / 1024) {
  static uint32_t launch = 0;
  constexpr size_t kResults = 1 << 20;
  char* data = static_cast<char*>(device_memory(2 * kStream + kChased + kResults));
  auto* latencies = reinterpret_cast<uint32_t*>(data + 2 * kStream + kChased);
  uint32_t* batches = latencies + 1024;
  const unsigned workers = (sm_count() - 1) * warps;
  // A simulated L2 is full of dirty lines when the launch begins; a real one writes them back when it has nothing else to do.
  const Times times = simulated() ? Times{60000, 20000} : Times{150000, 90000};
  const size_t fill = (simulated() ? size_t{64} : size_t{256}) << 20;
  allow_whole_sm(chase<kKind>);
  std::vector<double> mean, half, tenth, rate;
  for (int repeat = 0; repeat < (simulated() ? 1 : repeats()); ++repeat, ++launch) {  // simulated ones take minutes
    // The last quarter of a stream, which no launch gets to.
    auto* unused = reinterpret_cast<uint4*>(data + kStream / 4 * 3);
    if (kKind == Background::Read || kKind == Background::ReadLines) read_through(unused, fill);
    else if (kKind == Background::Write) write_all<<<1056, 256>>>(unused, fill / 16);
    else copy_all<<<1056, 256>>>(unused + kStream / 16, unused, fill / 16);
    check(cudaMemset(latencies, 0, 4096 + workers * 4), "clearing");
    chase<kKind><<<sm_count(), 1024, kilobytes * 1024>>>(data, what, in_l2 ? (8 << 20) - 1 : kStream - 1, warps, times, pause, launch, latencies, batches);
    std::vector<uint32_t> each = copy_back<uint32_t>(latencies, kChases);
    if (what != Chase::Cold) each.erase(each.begin(), each.begin() + kHot);  // these were cold
    each.erase(std::remove(each.begin(), each.end(), 0u), each.end());
    if (each.empty()) continue;
    std::sort(each.begin(), each.end());
    double sum = 0, moved = 0;
    for (const uint32_t cycles : each) sum += cycles;
    for (const uint32_t b : copy_back<uint32_t>(batches, workers)) moved += b;
    mean.push_back(sum / static_cast<double>(each.size()));
    half.push_back(each[each.size() / 2]);
    tenth.push_back(each[each.size() * 9 / 10]);
    rate.push_back(moved * (kKind == Background::ReadLines || kKind == Background::CopyLines ? 128 * 64 : kBatchBytes) / times.end);
  }
  const char* from = what == Chase::Cold ? "HBM" : what == Chase::Hot ? "L2" : "store";
  const auto keys = [&](const char* value) { return parameters("from", from, "beside", name, "in", in_l2 ? "L2" : "HBM", "warps", warps, "pause", pause, "shared_kilobytes", kilobytes, "what", value); };
  output.result("loaded_latency", keys("mean"), mean, "cycles or B/cycle");
  output.result("loaded_latency", keys("median"), half, "cycles or B/cycle");
  output.result("loaded_latency", keys("slowest tenth"), tenth, "cycles or B/cycle");
  output.result("loaded_latency", keys("bytes moved a cycle"), rate, "cycles or B/cycle");
}

void beside(Output& output, Chase what, bool in_l2, const std::vector<unsigned>& warps, const std::vector<unsigned>& pauses) {
  for (const unsigned each : warps) measure<Background::Read>(output, "read", what, in_l2, each, 0);
  for (const unsigned each : warps) measure<Background::Copy>(output, "copy", what, in_l2, each, 0);
  for (const unsigned pause : pauses) measure<Background::Write>(output, "write", what, in_l2, 1, pause);
  measure<Background::Write>(output, "write", what, in_l2, 4, 0);
}

void loaded_latency(Output& output) {
  for (const Chase what : {Chase::Cold, Chase::Hot, Chase::Store}) {
    if (what == Chase::Cold) beside(output, what, false, {1, 2, 3, 4, 6, 8, 16, 32}, {20000, 2048, 1024, 512, 256, 180, 140, 0});
    else beside(output, what, false, {4, 32}, {20000, 256});
    beside(output, what, true, {4, 32}, {256});
    for (const unsigned warps : {1u, 4u, 32u}) {
      measure<Background::ReadLines>(output, "read of lines", what, false, warps, 0, 0);
      measure<Background::CopyLines>(output, "copy of lines", what, false, warps, 0, 0);
    }
    measure<Background::Read>(output, "read", what, false, 32, 0, 0);
    measure<Background::Copy>(output, "copy", what, false, 32, 0, 0);
  }
}
const Register registered("loaded_latency", false, loaded_latency);

}  // namespace
}  // namespace warpglass::probes
