// What the end of a block costs by what its warps did last: cycles from one block to the next of SMs that hold one block at a time.
#include <map>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

enum class Last : uint8_t { Nothing, Store, StoreLines, StoreShared, Reduce, Load };

struct Note {
  uint32_t sm, start;
};

// Blocks of the first and of the last wave note when they start; all do `kLast`, wait for `spin` cycles and exit.
template <Last kLast>
__global__ void end_with(uint32_t* data, Note* notes, unsigned waves, uint32_t spin) {
  extern __shared__ uint32_t shared[];
  const uint32_t start = clock_low();
  const unsigned sms = gridDim.x / waves;
  uint32_t* at = data + (blockIdx.x % 1024 * blockDim.x + threadIdx.x) * (kLast == Last::StoreLines ? 32 : 1);
  const uint32_t value = spin >> 31;  // 0, but the compiler does not know
  if (kLast == Last::Store || kLast == Last::StoreLines) asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
  if (kLast == Last::StoreShared) {
    const auto to = static_cast<uint32_t>(__cvta_generic_to_shared(shared)) + threadIdx.x * 4;
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(to), "r"(value) : "memory");
  }
  if (kLast == Last::Reduce) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
  if (kLast == Last::Load) {
    uint32_t x;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x) : "l"(at) : "memory");
  }
  if (spin != 0) {
    const uint32_t begin = clock_low();
    while (clock_low() - begin < spin) {
    }
  }
  if (blockIdx.x >= sms && blockIdx.x < gridDim.x - sms) return;
  if (threadIdx.x == 0) notes[blockIdx.x < sms ? blockIdx.x : blockIdx.x - gridDim.x + 2 * sms] = {sm_id(), start};
}

template <Last kLast>
void measure(Output& output, const char* last, unsigned warps, unsigned spin) {
  const unsigned waves = 64;
  auto* data = static_cast<uint32_t*>(device_memory(256 << 20));
  auto* notes = reinterpret_cast<Note*>(data + (128 << 18));
  allow_whole_sm(end_with<kLast>);
  std::vector<double> values;
  for (int repeat = 0; repeat < repeats(9); ++repeat) {
    end_with<kLast><<<sm_count() * waves, 32 * warps, kWholeSm>>>(data, notes, waves, spin);
    const auto host = copy_back<Note>(notes, 2 * sm_count());
    std::map<uint32_t, uint32_t> first;
    for (unsigned i = 0; i < sm_count(); ++i) first[host[i].sm] = host[i].start;
    double sum = 0, count = 0;
    for (unsigned i = sm_count(); i < 2 * sm_count(); ++i) {
      if (first.count(host[i].sm) == 0) continue;
      sum += host[i].start - first[host[i].sm];
      ++count;
    }
    values.push_back(sum / count / (waves - 1));
  }
  output.result("block_ends", parameters("last", last, "warps", warps, "spin", spin), values, "cycles");
}

void block_ends(Output& output) {
  for (const unsigned warps : {1u, 8u, 32u}) {
    for (const unsigned spin : {0u, 40u, 200u}) {
      measure<Last::Nothing>(output, "nothing", warps, spin);
      measure<Last::Store>(output, "STG of a line", warps, spin);
      measure<Last::StoreLines>(output, "STG of 32 lines", warps, spin);
      measure<Last::StoreShared>(output, "STS", warps, spin);
      measure<Last::Reduce>(output, "RED", warps, spin);
      measure<Last::Load>(output, "LDG", warps, spin);
    }
  }
}
const Register registered("block_ends", false, block_ends);

}  // namespace
}  // namespace warpglass::probes
