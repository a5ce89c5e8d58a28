// Memory of launches that come from no capsule.
#include <gtest/gtest.h>

#include "traces/replay/allocated_memory.h"

namespace warpglass {
namespace {

TEST(AllocatedMemory, ReadsAsZeroAndKeepsWhatIsWritten) {
  AllocatedMemory memory;
  const uint64_t a = memory.allocate(10000), b = memory.allocate(uint64_t{1} << 36);  // more than this machine has: room is taken at a touch
  ASSERT_NE(a, 0u);
  ASSERT_NE(b, 0u);
  EXPECT_NE(a, b);
  EXPECT_EQ(*memory.host(b + (uint64_t{1} << 35), 1), 0);
  *memory.host(a + 9999, 1) = 7;
  EXPECT_EQ(*memory.host(a + 9999, 1), 7);
}

TEST(AllocatedMemory, NothingBeyondAnAllocation) {
  AllocatedMemory memory;
  const uint64_t a = memory.allocate(100);
  EXPECT_EQ(memory.host(a, 101), nullptr);
  EXPECT_EQ(memory.host(a + 100, 1), nullptr);
  EXPECT_EQ(memory.host(a - 1, 1), nullptr);
  EXPECT_EQ(memory.host(a + 50, ~uint64_t{0}), nullptr);
  EXPECT_FALSE(memory.release(a + 1));
  EXPECT_TRUE(memory.release(a));
  EXPECT_EQ(memory.host(a, 1), nullptr);
  EXPECT_EQ(memory.allocate(0), 0u);
}

TEST(AllocatedMemory, ClearsWholePagesAndTheirEdges) {
  AllocatedMemory memory;
  const uint64_t a = memory.allocate(5 * 4096);
  for (unsigned i = 0; i < 5 * 4096; ++i) *memory.host(a + i, 1) = 1;
  ASSERT_TRUE(memory.clear(a + 100, 3 * 4096));
  for (unsigned i = 0; i < 5 * 4096; ++i) ASSERT_EQ(*memory.host(a + i, 1), i < 100 || i >= 100 + 3 * 4096) << i;
  ASSERT_TRUE(memory.clear(a + 10, 20));
  EXPECT_EQ(*memory.host(a + 9, 1), 1);
  EXPECT_EQ(*memory.host(a + 10, 1), 0);
  EXPECT_FALSE(memory.clear(a, 6 * 4096));
}

TEST(AllocatedMemory, APortFindsTheAllocation) {
  AllocatedMemory memory;
  const uint64_t a = memory.allocate(4096);
  const isa::MemoryPort port = memory.port();
  isa::MemoryWindow window;
  ASSERT_TRUE(port.miss(port.owner, a + 8, 4, true, window));
  EXPECT_EQ(window.begin, a);
  EXPECT_EQ(window.bytes, 4096u);
  EXPECT_FALSE(port.miss(port.owner, a + 4094, 4, false, window));
}

}  // namespace
}  // namespace warpglass
