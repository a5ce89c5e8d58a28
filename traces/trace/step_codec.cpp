#include "traces/trace/step_codec.h"

#include <bit>
#include <stdexcept>

namespace warpglass {
namespace {

enum Flag : uint8_t {
  kJump = 1,       // not the instruction after the last one: signed difference
  kActive = 2,     // active mask changed: 4 bytes
  kPredicated = 4, // executed mask differs from the active one: 4 bytes
  kAddresses = 8,
  kBarrier = 16,   // barrier number, opening
  kDeferred = 32,
  kBlocked = 64,
};
enum Pattern : uint8_t { kUniform = 0, kStride = 1, kList = 2 };
// The space and the pattern share a byte.
constexpr unsigned kSpaceShift = 2;

uint64_t zigzag(int64_t value) { return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63); }
int64_t unzigzag(uint64_t value) { return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1); }

void append_word(std::vector<uint8_t>& out, uint32_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<uint8_t>(value >> 8 * i));
}

}  // namespace

void append_varint(std::vector<uint8_t>& out, uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<uint8_t>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<uint8_t>(value));
}

namespace {
/// `from` + `difference` if there is such an instruction. Differences in a file can be anything.
uint32_t instruction_at(uint32_t from, int64_t difference, size_t instructions) {
  const uint64_t at = uint64_t{from} + static_cast<uint64_t>(difference);  // wraps to something large below 0
  if (at >= instructions) throw std::out_of_range("a warp's step names an instruction that does not exist");
  return static_cast<uint32_t>(at);
}
}  // namespace

void StepEncoder::add(const TracedStep& traced, BaseAddresses& reference) {
  const Step& step = traced.step;
  uint8_t flags = 0;
  if (step.instruction != expected_) flags |= kJump;
  if (step.active_mask != active_) flags |= kActive;
  if (step.executed_mask != step.active_mask) flags |= kPredicated;
  if (step.addresses != nullptr) flags |= kAddresses;
  if (traced.arrived) flags |= kBarrier;
  if (step.deferred) flags |= kDeferred;
  if (traced.blocked) flags |= kBlocked;
  bytes_.push_back(flags);
  if (flags & kJump) append_varint(bytes_, zigzag(int64_t{step.instruction} - int64_t{expected_}));
  if (flags & kActive) append_word(bytes_, step.active_mask);
  if (flags & kPredicated) append_word(bytes_, step.executed_mask);
  if (flags & kAddresses) addresses(step, reference);
  if (flags & kBarrier) {
    bytes_.push_back(step.barrier);
    append_varint(bytes_, traced.opening);
  }
  expected_ = step.instruction + 1;
  active_ = step.active_mask;
  ++steps_;
}

void StepEncoder::addresses(const Step& step, BaseAddresses& reference) {
  const auto space = static_cast<uint8_t>(static_cast<unsigned>(step.space) << kSpaceShift);
  if (step.executed_mask == 0) {
    bytes_.push_back(static_cast<uint8_t>(space | kList));
    return;
  }
  const auto first = static_cast<unsigned>(std::countr_zero(step.executed_mask));
  const uint64_t base = step.addresses[first];
  const uint32_t rest = step.executed_mask & (step.executed_mask - 1);
  int64_t stride = 0;
  if (rest != 0) {
    const auto second = static_cast<unsigned>(std::countr_zero(rest));
    const auto gap = static_cast<int64_t>(second - first);
    const auto difference = static_cast<int64_t>(step.addresses[second] - base);
    stride = difference % gap == 0 ? difference / gap : 0;
  }
  bool regular = true;
  for (uint32_t lanes = rest; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    regular = regular && step.addresses[lane] == base + static_cast<uint64_t>(stride) * (lane - first);
  }
  const Pattern pattern = !regular ? kList : stride == 0 ? kUniform : kStride;
  bytes_.push_back(static_cast<uint8_t>(space | pattern));
  uint64_t& last = last_[step.instruction];
  if (last == kNoAddress) {
    if (reference[step.instruction] == kNoAddress) reference[step.instruction] = base;
    last = reference[step.instruction];
  }
  append_varint(bytes_, zigzag(static_cast<int64_t>(base - last)));
  last = base;
  if (pattern == kStride) append_varint(bytes_, zigzag(stride));
  if (pattern != kList) return;
  uint64_t previous = base;
  for (uint32_t lanes = rest; lanes != 0; lanes &= lanes - 1) {
    const uint64_t address = step.addresses[std::countr_zero(lanes)];
    append_varint(bytes_, zigzag(static_cast<int64_t>(address - previous)));
    previous = address;
  }
}

