#include "traces/trace/trace_writer.h"

#include <deque>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "isa/nvdisasm.h"
#include "traces/capsule.h"
#include "traces/container/blobs.h"
#include "traces/replay/device_memory.h"
#include "traces/replay/executor.h"
#include "traces/trace/block_recorder.h"
#include "traces/trace/trace_format.h"

namespace warpglass {
namespace {

// Blocks run one after the other. One that does not end within this many steps may wait for a later one, so the next is
// opened beside it.
constexpr uint64_t kBlockBudget = 4 << 20;
constexpr size_t kMostOpenBlocks = 2048;

class SegmentWriter {
 public:
  SegmentWriter(Database& database, BlobWriter& blobs)
      : database_(database), blobs_(blobs) {}

  void add(const BlockRecorder& recorder) {
    if (blocks_ == 0) first_ = recorder.block();
    recorder.append_to(bytes_);
    ++blocks_;
    if (bytes_.size() > kLargestSegment)
      throw unsupported("block {} makes {} bytes of trace, more than {}", recorder.block(), bytes_.size(), kLargestSegment);
    if (bytes_.size() >= kSegmentBytes) close();
  }
  void close() {
    if (blocks_ == 0) return;
    const int64_t blob = blobs_.add(bytes_);
    database_.prepare("INSERT INTO segment VALUES(?, ?, ?)")
        .bind(1, static_cast<int64_t>(first_))
        .bind(2, static_cast<int64_t>(blocks_))
        .bind(3, blob)
        .run();
    bytes_.clear();
    blocks_ = 0;
  }

 private:
  Database& database_;
  BlobWriter& blobs_;
  std::vector<uint8_t> bytes_;
  uint64_t first_ = 0, blocks_ = 0;
};

uint64_t record_blocks(LaunchStream& stream, SegmentWriter& segments) {
  std::deque<BlockRecorder> open;  // in order of their numbers
  std::vector<bool> ended;
  uint64_t next = 0, steps = 0;
  const uint64_t blocks = stream.shape().blocks();
  while (next < blocks || !open.empty()) {
    if (next < blocks) {
      if (open.size() >= kMostOpenBlocks)
        throw Error(ExitCode::CheckFailed, fmt::format("{} blocks wait for blocks that were not started: the kernel deadlocks", open.size()));
      open.emplace_back(stream, next++);
      ended.push_back(false);
    }
    bool progress = false;
    for (size_t i = 0; i < open.size(); ++i) {
      if (ended[i]) continue;
      const uint64_t before = open[i].steps();
      ended[i] = open[i].advance(kBlockBudget);
      progress = progress || open[i].steps() > before;
    }
    if (!progress && next == blocks) throw Error(ExitCode::CheckFailed, "no warp can run: the kernel deadlocks; `warpglass replay` says where");
    while (!open.empty() && ended.front()) {
      steps += open.front().steps();
      segments.add(open.front());
      open.pop_front();
      ended.erase(ended.begin());
    }
  }
  segments.close();
  return steps;
}

void add_text(Database& database, BlobWriter& blobs, const char* kind, const std::string& name, std::span<const uint8_t> bytes) {
  const int64_t blob = blobs.add(bytes);
  database.prepare("INSERT INTO text(kind, name, blob) VALUES(?, ?, ?)").bind(1, std::string_view(kind)).bind(2, name).bind(3, blob).run();
}

// A trace is read without nvdisasm, so it always holds a disassembly.
std::string disassembly_of(const Capsule& capsule, const std::vector<uint8_t>& cubin) {
  std::string text = capsule.disassembly();
  return text.empty() ? isa::disassemble(cubin, capsule.info().kernel) : text;
}

std::span<const uint8_t> bytes_of(const std::string& text) { return {reinterpret_cast<const uint8_t*>(text.data()), text.size()}; }

}  // namespace

void write_trace(const Capsule& capsule, const std::filesystem::path& path) {
  DeviceMemory memory(capsule, 0);
  const std::unique_ptr<LaunchStream> stream = make_executor(load_launch(capsule), memory);
  Database database = Database::create(path, kTraceFormat);
  {
    BlobWriter blobs(database, 6);
    database.execute("CREATE TABLE text(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, blob INTEGER NOT NULL)");
    database.execute("CREATE TABLE segment(first_block INTEGER PRIMARY KEY, blocks INTEGER NOT NULL, blob INTEGER NOT NULL)");
    const std::vector<uint8_t> cubin = capsule.cubin();
    add_text(database, blobs, "cubin", "", cubin);
    add_text(database, blobs, "disassembly", "", bytes_of(disassembly_of(capsule, cubin)));
    for (const SourceFile& source : capsule.sources()) add_text(database, blobs, "source", source.path, bytes_of(source.text));
    SegmentWriter segments(database, blobs);
    const uint64_t steps = record_blocks(*stream, segments);
    const CapsuleInfo& info = capsule.info();
    const auto dims = [](const Dim3& d) { return nlohmann::json::array({d.x, d.y, d.z}); };
    blobs.set_value("description",
                    nlohmann::json{{"kernel", info.kernel},
                                   {"demangled", info.demangled},
                                   {"source", capsule.path().filename().string()},
                                   {"grid", dims(info.shape.grid)},
                                   {"block", dims(info.shape.block)},
                                   {"cluster", dims(info.shape.cluster)},
                                   {"dynamic_shared_bytes", info.shape.dynamic_shared_bytes},
                                   {"steps", steps}}
                        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  write_seal(database, trace_tables());
  database.finish();
}

}  // namespace warpglass
