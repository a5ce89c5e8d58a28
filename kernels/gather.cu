// Reads a table at given indices: in order, or at random, where each lane touches a sector of its own.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr std::size_t kTable = 1048576;  // elements

__global__ void gather(const unsigned* index, const float* table, float* out) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  out[i] = table[index[i]];
}

HostArray indices(std::size_t elements, bool random) {
  std::vector<std::uint32_t> values(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    const auto number = static_cast<std::uint32_t>(i);
    values[i] = random ? mix(number) % kTable : number;
  }
  return pack(values);
}

struct Variant {
  const char* name;
  bool random;
  std::vector<std::size_t> sizes;
};

}  // namespace

// The size is the number of elements gathered.
void add_gather(std::vector<Case>& cases) {
  const Variant variants[] = {{"sequential", false, {131072}}, {"random", true, {16384, 131072}}};
  for (const Variant& variant : variants) {
    for (const std::size_t n : variant.sizes) {
      Case c{.family = "gather", .variant = variant.name, .size = n};
      c.function = "gather";
      c.grid = dim3(static_cast<unsigned>(n / kBlock));
      c.block = dim3(kBlock);
      c.inputs = {n, kTable};
      c.fill = [random = variant.random](std::size_t elements, std::size_t input) {
        return input == 0 ? indices(elements, random) : coarse_sequence(elements, input);
      };
      c.output = n;
      c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
        gather<<<self.grid, self.block>>>(reinterpret_cast<const unsigned*>(in[0]), in[1], out);
      };
      c.reference = [](const Case&, const std::vector<HostArray>& in, HostArray& out) {
        const std::vector<std::uint32_t> index = unpack_integers(in[0]);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = in[1][index[i]];
      };
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
