// A capsule: one recorded kernel launch, with everything that replaying it needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "traces/launch.h"

namespace warpglass {

/// Memory is stored in chunks of this size, compressed and deduplicated.
inline constexpr uint64_t kChunkBytes = 64 * 1024;

/// Where and how the launch was recorded.
struct CapsuleOrigin {
  std::string application;    ///< command line
  std::string date;           ///< ISO 8601, UTC
  std::string driver;         ///< e.g. "580.159.04"
  std::string toolkit;        ///< that compiled the cubin, e.g. "13.0"
  std::string disassembler;   ///< version line of the nvdisasm that wrote `disassembly`
  std::map<std::string, std::string> device;  ///< name, compute capability, SM count, memory, clocks, …
};

struct CapsuleInfo {
  std::string kernel;         ///< mangled name
  std::string demangled;
  LaunchShape shape;
  std::vector<uint8_t> parameters;                ///< the parameter block, as at c[0][parameter base]
  std::map<uint32_t, std::vector<uint8_t>> constant_banks;  ///< bank -> bytes as the kernel sees them (bank 0 complete)
  uint64_t shared_window = 0; ///< generic address of shared memory (c[0][0x18])
  uint64_t local_window = 0;  ///< generic address of local memory (c[0][0x20])
  CapsuleOrigin origin;
};

/// One allocation. `address` and `bytes` are the allocation's own, not rounded to chunks.
struct MemoryRegion {
  uint64_t address = 0;
  uint64_t bytes = 0;
  std::string kind;           ///< "device", "managed", "host", "module"
  uint64_t chunks() const { return (bytes + kChunkBytes - 1) / kChunkBytes; }
  /// Bytes of chunk `index` (the last one may be short).
  uint64_t chunk_bytes(uint64_t index) const {
    const uint64_t start = index * kChunkBytes;
    return bytes - start < kChunkBytes ? bytes - start : kChunkBytes;
  }
};

struct SourceFile {
  std::string path;
  std::string text;
};

/// Reads a capsule. Every method throws BadInput with a sentence that names the file and the place.
class Capsule {
 public:
  static Capsule open(const std::filesystem::path& path);
  ~Capsule();
  Capsule(Capsule&&) noexcept;
  Capsule& operator=(Capsule&&) noexcept;

  const std::filesystem::path& path() const;
  const CapsuleInfo& info() const;
  std::vector<uint8_t> cubin() const;
  std::string disassembly() const;               ///< "" when none was stored
  std::vector<SourceFile> sources() const;
  const std::vector<MemoryRegion>& regions() const;

  /// Chunk contents before the launch; empty if the capsule does not hold that chunk.
  std::vector<uint8_t> chunk_before(size_t region, uint64_t chunk) const;
  /// True if the launch changed the chunk.
  bool chunk_changed(size_t region, uint64_t chunk) const;
  /// True if the capsule holds the chunk at all.
  bool chunk_present(size_t region, uint64_t chunk) const;
  /// Chunk contents after the launch (the same as before when it was not changed); empty if not held.
  std::vector<uint8_t> chunk_after(size_t region, uint64_t chunk) const;

 private:
  struct Implementation;
  explicit Capsule(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

/// Writes a capsule under a temporary name; `finish` renames it. Without `finish` nothing is left behind.
class CapsuleWriter {
 public:
  explicit CapsuleWriter(const std::filesystem::path& path);
  ~CapsuleWriter();
  CapsuleWriter(const CapsuleWriter&) = delete;
  CapsuleWriter& operator=(const CapsuleWriter&) = delete;

  void set_info(const CapsuleInfo& info);
  void set_cubin(std::span<const uint8_t> cubin);
  void set_disassembly(const std::string& text);
  void add_source(const SourceFile& source);
  /// Returns the region's number.
  size_t add_region(const MemoryRegion& region);
  void set_chunk_before(size_t region, uint64_t chunk, std::span<const uint8_t> bytes);
  /// Only for chunks that differ from before.
  void set_chunk_after(size_t region, uint64_t chunk, std::span<const uint8_t> bytes);
  void finish();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace warpglass
