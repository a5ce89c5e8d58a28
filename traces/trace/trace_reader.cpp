#include "traces/trace/trace_reader.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_number.h"
#include "traces/capsule_format.h"
#include "traces/container/blobs.h"
#include "traces/trace/trace_block.h"
#include "traces/trace/trace_format.h"

namespace warpglass {
namespace {

struct Segment {
  uint64_t first = 0, blocks = 0;
  int64_t blob = 0;
};

/// Decompressed segments whose blocks are being opened, with the place of each block opened so far.
struct OpenSegment {
  std::shared_ptr<const std::vector<uint8_t>> bytes;
  std::vector<size_t> places;  // of blocks first, first + 1, …
};

class TraceFile final : public TraceReader, public LaunchStream {
 public:
  explicit TraceFile(const std::filesystem::path& path)
      : database_(Database::open_read(path, kTraceFormat)), blobs_(database_, trace_tables()) {
    description_.bytes = std::filesystem::file_size(path);
    try {
      read_description(nlohmann::json::parse(blobs_.value("description")));
    } catch (const nlohmann::json::exception& error) {
      database_.fail(fmt::format("its description is not understood: {}", error.what()));
    } catch (const std::invalid_argument& error) {
      database_.fail(fmt::format("its description is not understood: {}", error.what()));
    }
    read_program();
    read_segments();
  }

  const TraceDescription& description() const override { return description_; }
  LaunchStream& stream() override { return *this; }
  const isa::Program& program() const override { return program_; }
  const LaunchShape& shape() const override { return shape_; }

  std::unique_ptr<BlockStream> start_block(uint64_t block) override {
    const std::lock_guard lock(mutex_);
    const auto after = std::upper_bound(segments_.begin(), segments_.end(), block,
                                        [](uint64_t b, const Segment& s) { return b < s.first; });
    const auto index = static_cast<size_t>(after - segments_.begin()) - 1;
    OpenSegment& open = open_segment(index);
    const uint64_t wanted = block - segments_[index].first;
    // A block's place is known once the block before it has been read.
    std::unique_ptr<BlockStream> result;
    for (uint64_t b = std::min<uint64_t>(wanted, open.places.size() - 1); b <= wanted; ++b) {
      size_t at = open.places[b];
      result = read_block(open, at, segments_[index].first + b);
      if (b + 1 == open.places.size()) open.places.push_back(at);
    }
    return result;
  }

 private:
  std::unique_ptr<BlockStream> read_block(const OpenSegment& open, size_t& at, uint64_t block) {
    const std::string where = fmt::format("{}: block {}", database_.path().string(), block);
    try {
      return std::make_unique<TraceBlock>(open.bytes, at, program_.size(), shape_.warps_per_block(), where);
    } catch (const std::out_of_range& error) {
      throw bad_input("{}: {}: write it again with `warpglass replay --trace`", where, error.what());
    }
  }

  OpenSegment& open_segment(size_t index) {
    if (const auto found = open_.find(index); found != open_.end()) return found->second;
    constexpr size_t kMostOpen = 8;  // blocks start in nearly ascending order
    if (open_.size() >= kMostOpen) open_.erase(open_.begin());
    auto bytes = std::make_shared<const std::vector<uint8_t>>(blobs_.read(segments_[index].blob, kLargestSegment + kSegmentBytes));
    return open_[index] = {std::move(bytes), {0}};
  }

  void read_description(const nlohmann::json& json) {
    const auto dims = [&](const char* key) {
      const nlohmann::json& j = json.at(key);
      return Dim3{whole_number<uint32_t>(j.at(0)), whole_number<uint32_t>(j.at(1)), whole_number<uint32_t>(j.at(2))};
    };
    kernel_ = json.at("kernel").get<std::string>();
    description_.kernel = json.at("demangled").get<std::string>();
    if (description_.kernel.empty()) description_.kernel = kernel_;
    description_.source = json.at("source").get<std::string>();
    description_.steps = whole_number<uint64_t>(json.at("steps"));
    shape_ = {dims("grid"), dims("block"), dims("cluster"), whole_number<uint32_t>(json.at("dynamic_shared_bytes"))};
    if (shape_.blocks() == 0 || shape_.block.count() == 0 || shape_.block.count() > kMaxWarpsPerBlock * kLanes)
      database_.fail("its launch shape is impossible");
  }

  void read_program() {
    std::vector<uint8_t> cubin;
    std::string disassembly;
    Statement rows = database_.prepare("SELECT kind, name, blob FROM text ORDER BY id");
    while (rows.step()) {
      const std::string kind = rows.text(0);
      std::vector<uint8_t> bytes = blobs_.read(rows.integer(2), kLargestText);
      if (kind == "cubin") cubin = std::move(bytes);
      else if (kind == "disassembly") disassembly.assign(bytes.begin(), bytes.end());
      else description_.sources.emplace_back(rows.text(1), std::string(bytes.begin(), bytes.end()));
    }
    program_ = isa::load_program(cubin, disassembly, kernel_);
  }

  void read_segments() {
    Statement rows = database_.prepare("SELECT first_block, blocks, blob FROM segment ORDER BY first_block");
    uint64_t next = 0;
    while (rows.step()) {
      const Segment segment{static_cast<uint64_t>(rows.integer(0)), static_cast<uint64_t>(rows.integer(1)), rows.integer(2)};
      if (segment.first != next || segment.blocks == 0) database_.fail(fmt::format("block {} is missing", next));
      next += segment.blocks;
      segments_.push_back(segment);
    }
    if (next != shape_.blocks()) database_.fail(fmt::format("it holds {} of {} blocks", next, shape_.blocks()));
  }

  Database database_;
  BlobReader blobs_;
  TraceDescription description_;
  std::string kernel_;
  LaunchShape shape_;
  isa::Program program_;
  std::vector<Segment> segments_;
  std::mutex mutex_;
  std::map<size_t, OpenSegment> open_;
};

}  // namespace

std::unique_ptr<TraceReader> TraceReader::open(const std::filesystem::path& path) { return std::make_unique<TraceFile>(path); }

}  // namespace warpglass
