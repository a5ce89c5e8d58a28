// Compressed, deduplicated, checksummed blobs and named text values in a Warpglass file.
//
// Tables: blob(id, digest, bytes, checksum, data), value(key, text), seal(checksum).
//   digest    XXH3-128 of the raw bytes (deduplication)
//   checksum  XXH3-64 of the compressed data; checked for every blob when a file is opened
//   seal      XXH3-64 over every row of the other tables, so that a flipped bit anywhere is noticed
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "traces/container/database.h"

namespace warpglass {

class BlobWriter {
 public:
  /// Creates the tables. `level` is zstd's.
  explicit BlobWriter(Database& database, int level = 9);
  /// Stores `bytes` unless the same content is there; returns the blob's id.
  int64_t add(std::span<const uint8_t> bytes);
  void set_value(const std::string& key, const std::string& text);
  uint64_t stored_bytes() const { return stored_bytes_; }

 private:
  struct Digest {
    uint64_t low, high;
    bool operator==(const Digest&) const = default;
  };
  struct DigestHash {
    size_t operator()(const Digest& d) const { return static_cast<size_t>(d.low); }
  };
  Database* database_;
  int level_;
  Statement insert_;
  std::unordered_map<Digest, int64_t, DigestHash> known_;
  uint64_t stored_bytes_ = 0;
};

/// Seals a file: the checksum of every row of `tables`. Call it last, before Database::finish.
void write_seal(Database& database, const std::vector<std::string>& tables);

class BlobReader {
 public:
  /// Checks every blob's checksum and the seal over `tables`. Throws BadInput, naming the first blob that is broken.
  BlobReader(const Database& database, const std::vector<std::string>& tables);
  /// The blob's raw bytes; BadInput if it is absent, or larger than `max_bytes`.
  std::vector<uint8_t> read(int64_t id, uint64_t max_bytes) const;
  /// The text of a named value; BadInput if it is absent.
  std::string value(const std::string& key) const;

 private:
  const Database* database_;
};

std::vector<uint8_t> zstd_compress(std::span<const uint8_t> bytes, int level);
/// `raw_bytes` is exact; throws BadInput (through `database.fail`) when the data says otherwise.
std::vector<uint8_t> zstd_decompress(const Database& database, std::span<const uint8_t> data, uint64_t raw_bytes,
                                     const std::string& what);

}  // namespace warpglass
