// Microbenchmarks that calibrate a model: each probe answers one question about the hardware.
//
// A timing probe repeats a measurement and reports median, minimum and maximum; a launch probe starts kernels named
// `probed_*` for Nsight Compute and notes, in order, what each launch was, so rows of its report can be told apart.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace warpglass::probes {

/// Throws std::runtime_error with the CUDA error.
void check(cudaError_t status, const char* doing);

/// The inside of a JSON object: parameters("sms", 1, "pattern", "line").
inline std::string quoted(const char* text) { return "\"" + std::string(text) + "\""; }
inline std::string quoted(const std::string& text) { return quoted(text.c_str()); }
template <class T>
std::string quoted(T value) {
  return std::to_string(value);
}
inline std::string parameters() { return ""; }
template <class T, class... Rest>
std::string parameters(const char* key, T value, Rest... rest) {
  const std::string tail = parameters(rest...);
  return quoted(key) + ": " + quoted(value) + (tail.empty() ? "" : ", " + tail);
}

/// Where results go, one JSON object a line.
class Output {
 public:
  explicit Output(std::FILE* file) : file_(file) {}
  /// One quantity, measured several times.
  void result(const std::string& probe, const std::string& parameters, std::vector<double> values, const char* unit);
  /// A sequence whose shape matters.
  void series(const std::string& probe, const std::string& parameters, const std::vector<double>& values,
              const char* unit);
  /// Notes the launch that follows, for the order of a profiler's rows.
  void launch(const std::string& probe, const std::string& parameters);

 private:
  std::FILE* file_;
};

struct Probe {
  const char* name;
  bool profiled;  ///< to be run under Nsight Compute
  void (*run)(Output&);
};
/// All probes, in order of their names.
std::vector<Probe>& all_probes();
struct Register {
  Register(const char* name, bool profiled, void (*run)(Output&)) { all_probes().push_back({name, profiled, run}); }
};

/// How often a measurement is made at most: 21 unless --repeats says fewer, as for a simulated device, which does not vary.
int repeats(int most = 21);
constexpr int kMostSms = 160;

/// A set of SMs by their %smid.
struct SmSet {
  uint32_t bits[5] = {};
  __host__ __device__ bool has(uint32_t sm) const { return bits[sm / 32] >> sm % 32 & 1u; }
  void add(uint32_t sm) { bits[sm / 32] |= 1u << sm % 32; }
  static SmSet first(unsigned count) {
    SmSet set;
    for (unsigned i = 0; i < count; ++i) set.add(i);
    return set;
  }
};

unsigned sm_count();
/// Whether the device is simulated, so that launches of millions of warps would take minutes.
bool simulated();
/// The GPC of each SM, found with clusters; GPCs are numbered by their lowest SM.
const std::vector<int>& gpc_of_sm();
/// The SMs of GPC `gpc`.
std::vector<unsigned> sms_of_gpc(int gpc);
int gpc_count();

/// Memory that is the same for all probes: allocated once, kept, zeroed.
void* device_memory(size_t bytes);
/// Reads or writes enough to evict everything from L2.
void flush_l2();
/// Reads zeros, so that L2 is full of lines that need not be written back.
void read_through(void* data, size_t bytes);
/// Runs code that is larger than the L1.5 instruction cache on all SMs.
void flush_instruction_caches();

template <class T>
std::vector<T> copy_back(const void* device, size_t count) {
  std::vector<T> host(count);
  check(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost), "copying results");
  return host;
}

/// Lets one block of `kernel` run on an SM at a time.
constexpr int kWholeSm = 200 * 1024;
template <class Kernel>
void allow_whole_sm(Kernel kernel) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kWholeSm), "asking for shared memory");
}

#ifdef __CUDACC__
__device__ inline uint32_t sm_id() {
  uint32_t value;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(value));
  return value;
}
__device__ inline uint64_t clock_long() {
  uint64_t value;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(value)::"memory");
  return value;
}
/// Read as 64 bits, which makes a CS2R of fixed latency; 32 bits can become a slow S2UR.
__device__ inline uint32_t clock_low() { return static_cast<uint32_t>(clock_long()); }
/// The clock when `value` has arrived.
__device__ inline uint32_t clock_after(uint32_t value) {
  uint64_t clock;
  asm volatile("{ .reg .u64 t; .reg .u32 u; and.b32 u, %1, 0x80000000; cvt.u64.u32 t, u; mov.u64 %0, %%clock64; add.u64 %0, %0, t; }"
               : "=l"(clock) : "r"(value) : "memory");
  return static_cast<uint32_t>(clock);
}
/// The same for a value whose highest bit may be set; it must not be 0x9e3779b1.
__device__ inline uint32_t clock_when(uint32_t value) {
  uint64_t clock = 0;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0x9e3779b1; @p mov.u64 %0, %%clock64; }" : "+l"(clock) : "r"(value) : "memory");
  return static_cast<uint32_t>(clock);
}
__device__ inline uint64_t global_timer() {
  uint64_t value;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(value)::"memory");
  return value;
}
/// Waits until `blocks` blocks have come here. `counter` need not be 0: every `blocks` arrivals open it once.
__device__ inline void meet(uint32_t* counter, uint32_t blocks) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const uint32_t ticket = atomicAdd(counter, 1);
    const uint32_t target = (ticket / blocks + 1) * blocks;
    while (static_cast<int32_t>(*reinterpret_cast<volatile uint32_t*>(counter) - target) < 0) __nanosleep(100);
  }
  __syncthreads();
}
static __device__ uint32_t blocks_arrived;
/// Waits for the whole grid, whose blocks must all be resident: then each of `sm_count()` blocks that fill an SM is on
/// another one, which early exits could prevent.
__device__ inline void meet_all() { meet(&blocks_arrived, gridDim.x); }
#endif

}  // namespace warpglass::probes
