// Launches whose capsules prove themselves: each kernel writes the constant bank 0 that it sees into memory, so that the
// bank in the capsule can be held against the one in the memory afterwards. Others use every kind of memory and launch.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr unsigned kWords = 0x210 / 4;

struct Words {
  unsigned word[64];
};

void check(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "mirror: %s: %s\n", doing, cudaGetErrorString(error));
  std::exit(1);
}

}  // namespace

__device__ void mirror(const Words& words, unsigned* out, int first) {
  const unsigned i = threadIdx.x;
  if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0 && threadIdx.y == 0 && threadIdx.z == 0)
    for (unsigned at = i; at < kWords; at += blockDim.x) out[at] = words.word[first + static_cast<int>(at)];
}

extern "C" __global__ void mirror_plain(const __grid_constant__ Words words, unsigned* out, int first) {
  mirror(words, out, first);
}

extern "C" __global__ void mirror_static_shared(const __grid_constant__ Words words, unsigned* out, int first) {
  __shared__ unsigned buffer[256];
  buffer[threadIdx.x % 256] = threadIdx.x;
  __syncthreads();
  mirror(words, out, first);
  if (first > 0) out[threadIdx.x] = buffer[(threadIdx.x + 1) % 256];
}

extern "C" __global__ void mirror_local(const __grid_constant__ Words words, unsigned* out, int first) {
  volatile unsigned stack[1000];
  for (int i = 0; i < 1000; ++i) stack[i] = static_cast<unsigned>(i) * threadIdx.x;
  mirror(words, out, first);
  out[kWords] = stack[static_cast<unsigned>(-first) % 1000];
}

extern "C" __global__ void __cluster_dims__(1, 2, 1)
    mirror_compiled_cluster(const __grid_constant__ Words words, unsigned* out, int first) {
  mirror(words, out, first);
}

extern "C" __global__ void mirror_cooperative(const __grid_constant__ Words words, unsigned* out, int first) {
  cooperative_groups::this_grid().sync();
  mirror(words, out, first);
}

__constant__ unsigned table[100];
__constant__ unsigned initialised_table[4] = {11, 22, 33, 44};
__device__ unsigned counter[3000];
__device__ unsigned initialised_counter[4] = {5, 6, 7, 8};

extern "C" __global__ void mirror_variables(unsigned* out, unsigned shift) {
  const unsigned i = threadIdx.x;
  unsigned* where = i % 2 == 0 ? counter : initialised_counter;
  out[i] = table[(i + shift) % 100] + initialised_table[i % 4] + where[i % 4];
  counter[i] = i;
  out[64 + i] = static_cast<unsigned>(reinterpret_cast<unsigned long long>(&counter[i]));
}

extern "C" __global__ void mirror_memories(unsigned* managed, unsigned* pooled, unsigned* host, char small, double wide) {
  const unsigned i = threadIdx.x;
  managed[i] = pooled[i] + static_cast<unsigned>(small);
  host[i] = managed[i] * static_cast<unsigned>(wide);
}

namespace {

const Words kWordsArgument{};
const int kFirst = -static_cast<int>(kWords);

template <typename Kernel>
void launch_extended(Kernel kernel, cudaLaunchAttribute attribute, unsigned* out) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4, 2, 1);
  config.blockDim = dim3(64, 1, 1);
  config.dynamicSmemBytes = 512;
  config.attrs = &attribute;
  config.numAttrs = 1;
  check(cudaLaunchKernelEx(&config, kernel, kWordsArgument, out, kFirst), "launching");
}

void launch_packed(unsigned* out) {
  cudaFunction_t function = nullptr;
  check(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(mirror_plain)), "finding a function");
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found;
  check(cudaGetDriverEntryPointByVersion("cuLaunchKernel", &entry, 12000, cudaEnableDefault, &found), "finding cuLaunchKernel");
  struct {
    Words words;
    unsigned* out;
    int first;
  } block{kWordsArgument, out, kFirst};
  size_t bytes = offsetof(decltype(block), first) + sizeof(int);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  const auto launch = reinterpret_cast<decltype(&cuLaunchKernel)>(entry);
  if (launch(reinterpret_cast<CUfunction>(function), 2, 1, 1, 160, 1, 1, 0, nullptr, nullptr, extra) != CUDA_SUCCESS) {
    std::fprintf(stderr, "mirror: cuLaunchKernel failed\n");
    std::exit(1);
  }
}

void launch_memories() {
  unsigned *managed = nullptr, *pooled = nullptr, *host = nullptr;
  check(cudaMallocManaged(&managed, 100'000), "allocating managed memory");
  check(cudaMallocAsync(&pooled, 70'000, nullptr), "allocating from the pool");
  check(cudaMallocHost(&host, 4096), "allocating host memory");
  std::memset(managed, 1, 100'000);
  check(cudaMemset(pooled, 2, 70'000), "filling memory");
  mirror_memories<<<1, 128>>>(managed, pooled, host, 7, 3.0);
  check(cudaDeviceSynchronize(), "running mirror_memories");
  std::printf("memories %u %u\n", managed[1], host[1]);
}

}  // namespace

int main() {
  unsigned* out = nullptr;
  check(cudaMalloc(&out, 8192), "allocating");
  check(cudaMemset(out, 0xee, 8192), "filling memory");
  mirror_plain<<<dim3(3, 5, 7), dim3(140, 2, 1), 4096>>>(kWordsArgument, out, kFirst);
  mirror_static_shared<<<dim3(9), dim3(256), 1000>>>(kWordsArgument, out, kFirst);
  mirror_local<<<dim3(2), dim3(64)>>>(kWordsArgument, out, kFirst);
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {2, 2, 1};
  launch_extended(mirror_plain, cluster, out);
  mirror_compiled_cluster<<<dim3(2, 6), dim3(32)>>>(kWordsArgument, out, kFirst);
  cudaLaunchAttribute cooperative{};
  cooperative.id = cudaLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  launch_extended(mirror_cooperative, cooperative, out);
  launch_packed(out);
  unsigned values[100];
  for (unsigned i = 0; i < 100; ++i) values[i] = 1000 + i;
  check(cudaMemcpyToSymbol(table, values, sizeof values), "copying to a constant variable");
  mirror_variables<<<1, 64>>>(out, 3);
  launch_memories();
  check(cudaDeviceSynchronize(), "running");
  return 0;
}
