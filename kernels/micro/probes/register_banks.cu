// How many operands a sub-core reads from its register file a cycle: a loop of independent FFMA whose machine code is rewritten
// to read given registers, with and without reuse flags. Registers that nobody wrote are read too, which costs the same.
#include <array>
#include <cstring>
#include <stdexcept>

#include "micro/probes/probe.h"
#include "micro/probes/register_banks_image.h"

namespace warpglass::probes {
namespace {

constexpr uint64_t kOpcodeMask = 0xfff, kFfma = 0x223;
constexpr unsigned kRounds = 32;
constexpr unsigned kFfmaInBody = 64;

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

uint64_t word(const std::vector<uint8_t>& bytes, size_t at) {
  uint64_t value;
  std::memcpy(&value, &bytes[at], sizeof value);
  return value;
}

// The section with the machine code, from the ELF header's table of sections: the largest of kind PROGBITS that executes.
std::pair<size_t, size_t> code_of(const std::vector<uint8_t>& cubin) {
  const size_t table = word(cubin, 0x28);
  const unsigned count = static_cast<unsigned>(word(cubin, 0x38) >> 32 & 0xffff);
  constexpr uint64_t kExecutable = 4;
  for (unsigned i = 0; i < count; ++i) {
    const size_t header = table + i * size_t{64};
    if (word(cubin, header + 8) & kExecutable) return {word(cubin, header + 0x18), word(cubin, header + 0x20)};
  }
  throw std::runtime_error("the probe's cubin has no code");
}

std::vector<uint8_t> rewritten(const Variant& variant) {
  std::vector<uint8_t> cubin(kRegisterBanksImage, kRegisterBanksImage + sizeof kRegisterBanksImage);
  const auto [begin, bytes] = code_of(cubin);
  unsigned found = 0;
  for (size_t at = begin; at + 16 <= begin + bytes; at += 16) {
    uint64_t low = word(cubin, at), high = word(cubin, at + 8);
    if ((low & kOpcodeMask) != kFfma) continue;
    const Sources& sources = variant.sources[found++ % variant.sources.size()];
    low = (low & ~(uint64_t{0xffff} << 24)) | uint64_t{sources.registers[0]} << 24 | uint64_t{sources.registers[1]} << 32;
    high = (high & ~uint64_t{0xff}) | sources.registers[2];
    high = (high & ~(uint64_t{7} << 58)) | uint64_t{sources.reuse} << 58;
    std::memcpy(&cubin[at], &low, 8);
    std::memcpy(&cubin[at + 8], &high, 8);
  }
  if (found != kFfmaInBody) throw std::runtime_error("the probe's loop is not the one expected");
  return cubin;
}

void register_banks(Output& output) {
  auto* memory = static_cast<uint32_t*>(device_memory(1 << 20));
  for (const Variant& variant : kVariants) {
    const std::vector<uint8_t> cubin = rewritten(variant);
    cudaLibrary_t library;
    cudaKernel_t kernel;
    check(cudaLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0), "loading rewritten code");
    check(cudaLibraryGetKernel(&kernel, library, "register_banks"), "finding the kernel");
    for (const unsigned warps : {1u, 4u, 8u, 16u, 32u}) {
      std::vector<double> values;
      for (int repeat = 0; repeat < repeats(9); ++repeat) {
        float* out = reinterpret_cast<float*>(memory + 1024);
        float x = 1, y = 2, z = 3;
        int rounds = kRounds;
        uint32_t* cycles = memory;
        void* arguments[] = {&out, &x, &y, &z, &rounds, &cycles};
        check(cudaLaunchKernel(kernel, dim3(1), dim3(warps * 32), arguments, 0, nullptr), "launching rewritten code");
        double most = 0;
        for (const uint32_t value : copy_back<uint32_t>(memory, warps)) most = std::max(most, static_cast<double>(value));
        values.push_back(most / (kRounds * kFfmaInBody) / std::max(1.0, warps / 4.0));
      }
      output.result("register_banks", parameters("sources", variant.name, "warps", warps), values, "cycles per FFMA of a sub-core");
    }
    check(cudaLibraryUnload(library), "unloading");
  }
}
const Register registered("register_banks", false, register_banks);

}  // namespace
}  // namespace warpglass::probes
