// A warp's steps in a trace: what comes back, and how many bytes it takes.
#include "traces/trace/step_codec.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>

#include "traces/trace/trace_block.h"

namespace warpglass {
namespace {

constexpr uint32_t kInstructions = 40;

struct Recorded {
  TracedStep traced;
  std::array<uint64_t, kLanes> addresses{};
  bool has_addresses = false;
};

std::vector<uint8_t> encode(const std::vector<Recorded>& steps, BaseAddresses& reference) {
  StepEncoder encoder(kInstructions);
  for (const Recorded& recorded : steps) {
    TracedStep traced = recorded.traced;
    traced.step.addresses = recorded.has_addresses ? recorded.addresses.data() : nullptr;
    encoder.add(traced, reference);
  }
  EXPECT_EQ(encoder.steps(), steps.size());
  return encoder.bytes();
}

Recorded step(uint32_t instruction, uint32_t active = ~0u) {
  Recorded r;
  r.traced.step.instruction = instruction;
  r.traced.step.active_mask = r.traced.step.executed_mask = active;
  return r;
}

Recorded access(uint32_t instruction, uint64_t base, uint64_t stride) {
  Recorded r = step(instruction);
  r.has_addresses = true;
  r.traced.step.space = isa::MemorySpace::Global;
  for (unsigned l = 0; l < kLanes; ++l) r.addresses[l] = base + stride * l;
  return r;
}

Recorded random_step(std::mt19937_64& random) {
  Recorded r = step(static_cast<uint32_t>(random() % kInstructions), random() % 3 ? ~0u : static_cast<uint32_t>(random()));
  Step& s = r.traced.step;
  if (random() % 4 == 0) s.executed_mask &= static_cast<uint32_t>(random());
  s.deferred = random() % 8 == 0;
  if (random() % 8 == 0) {
    r.traced.arrived = true;
    r.traced.opening = static_cast<uint32_t>(random());
    s.barrier = static_cast<uint8_t>(random() % 16);
    r.traced.blocked = random() % 2;
  }
  if (random() % 2 == 0) {
    r.has_addresses = true;
    s.space = static_cast<isa::MemorySpace>(1 + random() % 4);
    const uint64_t base = random(), stride = random() % 2 ? random() % 64 : random();
    const bool irregular = random() % 3 == 0;
    for (unsigned l = 0; l < kLanes; ++l) r.addresses[l] = irregular ? random() : base + stride * l;
  }
  return r;
}

void expect_same(const Recorded& expected, const TracedStep& found) {
  const Step &e = expected.traced.step, &f = found.step;
  EXPECT_EQ(f.instruction, e.instruction);
  EXPECT_EQ(f.active_mask, e.active_mask);
  EXPECT_EQ(f.executed_mask, e.executed_mask);
  EXPECT_EQ(f.deferred, e.deferred);
  EXPECT_EQ(found.blocked, expected.traced.blocked);
  EXPECT_EQ(found.arrived, expected.traced.arrived);
  if (expected.traced.arrived) {
    EXPECT_EQ(f.barrier, e.barrier);
    EXPECT_EQ(found.opening, expected.traced.opening);
  }
  ASSERT_EQ(f.addresses != nullptr, expected.has_addresses);
  if (!expected.has_addresses) return;
  EXPECT_EQ(f.space, e.space);
  for (unsigned l = 0; l < kLanes; ++l)
    if (e.executed_mask >> l & 1) {
      EXPECT_EQ(f.addresses[l], expected.addresses[l]) << l;
    }
}

TEST(StepCodec, RandomStepsComeBack) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<Recorded> steps;
    for (uint64_t i = random() % 200; i > 0; --i) steps.push_back(random_step(random));
    BaseAddresses reference(kInstructions, kNoAddress);
    const std::vector<uint8_t> bytes = encode(steps, reference);
    StepDecoder decoder(bytes, reference);
    std::array<uint64_t, kLanes> addresses;
    for (const Recorded& expected : steps) {
      ASSERT_FALSE(decoder.at_end());
      EXPECT_EQ(decoder.peek(), expected.traced.step.instruction);
      expect_same(expected, decoder.next(addresses.data()));
    }
    EXPECT_TRUE(decoder.at_end());
    EXPECT_EQ(decoder.peek(), kWarpExited);
  }
}

