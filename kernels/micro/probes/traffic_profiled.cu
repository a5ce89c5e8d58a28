// What accesses become at L2 and HBM: sectors and bytes of reads and writes that use part of each line, and their cycles.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr uint64_t kRegion = uint64_t{128} << 20;

// Each thread reads one word; `group` neighbouring lanes are 4 bytes apart, groups `stride` bytes.
__global__ void probed_read(const char* data, uint32_t stride, uint32_t group, uint32_t* out) {
  const uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x;
  uint32_t value;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(data + i / group * stride + i % group * 4) : "memory");
  if (value == 99) *out = 1;
}

__global__ void probed_write(char* data, uint32_t stride, uint32_t group) {
  const uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x;
  asm volatile("st.global.u32 [%0], %1;" ::"l"(data + i / group * stride + i % group * 4), "r"(1) : "memory");
}

// The stores of a transpose of a `size` x `size` matrix of words: warps along a row write a column.
__global__ void probed_write_columns(char* data, uint32_t size) {
  const uint64_t x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  asm volatile("st.global.u32 [%0], %1;" ::"l"(data + (x * size + y) * 4), "r"(1) : "memory");
}

struct Pattern {
  uint32_t stride, group;
};
constexpr Pattern kPatterns[] = {{32, 8}, {64, 8}, {128, 8}, {256, 8}, {512, 8}, {4096, 8}, {64, 16}, {128, 16}, {256, 16},
                                 {32, 1}, {64, 1}, {128, 1}, {32, 2}, {32, 4}, {128, 4}, {256, 32}, {512, 64}};

void traffic(Output& output) {
  char* data = static_cast<char*>(device_memory(kRegion));
  auto* out = reinterpret_cast<uint32_t*>(data);
  for (const Pattern& pattern : kPatterns) {
    for (const uint64_t region : {uint64_t{16} << 20, kRegion}) {
      if (simulated() && region == kRegion) continue;
      const auto grid = static_cast<unsigned>(region / pattern.stride * pattern.group / 256);
      for (int i = 0; i < repeats(3); ++i) {
        output.launch("traffic_read", parameters("stride", pattern.stride, "group", pattern.group, "region", region, "threads", grid * 256));
        probed_read<<<grid, 256>>>(data, pattern.stride, pattern.group, out);
        output.launch("traffic_write", parameters("stride", pattern.stride, "group", pattern.group, "region", region, "threads", grid * 256));
        probed_write<<<grid, 256>>>(data, pattern.stride, pattern.group);
      }
    }
  }
  for (const uint32_t size : {256u, 512u, 1024u, 2048u, 1056u, 4096u}) {
    if (simulated() && size > 1056) continue;
    for (int i = 0; i < 3; ++i) {
      output.launch("traffic_columns", parameters("size", size));
      probed_write_columns<<<dim3(size / 32, size / 8), dim3(32, 8)>>>(data, size);
    }
  }
}
const Register registered("traffic", true, traffic);

}  // namespace
}  // namespace warpglass::probes
