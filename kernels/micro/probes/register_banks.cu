// How many operands a sub-core reads from its register file a cycle: a loop of independent FFMA whose machine code is rewritten
// to read given registers, with and without reuse flags. Registers that nobody wrote are read too, which costs the same.
#include <array>

#include "micro/probes/probe.h"
#include "micro/probes/rewritten_code.h"

namespace warpglass::probes {
namespace {


/// Source registers of one FFMA and the slots (bit 0: first) that its reuse flags name.
struct Sources {
  std::array<unsigned, 3> registers;
  unsigned reuse;
};
struct Variant {
  const char* name;
  std::vector<Sources> sources;  ///< the body's FFMA take them in turn
};

const Variant kVariants[] = {
    {"0 2 5", {{{0, 2, 5}, 0}}},
    {"0 3 5", {{{0, 3, 5}, 0}}},
    {"0 2 4", {{{0, 2, 4}, 0}}},
    {"1 3 5", {{{1, 3, 5}, 0}}},
    {"0 4 8", {{{0, 4, 8}, 0}}},
    {"0 1 4", {{{0, 1, 4}, 0}}},
    {"0 0 0", {{{0, 0, 0}, 0}}},
    {"0 0 2", {{{0, 0, 2}, 0}}},
    {"0 0 3", {{{0, 0, 3}, 0}}},
    {"0 2 255", {{{0, 2, 255}, 0}}},
    {"0 3 255", {{{0, 3, 255}, 0}}},
    {"0 255 255", {{{0, 255, 255}, 0}}},
    {"0 2 4, 1 3 5", {{{0, 2, 4}, 0}, {{1, 3, 5}, 0}}},
    {"0 2 5, 1 3 4", {{{0, 2, 5}, 0}, {{1, 3, 4}, 0}}},
    {"0 2 4, 4 x 255", {{{0, 2, 4}, 0}, {{255, 255, 255}, 0}, {{255, 255, 255}, 0}, {{255, 255, 255}, 0}, {{255, 255, 255}, 0}}},
    {"0r 2 4", {{{0, 2, 4}, 1}}},
    {"0 2r 4", {{{0, 2, 4}, 2}}},
    {"0 2 4r", {{{0, 2, 4}, 4}}},
    {"0 2r 4r", {{{0, 2, 4}, 6}}},
    {"0r 2r 4r", {{{0, 2, 4}, 7}}},
    {"0 2r 5", {{{0, 2, 5}, 2}}},
    {"0 2r 4, 6 2 8", {{{0, 2, 4}, 2}, {{6, 2, 8}, 0}}},
    {"0 2r 4, 2 6 8", {{{0, 2, 4}, 2}, {{2, 6, 8}, 0}}},
    {"0 2r 4, 6 10 8, 0 2 4", {{{0, 2, 4}, 2}, {{6, 10, 8}, 0}, {{0, 2, 4}, 0}}},
    {"0 2r 4, 6 11 8, 0 2 4", {{{0, 2, 4}, 2}, {{6, 11, 8}, 0}, {{0, 2, 4}, 0}}},
};

// The sources and flags of an FFMA.
void take(const Sources& sources, uint64_t& low, uint64_t& high) {
  low = (low & ~(uint64_t{0xffff} << 24)) | uint64_t{sources.registers[0]} << 24 | uint64_t{sources.registers[1]} << 32;
  high = (high & ~uint64_t{0xff}) | sources.registers[2];
  high = (high & ~(uint64_t{7} << 58)) | uint64_t{sources.reuse} << 58;
}

void register_banks(Output& output) {
  for (const Variant& variant : kVariants) {
    const RewrittenLoop loop([&](unsigned number, uint64_t& low, uint64_t& high) { take(variant.sources[number % variant.sources.size()], low, high); });
    for (const unsigned warps : {1u, 4u, 8u, 16u, 32u}) {
      std::vector<double> values;
      for (int repeat = 0; repeat < repeats(9); ++repeat) values.push_back(loop.cycles(warps) / std::max(1.0, warps / 4.0));
      output.result("register_banks", parameters("sources", variant.name, "warps", warps), values, "cycles per FFMA of a sub-core");
    }
  }
}
const Register registered("register_banks", false, register_banks);

}  // namespace
}  // namespace warpglass::probes
