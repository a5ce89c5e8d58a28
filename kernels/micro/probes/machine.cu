// What probes share: which SM is in which GPC, memory, emptying caches.
#include <algorithm>
#include <map>
#include <numeric>

#include "micro/probes/probe.h"

// A simulated device tells without clusters, and forgets at once.
extern "C" int warpglass_gpc_of_sm(int sm) __attribute__((weak));
extern "C" void warpglass_flush_caches() __attribute__((weak));

namespace warpglass::probes {
namespace {

__global__ void note_sm(uint32_t* sm_of_block) {
  if (threadIdx.x == 0) sm_of_block[blockIdx.x] = sm_id();
}

__global__ void fill(uint4* data, size_t count, uint32_t value) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x)
    data[i] = make_uint4(value, value, value, value);
}

// 16,384 instructions (256 KB) in a row.
__global__ void long_code(float* data, float b, float c) {
  float a = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 16384; ++i) a = __fmaf_rn(a, b, c);
  if (a == 12345.0f) *data = a;
}

std::vector<int> find_gpcs() {
  const unsigned sms = sm_count();
  std::vector<int> root(sms);
  if (warpglass_gpc_of_sm != nullptr) {
    for (unsigned sm = 0; sm < sms; ++sm) root[sm] = warpglass_gpc_of_sm(static_cast<int>(sm));
    return root;
  }
  std::iota(root.begin(), root.end(), 0);
  const auto top = [&](int sm) {
    while (root[sm] != sm) sm = root[sm];
    return sm;
  };
  allow_whole_sm(note_sm);
  check(cudaFuncSetAttribute(note_sm, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), "asking for clusters of 16");
  auto* found = static_cast<uint32_t*>(device_memory(1 << 20));
  for (int repeat = 0; repeat < 20; ++repeat) {
    for (unsigned size : {2u, 3u, 4u, 5u, 6u, 7u, 8u, 16u}) {
      const unsigned blocks = sms / size * size;
      cudaLaunchConfig_t config{};
      config.gridDim = dim3(blocks);
      config.blockDim = dim3(32);
      config.dynamicSmemBytes = kWholeSm;
      cudaLaunchAttribute attribute{};
      attribute.id = cudaLaunchAttributeClusterDimension;
      attribute.val.clusterDim = {size, 1, 1};
      config.attrs = &attribute;
      config.numAttrs = 1;
      check(cudaLaunchKernelEx(&config, note_sm, found), "launching clusters");
      const auto sm = copy_back<uint32_t>(found, blocks);
      for (unsigned b = 0; b < blocks; ++b) {
        const int x = top(static_cast<int>(sm[b])), y = top(static_cast<int>(sm[b / size * size]));
        root[std::max(x, y)] = std::min(x, y);
      }
    }
  }
  std::map<int, int> number;
  std::vector<int> gpc(sms);
  for (unsigned sm = 0; sm < sms; ++sm) {
    const int r = top(static_cast<int>(sm));
    gpc[sm] = number.try_emplace(r, static_cast<int>(number.size())).first->second;
  }
  return gpc;
}

}  // namespace

bool simulated() { return warpglass_flush_caches != nullptr; }

unsigned sm_count() {
  static const unsigned count = [] {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0), "counting SMs");
    return static_cast<unsigned>(value);
  }();
  return count;
}

const std::vector<int>& gpc_of_sm() {
  static const std::vector<int> gpcs = find_gpcs();
  return gpcs;
}

std::vector<unsigned> sms_of_gpc(int gpc) {
  std::vector<unsigned> sms;
  for (unsigned sm = 0; sm < sm_count(); ++sm)
    if (gpc_of_sm()[sm] == gpc) sms.push_back(sm);
  return sms;
}

int gpc_count() { return *std::max_element(gpc_of_sm().begin(), gpc_of_sm().end()) + 1; }

void* device_memory(size_t bytes) {
  static size_t have = 0;
  static void* memory = nullptr;
  if (bytes > have) {
    if (memory != nullptr) check(cudaFree(memory), "freeing memory");
    check(cudaMalloc(&memory, bytes), "allocating memory");
    check(cudaMemset(memory, 0, bytes), "clearing memory");
    have = bytes;
  }
  return memory;
}

namespace {
__global__ void read_all(const uint4* data, size_t count, uint32_t* out) {
  uint32_t sum = 0;
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x) sum += data[i].x;
  if (sum == 99) *out = sum;
}
}  // namespace

void read_through(void* data, size_t bytes) {
  read_all<<<1056, 256>>>(static_cast<const uint4*>(data), bytes / 16, static_cast<uint32_t*>(data));
  check(cudaGetLastError(), "reading memory");
}

void flush_l2() {
  if (warpglass_flush_caches != nullptr) return warpglass_flush_caches();
  constexpr size_t kBytes = size_t{256} << 20;
  static void* memory = nullptr;
  if (memory == nullptr) check(cudaMalloc(&memory, kBytes), "allocating memory");
  fill<<<528, 1024>>>(static_cast<uint4*>(memory), kBytes / 16, 0);
  check(cudaGetLastError(), "flushing L2");
}

void flush_instruction_caches() {
  if (simulated()) return;  // they are empty when a simulated launch begins
  static float* memory = nullptr;
  if (memory == nullptr) check(cudaMalloc(&memory, 4), "allocating memory");
  long_code<<<528, 128>>>(memory, 0.5f, 1.0f);
  check(cudaGetLastError(), "flushing instruction caches");
}

namespace {

// Which SMs form a GPC: the series is the GPC's number of each SM.
void topology(Output& output) {
  const std::vector<int>& gpcs = gpc_of_sm();
  output.series("topology", parameters("gpcs", gpc_count()), std::vector<double>(gpcs.begin(), gpcs.end()), "gpc");
}
const Register registered("topology", false, topology);

}  // namespace
}  // namespace warpglass::probes