uint8_t StepDecoder::byte(size_t& at) const {
  if (at >= bytes_.size()) throw std::out_of_range("a warp's steps are cut off");
  return bytes_[at++];
}

uint64_t StepDecoder::varint(size_t& at) const {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const uint8_t b = byte(at);
    value |= uint64_t{b & 0x7fu} << shift;
    if ((b & 0x80) == 0) return value;
  }
  throw std::out_of_range("a number in a warp's steps is too long");
}

int64_t StepDecoder::signed_varint() { return unzigzag(varint(at_)); }

uint32_t StepDecoder::peek() const {
  if (at_end()) return kWarpExited;
  size_t position = at_;
  const uint8_t flags = byte(position);
  return instruction_at(expected_, (flags & kJump) != 0 ? unzigzag(varint(position)) : 0, last_.size());
}

TracedStep StepDecoder::next(uint64_t* addresses) {
  const auto word = [&] {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value |= uint32_t{byte(at_)} << 8 * i;
    return value;
  };
  TracedStep traced;
  Step& step = traced.step;
  const uint8_t flags = byte(at_);
  step.instruction = instruction_at(expected_, (flags & kJump) != 0 ? signed_varint() : 0, last_.size());
  step.active_mask = (flags & kActive) != 0 ? word() : active_;
  step.executed_mask = (flags & kPredicated) != 0 ? word() : step.active_mask;
  step.deferred = (flags & kDeferred) != 0;
  traced.blocked = (flags & kBlocked) != 0;
  traced.arrived = (flags & kBarrier) != 0;
  if ((flags & kAddresses) != 0) {
    read_addresses(step, addresses);
    step.addresses = addresses;
  }
  if (traced.arrived) {
    step.barrier = byte(at_);
    traced.opening = static_cast<uint32_t>(varint(at_));
  }
  expected_ = step.instruction + 1;
  active_ = step.active_mask;
  return traced;
}

void StepDecoder::read_addresses(Step& step, uint64_t* addresses) {
  const uint8_t tag = byte(at_);
  const unsigned space = tag >> kSpaceShift;
  if (space > static_cast<unsigned>(isa::MemorySpace::Generic)) throw std::out_of_range("a warp's step names an unknown memory space");
  step.space = static_cast<isa::MemorySpace>(space);
  if (step.executed_mask == 0) return;
  const auto first = static_cast<unsigned>(std::countr_zero(step.executed_mask));
  const uint64_t base = last_[step.instruction] + static_cast<uint64_t>(signed_varint());
  last_[step.instruction] = base;
  const unsigned pattern = tag & ((1u << kSpaceShift) - 1);
  if (pattern == kList) {
    uint64_t address = base;
    addresses[first] = base;
    for (uint32_t lanes = step.executed_mask & (step.executed_mask - 1); lanes != 0; lanes &= lanes - 1) {
      address += static_cast<uint64_t>(signed_varint());
      addresses[std::countr_zero(lanes)] = address;
    }
    return;
  }
  const uint64_t stride = pattern == kStride ? static_cast<uint64_t>(signed_varint()) : 0;
  for (uint32_t lanes = step.executed_mask; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    addresses[lane] = base + stride * (lane - first);
  }
}

}  // namespace warpglass
