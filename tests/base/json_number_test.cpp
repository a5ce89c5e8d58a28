// Numbers that do not fit are refused with a sentence, not cast.
#include "base/json_number.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace warpglass {
namespace {

using nlohmann::json;

template <typename T>
std::string refusal(const json& value) {
  try {
    whole_number<T>(value);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(WholeNumber, ComesAsItIs) {
  EXPECT_EQ(whole_number<uint32_t>(json(7)), 7u);
  EXPECT_EQ(whole_number<int64_t>(json(INT64_MIN)), INT64_MIN);
  EXPECT_EQ(whole_number<uint64_t>(json(UINT64_MAX)), UINT64_MAX);
}

TEST(WholeNumber, RefusesWhatDoesNotFit) {
  EXPECT_EQ(refusal<uint32_t>(json(-1)), "-1 is not from 0 to 4294967295");
  EXPECT_EQ(refusal<uint32_t>(json(int64_t{1} << 32)), "4294967296 is not from 0 to 4294967295");
  EXPECT_NE(refusal<int64_t>(json(UINT64_MAX)), "");
  EXPECT_THROW(whole_number<int>(json(5), 0, 4), std::invalid_argument);
}

TEST(WholeNumber, RefusesWhatIsNone) {
  EXPECT_EQ(refusal<uint32_t>(json(1e300)), "1e+300 is not a whole number");
  EXPECT_EQ(refusal<int64_t>(json("5")), "string stands where a number is needed");
  EXPECT_EQ(refusal<int64_t>(json()), "null stands where a number is needed");
}

}  // namespace
}  // namespace warpglass
