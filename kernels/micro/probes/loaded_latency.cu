// How long a load waits for HBM, or for L2, beside SMs that read, write or copy in HBM or in L2, by how much they move.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

enum class Background : uint8_t { Read, Write, Copy };

constexpr unsigned kChases = 48, kHot = 32;
constexpr uint32_t kCycles = 150000, kChaseFrom = 90000;  // later than L2 is full of what was written
constexpr size_t kStream = size_t{1} << 30, kChased = size_t{2} << 30;
constexpr unsigned kPageBits = 19;  // pages of 4 KB in the chased region
constexpr uint32_t kBatchBytes = 2048;

// Batches of 2 KB that a warp moves until time is up, `pause` cycles after one another or as fast as they come.
template <Background kKind>
__device__ uint32_t stream(char* data, uint64_t mask, uint32_t first, uint32_t step, uint32_t begin, uint32_t pause) {
  uint32_t batches = 0, sum = 0;
  uint32_t next = begin;
#pragma unroll 1
  for (uint32_t at = first; clock_low() - begin < kCycles; at += step, ++batches) {
    while (static_cast<int32_t>(clock_low() - next) < 0) {
    }
    next += pause;
    char* from = data + (uint64_t{at} * kBatchBytes & mask) + threadIdx.x % 32 * 16;
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      v[k] = make_uint4(0, 0, 0, 0);
      if (kKind != Background::Write)
        asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v[k].x), "=r"(v[k].y), "=r"(v[k].z), "=r"(v[k].w) : "l"(from + k * 512) : "memory");
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      sum += v[k].x;
      if (kKind != Background::Read)
        asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(from + kStream + k * 512), "r"(v[k].x), "r"(v[k].y), "r"(v[k].z), "r"(v[k].w) : "memory");
    }
  }
  return batches + (sum == 1 ? 1 : 0);
}

// SM 0 loads one line after the other that no cache has, in pages of their own, or the same few lines in turn (`hot`); warps of the
// others stream through memory, of which `mask` leaves as much as is wanted.
template <Background kKind>
__global__ void chase(char* data, bool hot, uint64_t mask, uint32_t warps, uint32_t pause, uint32_t launch, uint32_t* latencies, uint32_t* batches) {
  const uint32_t sm = sm_id(), warp = threadIdx.x / 32;
  meet_all();
  const uint32_t begin = clock_low();
  if (sm != 0) {
    if (warp >= warps) return;
    const uint32_t worker = (sm - 1) * warps + warp, workers = (gridDim.x - 1) * warps;
    const uint32_t done = stream<kKind>(data, mask, worker, workers, begin, pause);
    if (threadIdx.x % 32 == 0) batches[worker] = done;
    return;
  }
  if (threadIdx.x != 0) return;
  while (clock_low() - begin < kChaseFrom) {
  }
  uint32_t x = 0;
#pragma unroll 1
  for (unsigned i = 0; i < (hot ? 2 * kHot : kChases) && clock_low() - begin < kCycles; ++i) {
    const uint32_t page = (hot ? i % kHot : launch * kChases + i) * 0x9e3779b1u >> (32 - kPageBits);
    const char* at = data + 2 * kStream + uint64_t{page} * 4096 + (hot ? 0 : launch % 32 * 128) + x;
    const uint32_t asked = clock_when(x);
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x) : "l"(at) : "memory");
    const uint32_t took = clock_when(x) - asked;
    latencies[hot ? i % kHot : i] = took;
  }
}

// Leaves L2 full of lines that were read, or written, lately.
__global__ void read_all(const uint4* data, size_t count, uint32_t* out) {
  uint32_t sum = 0;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x) sum += data[i].x;
  if (sum == 99) *out = sum;
}
__global__ void write_all(uint4* data, size_t count) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x) data[i] = make_uint4(0, 0, 0, 0);
}

template <Background kKind>
void measure(Output& output, const char* name, bool hot, bool in_l2, unsigned warps, unsigned pause) {
  static uint32_t launch = 0;
  constexpr size_t kResults = 1 << 20;
  char* data = static_cast<char*>(device_memory(2 * kStream + kChased + kResults));
  auto* latencies = reinterpret_cast<uint32_t*>(data + 2 * kStream + kChased);
  uint32_t* batches = latencies + 1024;
  const unsigned workers = (sm_count() - 1) * warps;
  const size_t fill = (simulated() ? size_t{64} : size_t{256}) << 20;
  allow_whole_sm(chase<kKind>);
  std::vector<double> mean, half, tenth, rate;
  for (int repeat = 0; repeat < repeats(7); ++repeat, ++launch) {
    // The last quarter of a stream, which no launch gets to.
    if (kKind == Background::Read) read_all<<<1056, 256>>>(reinterpret_cast<uint4*>(data + kStream / 4 * 3), fill / 16, latencies);
    else write_all<<<1056, 256>>>(reinterpret_cast<uint4*>(data + kStream / 4 * 3), fill / 16);
    check(cudaMemset(latencies, 0, 4096 + workers * 4), "clearing");
    chase<kKind><<<sm_count(), 1024, kWholeSm>>>(data, hot, in_l2 ? (8 << 20) - 1 : kStream - 1, warps, pause, launch, latencies, batches);
    std::vector<uint32_t> each = copy_back<uint32_t>(latencies, hot ? kHot : kChases);
    each.erase(std::remove(each.begin(), each.end(), 0u), each.end());
    if (each.empty()) continue;
    std::sort(each.begin(), each.end());
    double sum = 0, moved = 0;
    for (const uint32_t cycles : each) sum += cycles;
    for (const uint32_t b : copy_back<uint32_t>(batches, workers)) moved += b;
    mean.push_back(sum / static_cast<double>(each.size()));
    half.push_back(each[each.size() / 2]);
    tenth.push_back(each[each.size() * 9 / 10]);
    rate.push_back(moved * kBatchBytes / kCycles);
  }
  const auto keys = [&](const char* what) { return parameters("from", hot ? "L2" : "HBM", "beside", name, "in", in_l2 ? "L2" : "HBM", "warps", warps, "pause", pause, "what", what); };
  output.result("loaded_latency", keys("mean"), mean, "cycles or B/cycle");
  output.result("loaded_latency", keys("median"), half, "cycles or B/cycle");
  output.result("loaded_latency", keys("slowest tenth"), tenth, "cycles or B/cycle");
  output.result("loaded_latency", keys("bytes moved a cycle"), rate, "cycles or B/cycle");
}

void loaded_latency(Output& output) {
  for (const bool hot : {false, true}) {
    for (const bool in_l2 : {false, true}) {
      for (const unsigned warps : {1u, 2u, 3u, 4u, 6u, 8u, 16u, 32u}) measure<Background::Read>(output, "read", hot, in_l2, warps, 0);
      for (const unsigned pause : {20000u, 2048u, 1024u, 512u, 256u, 180u, 140u, 0u}) measure<Background::Write>(output, "write", hot, in_l2, 1, pause);
      measure<Background::Write>(output, "write", hot, in_l2, 4, 0);
      for (const unsigned warps : {1u, 2u, 3u, 4u, 6u, 8u, 16u, 32u}) measure<Background::Copy>(output, "copy", hot, in_l2, warps, 0);
    }
  }
}
const Register registered("loaded_latency", false, loaded_latency);

}  // namespace
}  // namespace warpglass::probes
