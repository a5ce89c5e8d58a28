// What the arrays of a case hold before the launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpglass::kernels {

using HostArray = std::vector<float>;

// 4093 different values in [-1, 1), then again from the start; `index` is the number of the input. The period
// is prime so that no power-of-two distance maps a value onto itself, which would hide a wrong address.
HostArray input_sequence(std::size_t elements, std::size_t index);

// 251 different multiples of 1/64 in [-2, 2), then again from the start. Sums of a few thousand of them, and
// of products of two, are exact in single precision whatever the order; and a capsule of them is small.
HostArray coarse_sequence(std::size_t elements, std::size_t index);

// A well-mixed 32-bit number, the same for the same seed.
std::uint32_t mix(std::uint32_t seed);

// Integers and doubles as the runner passes them: bit by bit in arrays of floats.
HostArray pack(const std::vector<std::uint32_t>& values);
HostArray pack(const std::vector<double>& values);
std::vector<std::uint32_t> unpack_integers(const HostArray& array);
std::vector<double> unpack_doubles(const HostArray& array);

// What an output array holds before the launch: a NaN that no kernel here computes.
HostArray output_pattern(std::size_t elements);

}  // namespace warpglass::kernels
