// Runs a fuzz target without libFuzzer: the given files as they are, then a fixed number of mutations of them
// from a fixed seed, so that every build and compiler runs the same inputs.
//
//   fuzz_x [-mutations=N] FILE…
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

using Bytes = std::vector<uint8_t>;

/// Uniform in [0, bound). Only the generator itself is the same in every standard library, the distributions
/// are not.
size_t below(std::mt19937& random, size_t bound) {
  return bound == 0 ? 0 : random() % bound;
}

/// Numbers at which bounds checks fail.
constexpr uint64_t kEdges[] = {
    0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, 0x7fffffffffffffff, ~0ull};

void mutate(Bytes& bytes, std::mt19937& random) {
  if (bytes.empty()) return bytes.push_back(static_cast<uint8_t>(random()));
  const size_t at = below(random, bytes.size());
  const size_t length = std::min<size_t>(bytes.size() - at, 1 + below(random, 64));
  const auto here = bytes.begin() + static_cast<ptrdiff_t>(at);
  switch (below(random, 6)) {
    case 0:  // flip a bit
      bytes[at] ^= static_cast<uint8_t>(1u << below(random, 8));
      break;
    case 1: {  // an edge number
      const uint64_t edge = kEdges[below(random, std::size(kEdges))];
      std::memcpy(&bytes[at], &edge, std::min<size_t>(bytes.size() - at, size_t{1} << below(random, 4)));
      break;
    }
    case 2:  // cut off the end
      if (below(random, 8) == 0) bytes.resize(at);
      break;
    case 3:  // leave something out
      bytes.erase(here, here + static_cast<ptrdiff_t>(length));
      break;
    case 4: {  // say something twice
      const Bytes part(here, here + static_cast<ptrdiff_t>(length));
      bytes.insert(here, part.begin(), part.end());
      break;
    }
    case 5:  // copy from elsewhere
      for (size_t i = 0, from = below(random, bytes.size()); i < length && from < bytes.size(); ++i, ++from)
        bytes[at + i] = bytes[from];
      break;
  }
}

}  // namespace

int main(int count, char** arguments) {
  size_t mutations = 2000;
  std::vector<Bytes> seeds;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument.starts_with("-mutations=")) {
      mutations = std::strtoul(argument.c_str() + std::strlen("-mutations="), nullptr, 10);
      continue;
    }
    std::ifstream file(argument, std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "%s: cannot be read\n", argument.c_str());
      return 1;
    }
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  seeds.emplace_back();
  std::mt19937 random(20240229);
  for (const Bytes& seed : seeds) LLVMFuzzerTestOneInput(seed.data(), seed.size());
  for (size_t i = 0; i < mutations; ++i) {
    Bytes bytes = seeds[below(random, seeds.size())];
    for (size_t j = 0, steps = 1 + below(random, 8); j < steps; ++j) mutate(bytes, random);
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu files, %zu mutations\n", seeds.size() - 1, mutations);
  return 0;
}
