#include "traces/trace/trace_block.h"

#include <bit>
#include <stdexcept>

#include "base/error.h"

namespace warpglass {
namespace {

uint64_t read_varint(const std::vector<uint8_t>& bytes, size_t& at) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
    const uint8_t b = bytes[at++];
    value |= uint64_t{b & 0x7fu} << shift;
    if ((b & 0x80) == 0) return value;
  }
  throw std::out_of_range("a segment is cut off");
}

}  // namespace

TraceBlock::TraceBlock(std::shared_ptr<const std::vector<uint8_t>> segment, size_t& at, uint32_t instructions,
                       unsigned warps, std::string where)
    : segment_(std::move(segment)), where_(std::move(where)) {
  const std::vector<uint8_t>& bytes = *segment_;
  if (read_varint(bytes, at) != warps) throw std::out_of_range("a block has a wrong number of warps");
  const uint64_t openings = read_varint(bytes, at);
  if (openings > bytes.size()) throw std::out_of_range("a block claims more barrier openings than it has bytes");
  for (uint64_t i = 0; i < openings; ++i) missing_.push_back(static_cast<uint32_t>(read_varint(bytes, at)));
  waiting_mask_.resize(missing_.size());
  BaseAddresses reference(instructions);
  for (uint64_t& base : reference) base = read_varint(bytes, at) - 1;
  for (unsigned warp = 0; warp < warps; ++warp) {
    const uint64_t length = read_varint(bytes, at);
    if (length > bytes.size() - at) throw std::out_of_range("a warp's steps are cut off");
    if (length == 0) throw std::out_of_range("a warp has no steps");
    decoders_.emplace_back(std::span(bytes).subspan(at, length), reference);
    at += length;
    next_.push_back(decoders_.back().peek());
  }
}

uint32_t TraceBlock::step(unsigned warp, Step& step) {
  try {
    const TracedStep traced = decoders_[warp].next(addresses_.data());
    step = traced.step;
    if (traced.blocked)
      next_[warp] = kWarpAtBarrier;
    else if (next_[warp] != kWarpAtBarrier)  // else it is ahead of a barrier that has not opened
      look_ahead(warp);
    if (traced.arrived) arrive(warp, traced, step);
  } catch (const std::out_of_range& error) {
    fail(error);
  }
  return 0;
}

uint32_t TraceBlock::behind_barrier(unsigned warp) const {
  try {
    return decoders_[warp].peek();
  } catch (const std::out_of_range& error) {
    fail(error);
  }
}

void TraceBlock::fail(const std::exception& error) const {
  throw bad_input("{}: {}: write it again with `warpglass replay --trace`", where_, error.what());
}

void TraceBlock::look_ahead(unsigned warp) { next_[warp] = decoders_[warp].peek(); }

void TraceBlock::arrive(unsigned warp, const TracedStep& traced, Step& step) {
  if (traced.opening >= missing_.size() || missing_[traced.opening] == 0)
    throw std::out_of_range("a step arrives at a barrier opening that does not exist");
  uint32_t& waiting = waiting_mask_[traced.opening];
  waiting |= 1u << warp;
  if (--missing_[traced.opening] > 0) return;
  step.released_warps = waiting;
  for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
    const auto released = static_cast<unsigned>(std::countr_zero(rest));
    if (next_[released] == kWarpAtBarrier) look_ahead(released);
  }
}

}  // namespace warpglass
