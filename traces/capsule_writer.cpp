#include <nlohmann/json.hpp>

#include "base/error.h"
#include "traces/capsule.h"
#include "traces/capsule_format.h"
#include "traces/container/blobs.h"

namespace warpglass {

struct CapsuleWriter::Implementation {
  explicit Implementation(const std::filesystem::path& path)
      : database(Database::create(path, kCapsuleFormat)), blobs(std::make_unique<BlobWriter>(database)) {
    database.execute("CREATE TABLE text(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, blob INTEGER NOT NULL)");
    database.execute("CREATE TABLE region(id INTEGER PRIMARY KEY, address INTEGER NOT NULL, bytes INTEGER NOT NULL, kind TEXT NOT NULL)");
    database.execute(
        "CREATE TABLE chunk(region INTEGER NOT NULL, number INTEGER NOT NULL, before INTEGER NOT NULL, after INTEGER, "
        "UNIQUE(region, number))");
  }

  void add_text(const char* kind, const std::string& name, std::span<const uint8_t> bytes) {
    const int64_t blob = blobs->add(bytes);
    database.prepare("INSERT INTO text(kind, name, blob) VALUES(?, ?, ?)")
        .bind(1, std::string_view(kind))
        .bind(2, name)
        .bind(3, blob)
        .run();
  }

  Database database;
  std::unique_ptr<BlobWriter> blobs;  // its statements must be gone before the file is closed
  size_t regions = 0;
};

namespace {
std::span<const uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}
}  // namespace

CapsuleWriter::CapsuleWriter(const std::filesystem::path& path)
    : implementation_(std::make_unique<Implementation>(path)) {}
CapsuleWriter::~CapsuleWriter() = default;

void CapsuleWriter::set_info(const CapsuleInfo& info) {
  // A process's command line may hold bytes that are no UTF-8; they must not lose the capsule.
  const auto text = capsule_info_to_json(info).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  implementation_->blobs->set_value("info", text);
}

void CapsuleWriter::set_cubin(std::span<const uint8_t> cubin) { implementation_->add_text("cubin", "", cubin); }

void CapsuleWriter::set_disassembly(const std::string& text) {
  implementation_->add_text("disassembly", "", bytes_of(text));
}

void CapsuleWriter::add_source(const SourceFile& source) {
  implementation_->add_text("source", source.path, bytes_of(source.text));
}

size_t CapsuleWriter::add_region(const MemoryRegion& region) {
  implementation_->database.prepare("INSERT INTO region(id, address, bytes, kind) VALUES(?, ?, ?, ?)")
      .bind(1, static_cast<int64_t>(implementation_->regions))
      .bind(2, static_cast<int64_t>(region.address))
      .bind(3, static_cast<int64_t>(region.bytes))
      .bind(4, region.kind)
      .run();
  return implementation_->regions++;
}

void CapsuleWriter::set_chunk_before(size_t region, uint64_t chunk, std::span<const uint8_t> bytes) {
  const int64_t blob = implementation_->blobs->add(bytes);
  implementation_->database.prepare("INSERT INTO chunk(region, number, before) VALUES(?, ?, ?)")
      .bind(1, static_cast<int64_t>(region))
      .bind(2, static_cast<int64_t>(chunk))
      .bind(3, blob)
      .run();
}

void CapsuleWriter::set_chunk_after(size_t region, uint64_t chunk, std::span<const uint8_t> bytes) {
  const int64_t blob = implementation_->blobs->add(bytes);
  implementation_->database.prepare("UPDATE chunk SET after = ? WHERE region = ? AND number = ?")
      .bind(1, blob)
      .bind(2, static_cast<int64_t>(region))
      .bind(3, static_cast<int64_t>(chunk))
      .run();
}

void CapsuleWriter::finish() {
  implementation_->blobs.reset();
  write_seal(implementation_->database, capsule_tables());
  implementation_->database.finish();
}

}  // namespace warpglass
