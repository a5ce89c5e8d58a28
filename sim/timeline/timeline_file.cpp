#include "sim/timeline/timeline_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/json_number.h"
#include "sim/timeline/activity_codec.h"
#include "sim/timeline/varint.h"

namespace warpglass::sim {
namespace {

using nlohmann::json;

// Bounds on what a file may make us allocate.
constexpr int64_t kMostSms = 4096;
constexpr uint64_t kMostLanes = 4096;
constexpr int64_t kMostChunks = 1 << 24;
constexpr int64_t kMostChunkSegments = 1 << 16;
constexpr int64_t kMostStays = 1 << 26;  // of all SMs together
constexpr uint64_t kLargestBlob = uint64_t{256} << 20;

std::vector<uint8_t> encode_stays(const std::vector<WarpStay>& stays) {
  std::vector<uint8_t> bytes;
  Cycle last = 0;
  for (const WarpStay& stay : stays) {
    put_varint(bytes, stay.lane);
    put_signed(bytes, stay.start - last);
    put_varint(bytes, stay.block);
    put_varint(bytes, stay.warp);
    last = stay.start;
  }
  return bytes;
}

bool decode_stays(std::span<const uint8_t> bytes, int64_t count, uint32_t lanes, std::vector<WarpStay>& stays) {
  if (count < 0 || count > kMostStays || static_cast<size_t>(count) > bytes.size()) return false;
  VarintReader reader(bytes);
  Cycle last = 0;
  for (int64_t i = 0; i < count && reader.ok(); ++i) {
    WarpStay stay;
    stay.lane = static_cast<uint32_t>(reader.number());
    const int64_t step = reader.signed_number();
    if (stay.lane >= lanes || step > kNever / 4 || step < -kNever / 4 || last > kNever / 2) return false;
    last += step;
    stay.start = last;
    stay.block = reader.number();
    stay.warp = static_cast<uint32_t>(reader.number());
    stays.push_back(stay);
  }
  return reader.ok() && reader.at_end();
}

class FileTimeline final : public Timeline {
 public:
  FileTimeline(std::shared_ptr<const Database> database, const BlobReader& blobs) : database_(std::move(database)), blobs_(blobs) {}

  std::vector<uint8_t> bytes(size_t index) const override {
    const std::lock_guard lock(mutex_);
    return blobs_.read(ids_.at(index), uint64_t{kMostChunkSegments} * 64);
  }
  std::vector<Segment> load(size_t index) const override {
    auto segments = decode_segments(bytes(index), chunks[index].first, chunks[index].segments);
    if (!segments) database_->fail("a timeline chunk is not understood");
    return std::move(*segments);
  }

  void read_header(const json& header);
  void read_chunks();
  void read_activity();
  void read_stays();

