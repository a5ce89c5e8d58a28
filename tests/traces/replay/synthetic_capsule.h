// Capsules without a GPU: a kernel of data/kernels.cu, memory made here, and the memory that it must leave.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

#include "base/file.h"
#include "traces/capsule.h"

namespace warpglass::test {

/// Constant bank 0 as an H200 fills it for a launch, parameters at 0x210.
inline std::vector<uint8_t> constant_bank0(const LaunchShape& shape, const std::vector<uint8_t>& parameters) {
  std::vector<uint8_t> bank(0x210 + parameters.size());
  const auto put = [&](uint32_t offset, auto value) { std::memcpy(bank.data() + offset, &value, sizeof value); };
  put(0x00, shape.block.x), put(0x04, shape.block.y), put(0x08, shape.block.z);
  put(0x0c, shape.grid.x), put(0x10, shape.grid.y), put(0x14, shape.grid.z);
  put(0x18, uint64_t{0x7f0900000000}), put(0x20, uint64_t{0x7f08d1000000});
  put(0x28, 0x00fffdc0u), put(0x2c, shape.dynamic_shared_bytes);
  std::memcpy(bank.data() + 0x210, parameters.data(), parameters.size());
  return bank;
}

class SyntheticCapsule {
 public:
  SyntheticCapsule(const std::string& kernel, Dim3 grid, Dim3 block, uint32_t dynamic_shared = 0) {
    info_.kernel = info_.demangled = kernel;
    info_.shape = {grid, block, {}, dynamic_shared};
    info_.shared_window = 0x7f0900000000;
    info_.local_window = 0x7f08d1000000;
  }

  /// A region that holds `before` and must hold `after` in the end; passed as a pointer parameter.
  template <class T>
  uint64_t buffer(const std::vector<T>& before, const std::vector<T>& after) {
    const uint64_t address = memory(before, after);
    parameter(address);
    return address;
  }
  template <class T>
  uint64_t buffer(const std::vector<T>& unchanged) { return buffer(unchanged, unchanged); }

  template <class T>
  uint64_t memory(const std::vector<T>& before, const std::vector<T>& after) {
    const uint64_t address = next_;
    regions_.push_back({address, bytes_of(before), bytes_of(after)});
    next_ += (before.size() * sizeof(T) + 0xffff) / 0x10000 * 0x10000 + 0x20000;
    return address;
  }

  template <class T>
  void parameter(T value) {
    parameters_.resize((parameters_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    const size_t at = parameters_.size();
    parameters_.resize(at + sizeof(T));
    std::memcpy(parameters_.data() + at, &value, sizeof(T));
  }
  /// Machine code other than that of data/kernels.cu.
  void code(std::vector<uint8_t> cubin, std::string disassembly) {
    cubin_ = std::move(cubin);
    disassembly_ = std::move(disassembly);
  }
  void constant_bank(uint32_t bank, const std::vector<uint8_t>& bytes) { info_.constant_banks[bank] = bytes; }

  /// Writes it below the test's temporary folder and opens it.
  Capsule make(const std::string& name) {
    const auto path = std::filesystem::temp_directory_path() / fmt::format("warpglass-{}-{}.capsule", ::getpid(), name);
    write(path);
    Capsule capsule = Capsule::open(path);
    std::filesystem::remove(path);
    return capsule;
  }

  void write(const std::filesystem::path& path) {
    if (cubin_.empty()) {
      const auto folder = std::filesystem::path(WARPGLASS_SOURCE_DIR) / "tests/traces/replay/data";
      code(read_file(folder / "kernels.cubin", 1 << 24), read_text_file(folder / "kernels.sass", 1 << 24));
    }
    info_.parameters = parameters_;
    info_.constant_banks[0] = constant_bank0(info_.shape, parameters_);
    CapsuleWriter writer(path);
    writer.set_info(info_);
    writer.set_cubin(cubin_);
    if (!disassembly_.empty()) writer.set_disassembly(disassembly_);
    for (const Region& region : regions_) write_region(writer, region);
    writer.finish();
  }

 private:
  struct Region {
    uint64_t address;
    std::vector<uint8_t> before, after;
  };

  template <class T>
  static std::vector<uint8_t> bytes_of(const std::vector<T>& values) {
    std::vector<uint8_t> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }

  static void write_region(CapsuleWriter& writer, const Region& region) {
    const MemoryRegion info{region.address, region.before.size(), "device"};
    const size_t number = writer.add_region(info);
    for (uint64_t c = 0; c < info.chunks(); ++c) {
      const size_t at = c * kChunkBytes, n = info.chunk_bytes(c);
      writer.set_chunk_before(number, c, std::span(region.before).subspan(at, n));
      if (std::memcmp(region.before.data() + at, region.after.data() + at, n) != 0)
        writer.set_chunk_after(number, c, std::span(region.after).subspan(at, n));
    }
  }

  CapsuleInfo info_;
  std::vector<uint8_t> parameters_, cubin_;
  std::string disassembly_;
  std::vector<Region> regions_;
  uint64_t next_ = 0x7f0a00000000;
};

}  // namespace warpglass::test
