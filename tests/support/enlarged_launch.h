// A larger launch made from a captured one: the same machine code, a larger grid, larger allocations at new
// addresses, filled with the captured memory over and over. Nothing ran it on a GPU, so there is no memory
// afterwards and nothing can be proved; it is for measuring the simulator.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <vector>

#include "base/error.h"
#include "traces/capsule.h"

namespace warpglass::test {

struct Enlargement {
  Dim3 grid;
  uint64_t memory = 1;                      ///< times the captured allocations
  std::map<uint32_t, uint32_t> parameters;  ///< 32-bit words of the parameter block: number, new value
};

class EnlargedLaunch {
 public:
  EnlargedLaunch(const Capsule& capsule, const Enlargement& how)
      : capsule_(capsule), how_(how), info_(capsule.info()) {
    place_regions();
    info_.shape.grid = how.grid;
    replace_pointers();
    std::vector<uint8_t>& bank = info_.constant_banks.at(0);
    for (const auto& [number, value] : how.parameters) put(info_.parameters, number * size_t{4}, value);
    // The parameters are the end of constant bank 0; the grid is where the driver puts it.
    if (bank.size() < info_.parameters.size() + 0x18)
      throw bad_input("{}: constant bank 0 is short", capsule.path().string());
    std::memcpy(bank.data() + parameter_base(), info_.parameters.data(), info_.parameters.size());
    put(bank, 0x0c, how.grid.x), put(bank, 0x10, how.grid.y), put(bank, 0x14, how.grid.z);
  }

  void write(const std::filesystem::path& path) const {
    CapsuleWriter writer(path);
    writer.set_info(info_);
    writer.set_cubin(capsule_.cubin());
    writer.set_disassembly(capsule_.disassembly());
    for (const SourceFile& source : capsule_.sources()) writer.add_source(source);
    for (size_t r = 0; r < regions_.size(); ++r) write_region(writer, r);
    writer.finish();
  }

 private:
  // sm_90: the parameters of a kernel are at 0x210 of bank 0.
  static constexpr size_t parameter_base() { return 0x210; }

  static void put(std::vector<uint8_t>& bytes, size_t at, uint32_t value) {
    if (at + sizeof value > bytes.size()) throw bad_input("there is no parameter at byte {}", at);
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }

  void place_regions() {
    uint64_t next = 0x7f0a00000000;
    for (MemoryRegion region : capsule_.regions()) {
      region.address = next;
      region.bytes *= how_.memory;
      next += (region.bytes + 0x1fffff) / 0x200000 * 0x200000 + 0x200000;
      regions_.push_back(region);
    }
  }

  void replace_pointers() {
    for (size_t at = 0; at + 8 <= info_.parameters.size(); at += 8) {
      uint64_t pointer = 0;
      std::memcpy(&pointer, info_.parameters.data() + at, sizeof pointer);
      for (size_t r = 0; r < regions_.size(); ++r) {
        const MemoryRegion& old = capsule_.regions()[r];
        if (pointer < old.address || pointer >= old.address + old.bytes) continue;
        pointer += regions_[r].address - old.address;
        std::memcpy(info_.parameters.data() + at, &pointer, sizeof pointer);
        break;
      }
    }
  }

  void write_region(CapsuleWriter& writer, size_t r) const {
    const MemoryRegion& old = capsule_.regions()[r];
    std::vector<uint8_t> captured;
    for (uint64_t c = 0; c < old.chunks(); ++c) {
      std::vector<uint8_t> chunk = capsule_.chunk_before(r, c);
      chunk.resize(old.chunk_bytes(c));
      captured.insert(captured.end(), chunk.begin(), chunk.end());
    }
    const size_t number = writer.add_region(regions_[r]);
    std::vector<uint8_t> chunk;
    for (uint64_t c = 0; c < regions_[r].chunks(); ++c) {
      chunk.resize(regions_[r].chunk_bytes(c));
      for (size_t i = 0; i < chunk.size();) {
        const size_t at = (c * kChunkBytes + i) % captured.size(),
                     n = std::min(chunk.size() - i, captured.size() - at);
        std::memcpy(chunk.data() + i, captured.data() + at, n);
        i += n;
      }
      writer.set_chunk_before(number, c, chunk);
    }
  }

  const Capsule& capsule_;
  Enlargement how_;
  CapsuleInfo info_;
  std::vector<MemoryRegion> regions_;
};

}  // namespace warpglass::test
