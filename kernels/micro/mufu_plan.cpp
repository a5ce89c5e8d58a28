#include "micro/mufu_plan.h"

namespace warpglass::mufu {
namespace {

constexpr std::uint32_t kMantissas = 1U << 23;
constexpr std::uint32_t kNegative = 0x80000000U;

std::uint32_t power_of_two(int exponent) {
  return static_cast<std::uint32_t>(127 + exponent) << 23;
}

// Exponents low to high, every stride-th mantissa: one range for each.
void add_octaves(std::vector<Range>& out, const std::string& function, int low, int high,
                 std::uint32_t stride, std::uint32_t sign = 0) {
  for (int exponent = low; exponent <= high; ++exponent) {
    out.push_back({function, sign | power_of_two(exponent), stride, kMantissas / stride});
  }
}

const std::vector<std::string> kSingle = {"rcp", "rsq", "sqrt", "ex2", "lg2", "sin", "cos", "tanh"};

}  // namespace

std::vector<std::string> hashed_functions() {
  std::vector<std::string> names = kSingle;
  names.insert(names.end(), {"rcp64h", "rsq64h"});
  return names;
}

std::vector<Range> ranges() {
  std::vector<Range> out;
  add_octaves(out, "rcp", 0, 0, 1);
  add_octaves(out, "rsq", 0, 1, 1);
  add_octaves(out, "sqrt", 0, 1, 1);
  // Fixed-point inputs: the octaves below 1 show the finest steps, the lower ones where steps end.
  for (const std::uint32_t sign : {0U, kNegative}) {
    add_octaves(out, "ex2", -2, 0, 1, sign);
    add_octaves(out, "ex2", -12, -3, 8, sign);
    add_octaves(out, "ex2", -30, -13, 256, sign);
  }
  add_octaves(out, "lg2", -1, 0, 1);  // around 1, where the result's absolute steps show
  for (const int exponent : {-126, -64, -9, -3, -2, 1, 2, 8, 63, 127})
    add_octaves(out, "lg2", exponent, exponent, 8);
  for (const char* function : {"sin", "cos"}) {
    add_octaves(out, function, -6, 0, 1);
    add_octaves(out, function, -8, -7, 8);
    add_octaves(out, function, -30, -9, 128);
    add_octaves(out, function, 1, 3, 8);
    add_octaves(out, function, -3, -1, 64, kNegative);
  }
  add_octaves(out, "tanh", -4, 3, 1);
  add_octaves(out, "tanh", -8, -5, 4);
  add_octaves(out, "tanh", 4, 4, 4);
  add_octaves(out, "tanh", -30, -9, 128);
  for (const std::string& function : hashed_functions()) {
    // All exponents and both signs at some mantissas: special values, subnormals, overflow.
    const std::uint32_t exponent_step = function.ends_with("64h") ? 1U << 20 : kMantissas;
    for (const std::uint32_t mantissa : {0U, 1U, exponent_step / 2, exponent_step - 1}) {
      out.push_back({function, mantissa, exponent_step, 0x100000000U / exponent_step});
    }
    // A thin sample of everything, at an odd stride.
    out.push_back({function, 12345, 262147, 16384});
  }
  constexpr std::uint32_t kMantissas64 = 1U << 20;
  out.push_back({"rcp64h", 0x3ff00000U, 1, kMantissas64});
  out.push_back({"rsq64h", 0x3ff00000U, 1, 2 * kMantissas64});
  for (const char* function : {"ex2_f16", "tanh_f16", "ex2_bf16", "tanh_bf16"}) {
    out.push_back({function, 0, 1, 65536});
  }
  return out;
}

std::vector<Question> questions() {
  std::vector<Question> out = {
      {"rcp", Law::kReciprocal, "reciprocal", 0},
      {"rsq", Law::kReciprocalRoot, "reciprocal_root", 0},
      {"sqrt", Law::kRoot, "root", 0},
      {"ex2", Law::kExponential, "exponential", 0},
      {"rcp", Law::kOdd, "odd", 0},
      {"sin", Law::kOdd, "odd", 0},
      {"cos", Law::kEven, "even", 0},
      {"tanh", Law::kOdd, "odd", 0},
  };
  for (const char* function : {"ex2", "sin", "cos", "tanh"}) {
    for (int bits = 20; bits <= 32; ++bits) {
      out.push_back({function, Law::kTruncated, "truncated", bits});
      out.push_back({function, Law::kFloored, "floored", bits});
      out.push_back({function, Law::kNearest, "nearest", bits});
    }
  }
  return out;
}

}  // namespace warpglass::mufu
