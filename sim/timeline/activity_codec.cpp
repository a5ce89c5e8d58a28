#include "sim/timeline/activity_codec.h"

#include "sim/timeline/varint.h"

namespace warpglass::sim {
namespace {

// The columns of a row, for reading and writing alike.
template <typename Row, typename Visit>
  requires std::is_same_v<std::remove_const_t<Row>, Activity>
void visit_columns(Row& row, Visit&& visit) {
  for (auto& value : row.stalls) visit(value);
  for (auto& value : row.units) visit(value);
  for (auto& value : row.queues) visit(value);
  visit(row.l1.shared_wavefronts);
  visit(row.l1.load_sectors);
  visit(row.l1.load_hits);
  visit(row.l1.store_sectors);
  visit(row.l1.atomic_sectors);
}

template <typename Row, typename Visit>
  requires std::is_same_v<std::remove_const_t<Row>, MemoryActivity>
void visit_columns(Row& row, Visit&& visit) {
  visit(row.dram_read_bytes);
  visit(row.dram_write_bytes);
  visit(row.l2_sectors);
  visit(row.l2_read_hits);
  visit(row.l2_read_sectors);
}

template <typename Row>
std::vector<uint8_t> encode(std::span<const Row> rows) {
  std::vector<uint8_t> bytes;
  for (const Row& row : rows) {
    uint64_t mask = 0, bit = 1;
    visit_columns(row, [&](const auto& value) {
      if (value != 0) mask |= bit;
      bit <<= 1;
    });
    put_varint(bytes, mask);
    visit_columns(row, [&](const auto& value) {
      if (value != 0) put_varint(bytes, value);
    });
  }
  return bytes;
}

template <typename Row>
bool decode(std::span<const uint8_t> bytes, size_t count, std::vector<Row>& rows) {
  if (count > kMostBuckets) return false;
  VarintReader reader(bytes);
  rows.assign(count, Row{});
  for (Row& row : rows) {
    const uint64_t mask = reader.number();
    uint64_t bit = 1;
    visit_columns(row, [&](auto& value) {
      if ((mask & bit) != 0) value = static_cast<std::remove_reference_t<decltype(value)>>(reader.number());
      bit <<= 1;
    });
  }
  return reader.ok() && reader.at_end();
}

}  // namespace

std::vector<uint8_t> encode_activity(std::span<const Activity> rows) { return encode(rows); }
std::vector<uint8_t> encode_activity(std::span<const MemoryActivity> rows) { return encode(rows); }
bool decode_activity(std::span<const uint8_t> bytes, size_t count, std::vector<Activity>& rows) { return decode(bytes, count, rows); }
bool decode_activity(std::span<const uint8_t> bytes, size_t count, std::vector<MemoryActivity>& rows) { return decode(bytes, count, rows); }

}  // namespace warpglass::sim
