// MurmurHash3 over a made-up key of 64 words a thread: integer multiplications and rotations, hardly any
// memory.
#include <bit>
#include <cstdint>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 128;
constexpr unsigned kWords = 64;

__device__ std::uint32_t rotate(std::uint32_t x, unsigned by) {
  return __funnelshift_l(x, x, by);
}

__global__ void hash_murmur(const std::uint32_t* seeds, std::uint32_t* hashes, unsigned words) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const std::uint32_t seed = seeds[i];
  std::uint32_t hash = seed;
#pragma unroll 8
  for (unsigned k = 0; k < words; ++k) {
    const std::uint32_t word = rotate((seed + k) * 0xcc9e2d51U, 15) * 0x1b873593U;
    hash = rotate(hash ^ word, 13) * 5 + 0xe6546b64U;
  }
  hash ^= 4 * words;
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bU;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35U;
  hashes[i] = hash ^ (hash >> 16);
}

void reference(const Case&, const std::vector<HostArray>& in, HostArray& out) {
  std::vector<std::uint32_t> hashes = unpack_integers(in[0]);
  for (std::uint32_t& hash : hashes) {
    const std::uint32_t seed = hash;
    for (std::uint32_t k = 0; k < kWords; ++k) {
      hash ^= std::rotl((seed + k) * 0xcc9e2d51U, 15) * 0x1b873593U;
      hash = std::rotl(hash, 13) * 5 + 0xe6546b64U;
    }
    hash ^= 4 * kWords;
    hash ^= hash >> 16;
    hash *= 0x85ebca6bU;
    hash ^= hash >> 13;
    hash *= 0xc2b2ae35U;
    hash ^= hash >> 16;
  }
  out = pack(hashes);
}

}  // namespace

// The size is the number of threads.
void add_hash(std::vector<Case>& cases) {
  for (const std::size_t n : {4096, 65536, 4194304}) {
    Case c{.family = "hash", .variant = "murmur", .size = n};
    c.large = n > 65536;
    c.function = "hash_murmur";
    c.grid = dim3(static_cast<unsigned>(n / kBlock));
    c.block = dim3(kBlock);
    c.inputs = {n};
    c.fill = coarse_sequence;
    c.output = n;
    c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
      hash_murmur<<<self.grid, self.block>>>(reinterpret_cast<const std::uint32_t*>(in[0]),
                                             reinterpret_cast<std::uint32_t*>(out), kWords);
    };
    c.reference = reference;
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
