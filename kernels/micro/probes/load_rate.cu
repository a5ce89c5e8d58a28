// Rate of loads from L1, L2 and HBM by the SMs that load.
#include "micro/probes/sm_groups.h"

namespace warpglass::probes {
namespace {

// Every warp of a chosen SM loads 16 bytes a lane, `rounds` times, each SM its own part of the region.
template <bool kL1>
__global__ void load(const char* data, uint64_t mask, int rounds, SmSet set, uint32_t sms, uint32_t* counter, uint64_t* times,
                     bool shared_by_all) {
  meet_all();
  const uint32_t sm = sm_id();
  if (!set.has(sm)) return;
  __shared__ uint32_t rank;
  if (threadIdx.x == 0) rank = atomicAdd(counter + 2, 1);
  uint32_t sum = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {  // the first brings the data into the caches
    meet(counter + pass, sms);
    uint64_t at = (shared_by_all ? 0 : uint64_t{rank} * rounds * 16384) + threadIdx.x * 16;
    const uint64_t start = clock_long();
    for (int i = 0; i < rounds; i += 4) {
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        uint4 v;
        const char* p = data + (at & mask);
        if (kL1)
          asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
        else
          asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
        sum += v.x ^ v.y ^ v.z ^ v.w;
        at += 16384;
      }
    }
    if (sum == 0x1234567) times[0] = 0;
    __syncthreads();
    if (threadIdx.x == 0) times[sm] = clock_long() - start;
  }
}

void load_rate(Output& output) {
  allow_whole_sm(load<false>);
  char* data = static_cast<char*>(device_memory(size_t{1} << 30));
  auto* counter = reinterpret_cast<uint32_t*>(data);
  auto* times = reinterpret_cast<uint64_t*>(data + 4096);
  for (const bool shared_by_all : {false, true}) {
    for (const SmGroup& group : sm_groups()) {
      for (const int rounds : {8, 16}) {  // 128 and 256 KB of each SM
        std::vector<double> values;
        for (int repeat = 0; repeat < repeats(); ++repeat) {
          check(cudaMemset(data, 0, 8192), "clearing");
          load<false><<<sm_count(), 1024, kWholeSm>>>(data + (size_t{256} << 20), ~uint64_t{0}, rounds, group.set,
                                                      group.count, counter, times, shared_by_all);
          check(cudaGetLastError(), "loading");
          double most = 0;
          for (uint64_t t : copy_back<uint64_t>(times, sm_count())) most = std::max(most, static_cast<double>(t));
          values.push_back(rounds * 16384 / most);
        }
        output.result("l2_load_rate", parameters("group", group.name, "sms", group.count, "same_data", shared_by_all, "kilobytes", rounds * 16),
                      values, "B/cycle of an SM");
      }
    }
  }
}
const Register registered("load_rate", false, load_rate);

__global__ void stream_read(const uint4* data, size_t count, uint32_t* out) {
  uint32_t sum = 0;
  const size_t step = size_t{gridDim.x} * blockDim.x;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += 4 * step) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const uint4 v = data[i + j * step];
      sum += v.x ^ v.y ^ v.z ^ v.w;
    }
  }
  if (sum == 0x1234567) *out = 1;
}
__global__ void stream_write(uint4* data, size_t count, uint32_t value) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x)
    data[i] = make_uint4(value, 0, 0, 0);
}
__global__ void stream_copy(uint4* to, const uint4* from, size_t count) {
  const size_t step = size_t{gridDim.x} * blockDim.x;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += 4 * step) {
    uint4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = from[i + j * step];
#pragma unroll
    for (int j = 0; j < 4; ++j) to[i + j * step] = v[j];
  }
}

// What the SMs' clock does while HBM streams: a thread notes its SM's clock and the time.
__global__ void clock_and_time(uint64_t* clock, uint64_t* time, uint64_t nanoseconds) {
  const uint64_t begin = global_timer(), clock_begin = clock_long();
  uint64_t now = begin, clock_now = clock_begin;
  while (now - begin < nanoseconds) {
    now = global_timer();
    clock_now = clock_long();
  }
  *clock = clock_now - clock_begin;
  *time = now - begin;
}

void clock_under_load(Output& output) {
  constexpr size_t kBytes = size_t{4} << 30;
  char* data = static_cast<char*>(device_memory(2 * kBytes + 4096));
  auto* noted = reinterpret_cast<uint64_t*>(data + 2 * kBytes);
  const size_t count = kBytes / 16;
  cudaStream_t beside = nullptr;
  check(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking), "making a stream");
  for (const char* what : {"nothing", "read", "write", "copy"}) {
    std::vector<double> values;
    for (int repeat = 0; repeat < repeats(); ++repeat) {
      clock_and_time<<<1, 1, 0, beside>>>(noted, noted + 1, 800000);
      if (*what == 'r') stream_read<<<1024, 1024>>>(reinterpret_cast<uint4*>(data), count, reinterpret_cast<uint32_t*>(data));
      if (*what == 'w') stream_write<<<1024, 1024>>>(reinterpret_cast<uint4*>(data), count, repeat);
      if (*what == 'c') stream_copy<<<1024, 1024>>>(reinterpret_cast<uint4*>(data), reinterpret_cast<uint4*>(data + kBytes), count);
      check(cudaDeviceSynchronize(), "streaming");
      const auto host = copy_back<uint64_t>(noted, 2);
      values.push_back(1000.0 * static_cast<double>(host[0]) / static_cast<double>(host[1]));
    }
    output.result("clock_under_load", parameters("beside", what), values, "MHz");
  }
  check(cudaStreamDestroy(beside), "ending a stream");
}
const Register registered_clock("clock_under_load", false, clock_under_load);

// HBM bandwidth by events, long enough for launch costs not to matter.
void hbm_rate(Output& output) {
  constexpr size_t kBytes = size_t{4} << 30;
  char* data = nullptr;
  check(cudaMalloc(&data, 2 * kBytes), "allocating 8 GB");
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "making an event");
  check(cudaEventCreate(&end), "making an event");
  const size_t count = kBytes / 16;
  for (const char* what : {"read", "write", "copy"}) {
    std::vector<double> values;
    for (int repeat = 0; repeat < repeats(); ++repeat) {
      check(cudaEventRecord(begin), "recording");
      if (*what == 'r') stream_read<<<1024, 1024>>>(reinterpret_cast<uint4*>(data), count, reinterpret_cast<uint32_t*>(data));
      if (*what == 'w') stream_write<<<1024, 1024>>>(reinterpret_cast<uint4*>(data), count, repeat);
      if (*what == 'c')
        stream_copy<<<1024, 1024>>>(reinterpret_cast<uint4*>(data), reinterpret_cast<uint4*>(data + kBytes), count);
      check(cudaEventRecord(end), "recording");
      check(cudaEventSynchronize(end), "streaming");
      float ms = 0;
      check(cudaEventElapsedTime(&ms, begin, end), "timing");
      values.push_back((*what == 'c' ? 2 : 1) * kBytes / (ms * 1e6));
    }
    output.result("hbm_rate", parameters("what", what, "bytes", kBytes), values, "GB/s");
  }
  check(cudaFree(data), "freeing memory");
}
const Register registered_hbm("hbm_rate", false, hbm_rate);

}  // namespace
}  // namespace warpglass::probes
