#include "runner/arrays.h"

#include <bit>
#include <cstring>

namespace warpglass::kernels {
namespace {

// Number `i` of a walk through the residues of a prime: neighbours differ much, and any step reaches all
// residues.
std::uint64_t residue(std::size_t i, std::size_t index, std::uint64_t step, std::uint64_t prime) {
  return (i * step + index * 811) % prime;
}

template <class To, class From>
std::vector<To> copy_bits(const std::vector<From>& from) {
  std::vector<To> to(from.size() * sizeof(From) / sizeof(To));
  std::memcpy(to.data(), from.data(), to.size() * sizeof(To));
  return to;
}

}  // namespace

HostArray input_sequence(std::size_t elements, std::size_t index) {
  constexpr std::uint64_t kPeriod = 4093;
  HostArray values(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    const std::uint64_t r = residue(i, index, 1597, kPeriod);
    values[i] = static_cast<float>((2.0 * static_cast<double>(r) - kPeriod) / kPeriod);
  }
  return values;
}

HostArray coarse_sequence(std::size_t elements, std::size_t index) {
  constexpr std::uint64_t kPeriod = 251;
  HostArray values(elements);
  for (std::size_t i = 0; i < elements; ++i)
    values[i] = (static_cast<float>(residue(i, index, 97, kPeriod)) - 125.0F) / 64.0F;
  return values;
}

std::uint32_t mix(std::uint32_t seed) {
  seed = (seed ^ (seed >> 16)) * 0x7feb352dU;
  seed = (seed ^ (seed >> 15)) * 0x846ca68bU;
  return seed ^ (seed >> 16);
}

HostArray pack(const std::vector<std::uint32_t>& values) {
  return copy_bits<float>(values);
}
HostArray pack(const std::vector<double>& values) {
  return copy_bits<float>(values);
}

std::vector<std::uint32_t> unpack_integers(const HostArray& array) {
  return copy_bits<std::uint32_t>(array);
}
std::vector<double> unpack_doubles(const HostArray& array) {
  return copy_bits<double>(array);
}

HostArray output_pattern(std::size_t elements) {
  return HostArray(elements, std::bit_cast<float>(std::uint32_t{0x7fc5a5a5}));
}

}  // namespace warpglass::kernels
