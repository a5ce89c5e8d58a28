// How many lines with partly written sectors L2 keeps before it reads what is missing from HBM: bytes that HBM reads and writes while
// one word of some sectors of each line is written.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

__global__ void probed_write_words(char* data, uint32_t sectors) {
  const uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x;
  asm volatile("st.global.u32 [%0], %1;" ::"l"(data + i / sectors * 128 + i % sectors * 32), "r"(1) : "memory");
}

void partial_writes(Output& output) {
  char* data = static_cast<char*>(device_memory(size_t{128} << 20));
  for (const uint32_t sectors : {1u, 2u, 4u}) {
    for (const uint32_t lines : {16u, 32u, 48u, 56u, 64u, 72u, 80u, 96u, 128u, 192u, 256u, 512u, 1024u}) {
      if (simulated() && lines > 128) continue;
      for (int i = 0; i < repeats(5); ++i) {
        output.launch("partial_writes", parameters("sectors", sectors, "kilolines", lines));
        probed_write_words<<<lines * 1024 * sectors / 256, 256>>>(data, sectors);
      }
    }
  }
}
const Register registered("partial_writes", true, partial_writes);

}  // namespace
}  // namespace warpglass::probes