TEST(StepCodec, BytesAStep) {
  BaseAddresses reference(kInstructions, kNoAddress);
  // In a row, all threads on: the flags alone.
  EXPECT_EQ(encode({step(0), step(1), step(2)}, reference), (std::vector<uint8_t>{0, 0, 0}));
  // A jump adds the distance, a new mask four bytes once.
  EXPECT_EQ(encode({step(3), step(4, 0xff), step(5, 0xff)}, reference), (std::vector<uint8_t>{1, 6, 2, 0xff, 0, 0, 0, 0}));
  // The first access of the block sets the reference, so that its base is a difference of zero; the next is 256 further.
  const std::vector<uint8_t> bytes = encode({access(0, 0x1000, 4), access(0, 0x1100, 4)}, reference);
  EXPECT_EQ(reference[0], 0x1000u);
  EXPECT_EQ(bytes, (std::vector<uint8_t>{8, 5, 0, 8, 9, 1, 5, 0x80, 4, 8}));
  // One address for all: no stride.
  EXPECT_EQ(encode({access(7, 0x40, 0)}, reference).size(), 4u);
}

TEST(StepCodec, EveryTruncationEndsOrThrows) {
  std::mt19937_64 random(6);
  std::vector<Recorded> steps;
  for (int i = 0; i < 100; ++i) steps.push_back(random_step(random));
  BaseAddresses reference(kInstructions, kNoAddress);
  const std::vector<uint8_t> bytes = encode(steps, reference);
  std::array<uint64_t, kLanes> addresses;
  for (size_t keep = 0; keep < bytes.size(); ++keep) {
    StepDecoder decoder(std::span<const uint8_t>(bytes).first(keep), reference);
    size_t count = 0;
    try {
      while (decoder.peek() != kWarpExited) decoder.next(addresses.data()), ++count;
    } catch (const std::out_of_range&) {
    }
    EXPECT_LT(count, steps.size());
  }
}

TEST(TraceBlock, AWarpWithoutStepsIsRefused) {
  std::vector<uint8_t> bytes{1, 0, 0, 0, 1, 0};  // one warp, no openings, references of two instructions, a step of flags 0
  size_t at = 0;
  EXPECT_EQ(TraceBlock(std::make_shared<const std::vector<uint8_t>>(bytes), at, 2, 1, "x").next(0), 0u);
  bytes = {1, 0, 0, 0, 0};
  at = 0;
  EXPECT_THROW(TraceBlock(std::make_shared<const std::vector<uint8_t>>(bytes), at, 2, 1, "x"), std::out_of_range);
}

TEST(StepCodec, ImpossibleInstructionsAndNumbersAreRefused) {
  const BaseAddresses reference(kInstructions, kNoAddress);
  std::array<uint64_t, kLanes> addresses;
  const auto refused = [&](std::vector<uint8_t> bytes) {
    StepDecoder decoder(bytes, reference);
    EXPECT_THROW(decoder.peek(), std::out_of_range);
    EXPECT_THROW(decoder.next(addresses.data()), std::out_of_range);
  };
  refused({1, 80});                                                                    // one past the last
  refused({1, 1});                                                                     // one before the first
  refused({1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01});      // longer than 64 bits
  refused({1, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01});            // the largest difference
  const std::vector<uint8_t> bytes{8, 0xfc};
  StepDecoder unknown_space(bytes, reference);
  EXPECT_THROW(unknown_space.next(addresses.data()), std::out_of_range);
}

}  // namespace
}  // namespace warpglass
