#include "sim/timeline/segment.h"

#include "sim/timeline/varint.h"

namespace warpglass::sim {
namespace {

// First byte: stall reason in the low five bits, then how the instruction is told and whether a producer follows.
constexpr uint8_t kReason = 0x1f;
constexpr uint8_t kSameInstruction = 0x20;
constexpr uint8_t kNextInstruction = 0x40;
constexpr uint8_t kProducer = 0x80;
static_assert(kStalls <= kReason + 1u);

}  // namespace

void SegmentEncoder::add(const Segment& s) {
  auto head = static_cast<uint8_t>(s.stall);
  const bool same = s.instruction == last_instruction_;
  const bool next = s.instruction == last_instruction_ + 1;
  if (same) head |= kSameInstruction;
  if (next) head |= kNextInstruction;
  if (s.producer != kNoProducer) head |= kProducer;
  bytes_.push_back(head);
  put_signed(bytes_, s.start - last_end_);
  put_varint(bytes_, static_cast<uint64_t>(s.cycles));
  if (!same && !next) put_signed(bytes_, static_cast<int64_t>(s.instruction) - static_cast<int64_t>(last_instruction_));
  if (s.producer != kNoProducer) {
    put_signed(bytes_, static_cast<int64_t>(s.producer) - static_cast<int64_t>(last_producer_));
    last_producer_ = s.producer;
  }
  last_instruction_ = s.instruction;
  last_end_ = s.end();
}

std::optional<std::vector<Segment>> decode_segments(std::span<const uint8_t> bytes, Cycle base, uint32_t count) {
  if (count > bytes.size()) return std::nullopt;
  std::vector<Segment> segments;
  segments.reserve(count);
  VarintReader reader(bytes);
  Cycle end = base;
  int64_t instruction = 0, producer = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint8_t head = reader.byte();
    const int64_t gap = reader.signed_number();
    const uint64_t cycles = reader.number();
    if ((head & kNextInstruction) != 0)
      ++instruction;
    else if ((head & kSameInstruction) == 0)
      instruction += reader.signed_number();
    if ((head & kProducer) != 0) producer += reader.signed_number();
    const bool sane = (head & kReason) < kStalls && gap > -kNever / 4 && gap < kNever / 4 && cycles < static_cast<uint64_t>(kNever / 4) &&
                      instruction >= 0 && instruction < 0xffffffff && producer >= 0 && producer < 0xffffffff && end < kNever / 2 && end >= 0;
    if (!reader.ok() || !sane) return std::nullopt;
    Segment s;
    s.stall = static_cast<Stall>(head & kReason);
    s.start = end + gap;
    s.cycles = static_cast<Cycle>(cycles);
    s.instruction = static_cast<uint32_t>(instruction);
    if ((head & kProducer) != 0) s.producer = static_cast<uint32_t>(producer);
    end = s.end();
    segments.push_back(s);
  }
  return reader.at_end() ? std::optional(std::move(segments)) : std::nullopt;
}

}  // namespace warpglass::sim
