// Which inputs mufu_sweep dumps, so that a model of every MUFU function can be fitted from the outputs alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "micro/mufu_laws.h"

namespace warpglass::mufu {

struct Range {  // inputs start, start + stride, … as bit patterns
  std::string function;
  std::uint32_t start = 0;
  std::uint32_t stride = 1;
  std::uint64_t count = 0;
};

struct Question {
  std::string function;
  Law law = Law::kTruncated;
  std::string law_name;
  int parameter = 0;
};

std::vector<Range> ranges();
std::vector<Question> questions();
std::vector<std::string> hashed_functions();

}  // namespace warpglass::mufu
