// Moves particles by one time step: an array of structures, whose members are strided, against a structure of
// arrays.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr float kStep = 1.0F / 128;

struct Particle {
  float x, y, z, mass;
  float vx, vy, vz, charge;
};
constexpr std::size_t kMembers = sizeof(Particle) / sizeof(float);

struct Position {
  float x, y, z;
};
constexpr std::size_t kCoordinates = sizeof(Position) / sizeof(float);

__global__ void layout_aos(const float* in, float* out, unsigned) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const Particle& p = reinterpret_cast<const Particle*>(in)[i];
  reinterpret_cast<Position*>(out)[i] = {p.x + kStep * p.vx, p.y + kStep * p.vy, p.z + kStep * p.vz};
}

__global__ void layout_soa(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  for (unsigned member = 0; member < kCoordinates; ++member) {
    out[member * n + i] = in[member * n + i] + kStep * in[(4 + member) * n + i];
  }
}

using Kernel = void (*)(const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
  bool structures;
};

constexpr Variant kVariants[] = {{"aos", layout_aos, true}, {"soa", layout_soa, false}};

// Where member `member` of particle `i` is, if there are `members` a particle.
std::size_t place(bool structures, std::size_t i, std::size_t member, std::size_t members, std::size_t n) {
  return structures ? i * members + member : member * n + i;
}

}  // namespace

void add_layout(std::vector<Case>& cases) {
  constexpr std::size_t kParticles = 131072;
  for (const Variant& variant : kVariants) {
    Case c{.family = "layout", .variant = variant.name, .size = kParticles};
    c.function = "layout_" + c.variant;
    c.grid = dim3(kParticles / kBlock);
    c.block = dim3(kBlock);
    c.inputs = {kParticles * kMembers};
    c.fill = coarse_sequence;  // exact, with or without fused multiply-adds
    c.output = kParticles * kCoordinates;
    c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in, float* out) {
      kernel<<<self.grid, self.block>>>(in[0], out, static_cast<unsigned>(self.size));
    };
    c.reference = [aos = variant.structures](const Case& self, const std::vector<HostArray>& in,
                                             HostArray& out) {
      const std::size_t n = self.size;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < kCoordinates; ++j) {
          const float velocity = in[0][place(aos, i, 4 + j, kMembers, n)];
          out[place(aos, i, j, kCoordinates, n)] = in[0][place(aos, i, j, kMembers, n)] + velocity / 128;
        }
      }
    };
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
