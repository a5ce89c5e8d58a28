#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "traces/capsule.h"
#include "traces/capsule_format.h"
#include "traces/container/blobs.h"

namespace warpglass {

struct Capsule::Implementation {
  struct Chunk {
    int64_t before = 0;  // blob ids; 0: none
    int64_t after = 0;
  };
  explicit Implementation(Database opened) : database(std::move(opened)), blobs(database, capsule_tables()) {}

  Database database;
  BlobReader blobs;
  CapsuleInfo info;
  std::vector<MemoryRegion> regions;
  std::vector<std::map<uint64_t, Chunk>> chunks;  // by region

  const Chunk* find(size_t region, uint64_t chunk) const {
    const auto& table = chunks.at(region);
    const auto found = table.find(chunk);
    return found == table.end() ? nullptr : &found->second;
  }
  std::vector<uint8_t> chunk_blob(size_t region, uint64_t chunk, int64_t id) const {
    const uint64_t expected = regions.at(region).chunk_bytes(chunk);
    std::vector<uint8_t> bytes = blobs.read(id, kChunkBytes);
    if (bytes.size() != expected)
      database.fail(fmt::format("chunk {} of the allocation at {:#x} has {} bytes, expected {}", chunk,
                                regions[region].address, bytes.size(), expected));
    return bytes;
  }
  void load_regions();
  void load_chunks();
};

namespace {

// Refuses region tables that overlap, wrap around or claim more than a GPU has.
void check_regions(const Database& database, const std::vector<MemoryRegion>& regions) {
  constexpr uint64_t kLargestMemory = uint64_t{1} << 40;
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  uint64_t total = 0;
  for (const MemoryRegion& region : regions) {
    if (region.bytes == 0 || region.bytes > kLargestMemory || region.address + region.bytes < region.address)
      database.fail(fmt::format("the allocation at {:#x} has an impossible size ({} bytes)", region.address, region.bytes));
    total += region.bytes;
    ranges.emplace_back(region.address, region.address + region.bytes);
  }
  if (total > kLargestMemory) database.fail(fmt::format("its allocations claim {} bytes", total));
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].first < ranges[i - 1].second)
      database.fail(fmt::format("the allocations at {:#x} and {:#x} overlap", ranges[i - 1].first, ranges[i].first));
}

}  // namespace

void Capsule::Implementation::load_regions() {
  Statement rows = database.prepare("SELECT address, bytes, kind FROM region ORDER BY id");
  while (rows.step()) {
    if (regions.size() >= kMostRegions) database.fail(fmt::format("more than {} allocations", kMostRegions));
    regions.push_back({static_cast<uint64_t>(rows.integer(0)), static_cast<uint64_t>(rows.integer(1)), rows.text(2)});
  }
  check_regions(database, regions);
}

void Capsule::Implementation::load_chunks() {
  chunks.resize(regions.size());
  Statement rows = database.prepare("SELECT region, number, before, after FROM chunk");
  while (rows.step()) {
    const auto region = static_cast<uint64_t>(rows.integer(0));
    const auto number = static_cast<uint64_t>(rows.integer(1));
    if (region >= regions.size() || number >= regions[region].chunks())
      database.fail(fmt::format("chunk {} of allocation {} does not exist", number, region));
    chunks[region][number] = {rows.integer(2), rows.is_null(3) ? 0 : rows.integer(3)};
  }
}

Capsule::Capsule(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Capsule::~Capsule() = default;
Capsule::Capsule(Capsule&&) noexcept = default;
Capsule& Capsule::operator=(Capsule&&) noexcept = default;

Capsule Capsule::open(const std::filesystem::path& path) {
  auto implementation = std::make_unique<Implementation>(Database::open_read(path, kCapsuleFormat));
  try {
    implementation->info = capsule_info_from_json(nlohmann::json::parse(implementation->blobs.value("info")));
  } catch (const nlohmann::json::exception& error) {
    implementation->database.fail(fmt::format("its description is not understood: {}", error.what()));
  } catch (const std::invalid_argument& error) {
    implementation->database.fail(error.what());
  }
  implementation->load_regions();
  implementation->load_chunks();
  return Capsule(std::move(implementation));
}

const std::filesystem::path& Capsule::path() const { return implementation_->database.path(); }
const CapsuleInfo& Capsule::info() const { return implementation_->info; }
const std::vector<MemoryRegion>& Capsule::regions() const { return implementation_->regions; }

std::vector<uint8_t> Capsule::cubin() const {
  Statement row = implementation_->database.prepare("SELECT blob FROM text WHERE kind = 'cubin'");
  if (!row.step()) implementation_->database.fail("it holds no machine code");
  return implementation_->blobs.read(row.integer(0), kLargestCubin);
}

std::string Capsule::disassembly() const {
  Statement row = implementation_->database.prepare("SELECT blob FROM text WHERE kind = 'disassembly'");
  if (!row.step()) return "";
  const std::vector<uint8_t> bytes = implementation_->blobs.read(row.integer(0), kLargestText);
  return {bytes.begin(), bytes.end()};
}

std::vector<SourceFile> Capsule::sources() const {
  std::vector<SourceFile> sources;
  Statement rows = implementation_->database.prepare("SELECT name, blob FROM text WHERE kind = 'source' ORDER BY id");
  while (rows.step()) {
    const std::vector<uint8_t> bytes = implementation_->blobs.read(rows.integer(1), kLargestText);
    sources.push_back({rows.text(0), {bytes.begin(), bytes.end()}});
  }
  return sources;
}

bool Capsule::chunk_present(size_t region, uint64_t chunk) const {
  return implementation_->find(region, chunk) != nullptr;
}

bool Capsule::chunk_changed(size_t region, uint64_t chunk) const {
  const auto* found = implementation_->find(region, chunk);
  return found != nullptr && found->after != 0;
}

std::vector<uint8_t> Capsule::chunk_before(size_t region, uint64_t chunk) const {
  const auto* found = implementation_->find(region, chunk);
  if (found == nullptr) return {};
  return implementation_->chunk_blob(region, chunk, found->before);
}

std::vector<uint8_t> Capsule::chunk_after(size_t region, uint64_t chunk) const {
  const auto* found = implementation_->find(region, chunk);
  if (found == nullptr) return {};
  return implementation_->chunk_blob(region, chunk, found->after != 0 ? found->after : found->before);
}

}  // namespace warpglass
