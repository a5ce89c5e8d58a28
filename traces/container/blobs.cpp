#include "traces/container/blobs.h"

#include <sqlite3.h>
#include <zstd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>

#include "base/error.h"

namespace warpglass {
namespace {

// The digest of a row set: types and values of every column, in rowid order.
uint64_t table_checksum(const Database& database, const std::string& table, bool skip_blob_data) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  const std::string columns = skip_blob_data ? "id, digest, bytes, checksum" : "*";
  Statement rows = database.prepare(fmt::format("SELECT {} FROM \"{}\" ORDER BY rowid", columns, table));
  while (rows.step()) {
    const int count = rows.columns();
    for (int column = 0; column < count; ++column) {
      const std::span<const uint8_t> bytes = rows.blob(column);  // SQLite converts numbers to their text
      const uint64_t length = bytes.size();
      XXH3_64bits_update(&state, &length, sizeof length);
      if (length > 0) XXH3_64bits_update(&state, bytes.data(), bytes.size());
    }
  }
  return XXH3_64bits_digest(&state);
}

std::string seal_text(const Database& database, const std::vector<std::string>& tables) {
  std::string text = fmt::format("blob={:016x};value={:016x}", table_checksum(database, "blob", true),
                                 table_checksum(database, "value", false));
  for (const std::string& table : tables)
    text += fmt::format(";{}={:016x}", table, table_checksum(database, table, false));
  return text;
}

}  // namespace

std::vector<uint8_t> zstd_compress(std::span<const uint8_t> bytes, int level) {
  std::vector<uint8_t> out(ZSTD_compressBound(bytes.size()));
  const size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0) throw internal_error("zstd: {}", ZSTD_getErrorName(size));
  out.resize(size);
  return out;
}

std::vector<uint8_t> zstd_decompress(const Database& database, std::span<const uint8_t> data, uint64_t raw_bytes,
                                     const std::string& what) {
  // Before memory is taken for it: a few bytes in a file can claim any size.
  if (const auto claimed = ZSTD_getFrameContentSize(data.data(), data.size()); claimed != raw_bytes)
    database.fail(fmt::format("{}: expected {} bytes, its data hold another number of them", what, raw_bytes));
  std::vector<uint8_t> out(raw_bytes);
  const size_t size = ZSTD_decompress(out.data(), out.size(), data.data(), data.size());
  if (ZSTD_isError(size) != 0) database.fail(fmt::format("{}: {}", what, ZSTD_getErrorName(size)));
  if (size != raw_bytes) database.fail(fmt::format("{}: expected {} bytes, found {}", what, raw_bytes, size));
  return out;
}

BlobWriter::BlobWriter(Database& database, int level)
    : database_(&database), level_(level), insert_([&] {
        database.execute(
            "CREATE TABLE blob(id INTEGER PRIMARY KEY, digest TEXT NOT NULL, bytes INTEGER NOT NULL, "
            "checksum TEXT NOT NULL, data BLOB NOT NULL)");
        database.execute("CREATE TABLE value(key TEXT PRIMARY KEY, text TEXT NOT NULL)");
        database.execute("CREATE TABLE seal(checksum TEXT NOT NULL)");
        return database.prepare("INSERT INTO blob(digest, bytes, checksum, data) VALUES(?, ?, ?, ?)");
      }()) {}

int64_t BlobWriter::add(std::span<const uint8_t> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  const Digest digest{hash.low64, hash.high64};
  if (const auto found = known_.find(digest); found != known_.end()) return found->second;
  const std::vector<uint8_t> data = zstd_compress(bytes, level_);
  insert_.bind(1, fmt::format("{:016x}{:016x}", hash.high64, hash.low64))
      .bind(2, static_cast<int64_t>(bytes.size()))
      .bind(3, fmt::format("{:016x}", XXH3_64bits(data.data(), data.size())))
      .bind_blob(4, data)
      .run();
  stored_bytes_ += data.size();
  const int64_t id = database_->last_insert_id();
  known_.emplace(digest, id);
  return id;
}

void BlobWriter::set_value(const std::string& key, const std::string& text) {
  database_->prepare("INSERT OR REPLACE INTO value(key, text) VALUES(?, ?)").bind(1, key).bind(2, text).run();
}

void write_seal(Database& database, const std::vector<std::string>& tables) {
  const std::string text = seal_text(database, tables);
  database.prepare("INSERT INTO seal(checksum) VALUES(?)").bind(1, text).run();
}

BlobReader::BlobReader(const Database& database, const std::vector<std::string>& tables) : database_(&database) {
  Statement count = database.prepare("SELECT count(*) FROM blob");
  count.step();
  const int64_t total = count.integer(0);
  Statement rows = database.prepare("SELECT id, checksum, data FROM blob ORDER BY id");
  int64_t number = 0;
  while (rows.step()) {
    ++number;
    const std::span<const uint8_t> data = rows.blob(2);
    if (fmt::format("{:016x}", XXH3_64bits(data.data(), data.size())) != rows.text(1))
      database.fail(fmt::format("blob {} of {} does not match its checksum", number, total));
  }
  Statement seal = database.prepare("SELECT checksum FROM seal");
  if (!seal.step()) database.fail("the seal is missing: it was never finished");
  if (seal.text(0) != seal_text(database, tables)) database.fail("its tables do not match their checksum");
}

std::vector<uint8_t> BlobReader::read(int64_t id, uint64_t max_bytes) const {
  Statement row = database_->prepare("SELECT bytes, data FROM blob WHERE id = ?");
  row.bind(1, id);
  if (!row.step()) database_->fail(fmt::format("blob {} is missing", id));
  const int64_t bytes = row.integer(0);
  if (bytes < 0 || static_cast<uint64_t>(bytes) > max_bytes)
    database_->fail(fmt::format("blob {} claims {} bytes, more than the {} allowed there", id, bytes, max_bytes));
  return zstd_decompress(*database_, row.blob(1), static_cast<uint64_t>(bytes), fmt::format("blob {}", id));
}

std::string BlobReader::value(const std::string& key) const {
  Statement row = database_->prepare("SELECT text FROM value WHERE key = ?");
  row.bind(1, key);
  if (!row.step()) database_->fail(fmt::format("the value '{}' is missing", key));
  return row.text(0);
}

}  // namespace warpglass