 private:
  std::shared_ptr<const Database> database_;
  BlobReader blobs_;
  mutable std::mutex mutex_;
  std::vector<int64_t> ids_;
};

void FileTimeline::read_header(const json& header) {
  end = whole_number<Cycle>(header.at("end"), 0, kNever / 4);
  bucket_cycles = whole_number<Cycle>(header.at("bucket_cycles"), 1, kNever / 4096);
  constexpr uint32_t kFirstWithL1 = 2;
  has_l1 = database_->version() >= kFirstWithL1;
  sub_cores = whole_number<uint32_t>(header.at("sub_cores"));
  slots = whole_number<uint32_t>(header.at("slots"));
  if (const auto entries = header.find("queue_entries"); entries != header.end())
    for (size_t queue = 0; queue < kMioQueues; ++queue) queue_entries[queue] = whole_number<uint32_t>(entries->at(queue));
  for (const json& sm : header.at("recorded"))
    recorded.push_back({whole_number<uint32_t>(sm.at(0)), sm.at(1).get<bool>(), whole_number<Cycle>(sm.at(2), 0, kNever / 4), {}});
  if (sub_cores < 1 || slots < 1 || uint64_t{sub_cores} * slots > kMostLanes || recorded.size() > static_cast<size_t>(kMostSms))
    database_->fail("its timeline's bounds make no sense");
}

void FileTimeline::read_chunks() {
  Statement rows = database_->prepare("SELECT sm, lane, first, last, segments, blob FROM timeline_chunk ORDER BY sm, lane, first");
  while (rows.step()) {
    const int64_t sm = rows.integer(0), lane = rows.integer(1), first = rows.integer(2), last = rows.integer(3), count = rows.integer(4);
    if (sm < 0 || sm >= kMostSms || lane < 0 || lane >= int64_t{sub_cores} * slots || first < 0 || last < first || last > kNever / 4 ||
        count < 1 || count > kMostChunkSegments || static_cast<int64_t>(chunks.size()) >= kMostChunks)
      database_->fail("its timeline's chunks make no sense");
    chunks.push_back({static_cast<uint32_t>(sm), static_cast<uint32_t>(lane), first, last, static_cast<uint32_t>(count)});
    ids_.push_back(rows.integer(5));
  }
}

void FileTimeline::read_activity() {
  Statement rows = database_->prepare("SELECT sm, buckets, blob FROM timeline_activity ORDER BY sm");
  while (rows.step()) {
    const int64_t sm = rows.integer(0), buckets = rows.integer(1);
    if (sm < -1 || sm >= kMostSms || buckets < 0) database_->fail("its timeline's rows make no sense");
    const std::vector<uint8_t> data = blobs_.read(rows.integer(2), kLargestBlob);
    if (sm >= 0) activity.resize(std::max<size_t>(activity.size(), static_cast<size_t>(sm) + 1));
    const bool understood = sm < 0 ? decode_activity(data, static_cast<size_t>(buckets), memory)
                                   : decode_activity(data, static_cast<size_t>(buckets), activity[static_cast<size_t>(sm)]);
    if (!understood) database_->fail("its timeline's rows are not understood");
  }
  for (const RecordedSm& sm : recorded)
    if (sm.sm >= activity.size()) database_->fail("its timeline names an SM that it has no rows of");
}

void FileTimeline::read_stays() {
  int64_t all = 0;
  Statement rows = database_->prepare("SELECT sm, stays, blob FROM timeline_stay ORDER BY sm");
  while (rows.step()) {
    for (RecordedSm& sm : recorded) {
      if (static_cast<int64_t>(sm.sm) != rows.integer(0)) continue;
      all += std::clamp<int64_t>(rows.integer(1), 0, kMostStays + 1);
      if (all > kMostStays || !decode_stays(blobs_.read(rows.integer(2), kLargestBlob), rows.integer(1), sub_cores * slots, sm.stays))
        database_->fail("its timeline's warps are not understood");
    }
  }
}

json header_json(const Timeline& timeline) {
  json recorded = json::array();
  for (const RecordedSm& sm : timeline.recorded) recorded.push_back({sm.sm, sm.complete, sm.until});
  return {{"end", timeline.end}, {"bucket_cycles", timeline.bucket_cycles}, {"sub_cores", timeline.sub_cores}, {"slots", timeline.slots}, {"queue_entries", timeline.queue_entries}, {"recorded", recorded}};
}

}  // namespace

std::vector<std::string> timeline_tables() { return {"timeline_chunk", "timeline_activity", "timeline_stay"}; }

void write_timeline(Database& database, BlobWriter& blobs, const Timeline* timeline) {
  database.execute("CREATE TABLE timeline_chunk(sm INTEGER NOT NULL, lane INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, segments INTEGER NOT NULL, blob INTEGER NOT NULL)");
  database.execute("CREATE TABLE timeline_activity(sm INTEGER NOT NULL, buckets INTEGER NOT NULL, blob INTEGER NOT NULL)");
  database.execute("CREATE TABLE timeline_stay(sm INTEGER NOT NULL, stays INTEGER NOT NULL, blob INTEGER NOT NULL)");
  blobs.set_value("timeline", timeline != nullptr ? header_json(*timeline).dump() : "{}");
  if (timeline == nullptr) return;
  Statement chunk = database.prepare("INSERT INTO timeline_chunk VALUES(?, ?, ?, ?, ?, ?)");
  for (size_t i = 0; i < timeline->chunks.size(); ++i) {
    const TimelineChunk& c = timeline->chunks[i];
    const int64_t blob = blobs.add(timeline->bytes(i));
    chunk.bind(1, int64_t{c.sm}).bind(2, int64_t{c.lane}).bind(3, c.first).bind(4, c.last).bind(5, int64_t{c.segments}).bind(6, blob).run();
  }
  Statement activity = database.prepare("INSERT INTO timeline_activity VALUES(?, ?, ?)");
  activity.bind(1, int64_t{-1}).bind(2, static_cast<int64_t>(timeline->memory.size())).bind(3, blobs.add(encode_activity(timeline->memory))).run();
  for (size_t sm = 0; sm < timeline->activity.size(); ++sm) {
    const std::vector<Activity>& rows = timeline->activity[sm];
    activity.bind(1, static_cast<int64_t>(sm)).bind(2, static_cast<int64_t>(rows.size())).bind(3, blobs.add(encode_activity(rows))).run();
  }
  Statement stay = database.prepare("INSERT INTO timeline_stay VALUES(?, ?, ?)");
  for (const RecordedSm& sm : timeline->recorded)
    stay.bind(1, int64_t{sm.sm}).bind(2, static_cast<int64_t>(sm.stays.size())).bind(3, blobs.add(encode_stays(sm.stays))).run();
}

std::shared_ptr<const Timeline> read_timeline(std::shared_ptr<const Database> database, const BlobReader& blobs) {
  auto timeline = std::make_shared<FileTimeline>(database, blobs);
  try {
    const json header = json::parse(blobs.value("timeline"));
    if (header.empty()) return nullptr;
    timeline->read_header(header);
  } catch (const json::exception& error) {
    database->fail(fmt::format("its timeline is not understood: {}", error.what()));
  } catch (const std::invalid_argument& error) {
    database->fail(fmt::format("its timeline is not understood: {}", error.what()));
  }
  timeline->read_chunks();
  timeline->read_activity();
  timeline->read_stays();
  return timeline;
}

}  // namespace warpglass::sim
