// A loop of 64 independent FFMA whose machine code is rewritten before it is loaded: for instructions and registers that CUDA cannot ask for.
#pragma once

#include <cstring>
#include <functional>
#include <stdexcept>

#include "micro/probes/probe.h"
#include "micro/probes/register_banks_image.h"

namespace warpglass::probes {

inline uint64_t word(const std::vector<uint8_t>& bytes, size_t at) {
  uint64_t value;
  std::memcpy(&value, &bytes[at], sizeof value);
  return value;
}

/// Where the machine code of a cubin is, and its size, from the ELF header's table of sections: the first that executes.
inline std::pair<size_t, size_t> code_of(const std::vector<uint8_t>& cubin) {
  const size_t table = word(cubin, 0x28);
  const unsigned count = static_cast<unsigned>(word(cubin, 0x38) >> 32 & 0xffff);
  constexpr uint64_t kExecutable = 4;
  for (unsigned i = 0; i < count; ++i) {
    const size_t header = table + i * size_t{64};
    if (word(cubin, header + 8) & kExecutable) return {word(cubin, header + 0x18), word(cubin, header + 0x20)};
  }
  throw std::runtime_error("the probe's cubin has no code");
}

/// The loop with other instructions in place of its FFMA.
class RewrittenLoop {
 public:
  static constexpr unsigned kInstructions = 64, kRounds = 32;

  /// `rewrite(number, low, high)` changes the two words of FFMA `number`.
  explicit RewrittenLoop(const std::function<void(unsigned, uint64_t&, uint64_t&)>& rewrite) {
    constexpr uint64_t kOpcodeMask = 0xfff, kFfma = 0x223;
    std::vector<uint8_t> cubin(kRegisterBanksImage, kRegisterBanksImage + sizeof kRegisterBanksImage);
    const auto [begin, bytes] = code_of(cubin);
    unsigned found = 0;
    for (size_t at = begin; at + 16 <= begin + bytes; at += 16) {
      uint64_t low = word(cubin, at), high = word(cubin, at + 8);
      if ((low & kOpcodeMask) != kFfma) continue;
      rewrite(found++, low, high);
      std::memcpy(&cubin[at], &low, 8);
      std::memcpy(&cubin[at + 8], &high, 8);
    }
    if (found != kInstructions) throw std::runtime_error("the probe's loop is not the one expected");
    check(cudaLibraryLoadData(&library_, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0), "loading rewritten code");
    check(cudaLibraryGetKernel(&kernel_, library_, "register_banks"), "finding the kernel");
  }
  ~RewrittenLoop() { cudaLibraryUnload(library_); }
  RewrittenLoop(const RewrittenLoop&) = delete;
  RewrittenLoop& operator=(const RewrittenLoop&) = delete;

  /// Cycles of the slowest of `warps` warps for an instruction of the loop.
  double cycles(unsigned warps) const {
    auto* memory = static_cast<uint32_t*>(device_memory(1 << 20));
    float* out = reinterpret_cast<float*>(memory + 1024);
    float x = 1, y = 2, z = 3;
    int rounds = kRounds;
    uint32_t* cycles = memory;
    void* arguments[] = {&out, &x, &y, &z, &rounds, &cycles};
    check(cudaLaunchKernel(kernel_, dim3(1), dim3(warps * 32), arguments, 0, nullptr), "launching rewritten code");
    double most = 0;
    for (const uint32_t value : copy_back<uint32_t>(memory, warps)) most = std::max(most, static_cast<double>(value));
    return most / (kRounds * kInstructions);
  }

 private:
  cudaLibrary_t library_ = nullptr;
  cudaKernel_t kernel_ = nullptr;
};

}  // namespace warpglass::probes
