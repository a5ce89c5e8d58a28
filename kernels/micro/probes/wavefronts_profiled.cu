// Wavefronts of single shared-memory loads and stores of 4, 8 and 16 bytes for many patterns of addresses.
#include <array>
#include <random>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

struct Offsets {
  uint16_t of_lane[32];  // bytes
  uint32_t mask;         // lanes that take part
};

template <class T>
__global__ void probed_shared_load(const __grid_constant__ Offsets offsets, uint32_t* out) {
  extern __shared__ uint4 words[];
  const uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(words)) + offsets.of_lane[threadIdx.x];
  uint32_t x = 0, y = 0, z = 0, w = 0;
  if (offsets.mask >> threadIdx.x & 1u) {
    if constexpr (sizeof(T) == 4) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(at) : "memory");
    if constexpr (sizeof(T) == 8) asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(at) : "memory");
    if constexpr (sizeof(T) == 16)
      asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(at) : "memory");
  }
  if ((x ^ y ^ z ^ w) == 0x98765432) *out = 1;
}

template <class T>
__global__ void probed_shared_store(const __grid_constant__ Offsets offsets) {
  extern __shared__ uint4 words[];
  const uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(words)) + offsets.of_lane[threadIdx.x];
  const uint32_t x = threadIdx.x;
  if (offsets.mask >> threadIdx.x & 1u) {
    if constexpr (sizeof(T) == 4) asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(x) : "memory");
    if constexpr (sizeof(T) == 8) asm volatile("st.shared.v2.u32 [%0], {%1, %1};" ::"r"(at), "r"(x) : "memory");
    if constexpr (sizeof(T) == 16) asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(x) : "memory");
  }
}

using Units = std::array<uint32_t, 32>;  // offsets in units of the access width

struct Pattern {
  std::string name;
  Units units;
  uint32_t mask = 0xffffffffu;
};

std::vector<Pattern> patterns() {
  std::vector<Pattern> all;
  const auto add = [&](const std::string& name, auto unit_of_lane, uint32_t mask = 0xffffffffu) {
    Pattern pattern{name, {}, mask};
    for (uint32_t lane = 0; lane < 32; ++lane) pattern.units[lane] = unit_of_lane(lane);
    all.push_back(pattern);
  };
  for (uint32_t stride : {0u, 1u, 2u, 3u, 4u, 5u, 8u, 16u, 17u, 32u, 33u})
    add("stride" + std::to_string(stride), [=](uint32_t l) { return l * stride; });
  for (uint32_t share : {2u, 4u, 8u, 16u}) {
    add("neighbours" + std::to_string(share), [=](uint32_t l) { return l / share; });
    add("modulo" + std::to_string(share), [=](uint32_t l) { return l % share; });
    add("neighbours_far" + std::to_string(share), [=](uint32_t l) { return l / share * 32; });
    add("modulo_far" + std::to_string(share), [=](uint32_t l) { return l % share * 32; });
  }
  add("reversed", [](uint32_t l) { return 31 - l; });
  add("xor1", [](uint32_t l) { return l ^ 1; });
  add("xor4", [](uint32_t l) { return l ^ 4; });
  add("halves_swapped", [](uint32_t l) { return l ^ 16; });
  add("pairs_xor2", [](uint32_t l) { return (l & 1) | (l >> 2) << 1; });
  add("even_lanes", [](uint32_t l) { return l; }, 0x55555555u);
  add("low_half", [](uint32_t l) { return l; }, 0x0000ffffu);
  add("first_8", [](uint32_t l) { return l; }, 0xffu);
  add("one_lane", [](uint32_t l) { return l; }, 0x400u);
  add("two_lanes_conflict", [](uint32_t l) { return l * 32; }, 0x3u);
  add("two_lanes_far_conflict", [](uint32_t l) { return l * 32; }, 0x10001u);
  add("lane_0_differs", [](uint32_t l) { return l == 0 ? 64u : 0u; });
  add("lane_31_differs", [](uint32_t l) { return l == 31 ? 64u : 0u; });
  std::mt19937 random(12345);
  for (uint32_t range : {4u, 8u, 16u, 32u, 64u, 256u})
    for (int i = 0; i < 5; ++i) add("random" + std::to_string(range), [&](uint32_t) { return static_cast<uint32_t>(random() % range); });
  for (int i = 0; i < 6; ++i) {
    const auto mask = static_cast<uint32_t>(random());
    add("random_mask", [&](uint32_t) { return static_cast<uint32_t>(random() % 64); }, mask);
  }
  return all;
}

template <class T>
void measure(Output& output, uint32_t* out) {
  for (const Pattern& pattern : patterns()) {
    Offsets offsets{{}, pattern.mask};
    std::string list;
    for (int lane = 0; lane < 32; ++lane) {
      offsets.of_lane[lane] = static_cast<uint16_t>(pattern.units[lane] * sizeof(T));
      list += (lane == 0 ? "" : " ") + std::to_string(offsets.of_lane[lane]);
    }
    for (const char* what : {"load", "store"}) {
      output.launch("shared_wavefronts", parameters("what", what, "bytes", sizeof(T), "pattern", pattern.name, "mask",
                                                    pattern.mask, "offsets", list));
      if (*what == 'l') probed_shared_load<T><<<1, 32, 32768>>>(offsets, out);
      else probed_shared_store<T><<<1, 32, 32768>>>(offsets);
    }
  }
}

void shared_wavefronts(Output& output) {
  auto* out = static_cast<uint32_t*>(device_memory(1 << 20));
  measure<uint32_t>(output, out);
  measure<uint2>(output, out);
  measure<uint4>(output, out);
}
const Register registered("shared_wavefronts", true, shared_wavefronts);

}  // namespace
}  // namespace warpglass::probes
