#include "gui/core/dependencies.h"

#include <gtest/gtest.h>

#include "samples.h"

namespace warpglass::gui {
namespace {

const isa::Program& program() {
  return test::sample("transpose-conflict-256")->launch->program;
}

uint32_t find(const std::string& sass) {
  for (uint32_t i = 0; i < program().size(); ++i)
    if (program().text[i].starts_with(sass)) return i;
  ADD_FAILURE() << sass << " is not in the kernel";
  return 0;
}

TEST(Dependencies, AStoreReadsWhatALoadMade) {
  const uint32_t store = find("STS [R15], R8"), load = find("LDG.E R8,");
  Dependencies dependencies(program());
  dependencies.choose(store);
  EXPECT_EQ(dependencies.mark(load) & ProducerMark, ProducerMark);
  EXPECT_EQ(dependencies.registers(load), QStringLiteral("R8"));
  EXPECT_EQ(dependencies.mark(store) & ChosenMark, ChosenMark);
  EXPECT_TRUE(dependencies.consumers().empty());
  dependencies.choose(load);
  EXPECT_EQ(dependencies.mark(store) & ConsumerMark, ConsumerMark);
}

TEST(Dependencies, ALineJoinsTheFirstAndTheLast) {
  Dependencies dependencies(program());
  dependencies.choose(find("STS [R15], R8"));
  size_t first = program().size(), last = 0;
  for (size_t row = 0; row < program().size(); ++row)
    if ((dependencies.mark(row) & (ProducerMark | ConsumerMark | ChosenMark)) != 0)
      first = std::min(first, row), last = row;
  ASSERT_LT(first, last);
  for (size_t row = 0; row < program().size(); ++row) {
    EXPECT_EQ((dependencies.mark(row) & LineAbove) != 0, row > first && row <= last) << row;
    EXPECT_EQ((dependencies.mark(row) & LineBelow) != 0, row >= first && row < last) << row;
  }
}

TEST(Dependencies, NothingChosenIsNothingMarked) {
  Dependencies dependencies(program());
  dependencies.choose(5);
  dependencies.choose(std::nullopt);
  for (size_t row = 0; row < program().size(); ++row) EXPECT_EQ(dependencies.mark(row), 0);
  dependencies.choose(program().size() + 7);
  EXPECT_FALSE(dependencies.chosen());
}

TEST(Dependencies, RegistersAreListedAsRanges) {
  isa::RegisterSet set;
  for (const size_t r : {4u, 8u, 9u, 10u, 254u, 255u}) set.set(r);
  EXPECT_EQ(register_list(set), QStringLiteral("R4, R8-R10, R254, UR0"));
}

}  // namespace
}  // namespace warpglass::gui
