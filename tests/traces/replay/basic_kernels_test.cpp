// Whole kernels, compiled by nvcc, against what C++ computes.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/traces/replay/synthetic_capsule.h"
#include "traces/replay/replay.h"

namespace warpglass {
namespace {

using test::SyntheticCapsule;

std::vector<float> random_floats(size_t n, uint32_t seed, float low = -1.0f, float high = 1.0f) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> distribution(low, high);
  std::vector<float> values(n);
  for (float& v : values) v = distribution(generator);
  return values;
}

ReplayResult expect_exact(const Capsule& capsule) {
  ReplayResult first;
  for (const isa::Level level : {isa::best_level(), isa::Level::Baseline}) {
    ReplayOptions options;
    options.level = level;
    const ReplayResult result = replay(capsule, options);
    EXPECT_EQ(result.verdict_text(), "bit-exact") << isa::name(level);
    first = result;
  }
  return first;
}

TEST(BasicKernels, VectorAdd) {
  const unsigned n = 10007;
  const auto a = random_floats(n, 1), b = random_floats(n, 2);
  std::vector<float> c(n, 7.0f), sum(n);
  for (unsigned i = 0; i < n; ++i) sum[i] = a[i] + b[i];
  SyntheticCapsule launch("vadd", {(n + 255) / 256}, {256});
  launch.buffer(a), launch.buffer(b), launch.buffer(c, sum), launch.parameter(n);
  const auto result = expect_exact(launch.make("vadd"));
  EXPECT_GT(result.warp_instructions, n / 32 * 10);
}

TEST(BasicKernels, ReductionTree) {
  const unsigned n = 3000, block = 256, blocks = (n + block - 1) / block;
  const auto a = random_floats(n, 3);
  std::vector<float> out(blocks, 0.0f), expected(blocks);
  for (unsigned b = 0; b < blocks; ++b) {
    std::vector<float> s(block);
    for (unsigned t = 0; t < block; ++t) s[t] = b * block + t < n ? a[b * block + t] : 0.0f;
    for (unsigned k = block / 2; k; k /= 2)
      for (unsigned t = 0; t < k; ++t) s[t] += s[t + k];
    expected[b] = s[0];
  }
  SyntheticCapsule launch("reduce_tree", {blocks}, {block}, block * 4);
  launch.buffer(a), launch.buffer(out, expected), launch.parameter(n);
  expect_exact(launch.make("reduce_tree"));
}

TEST(BasicKernels, GemmTiled) {
  const unsigned n = 96;
  const auto a = random_floats(n * n, 4), b = random_floats(n * n, 5);
  std::vector<float> c(n * n, 0.0f), product(n * n);
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) {
      float s = 0;
      for (unsigned k = 0; k < n; ++k) s = std::fma(a[i * n + k], b[k * n + j], s);
      product[i * n + j] = s;
    }
  SyntheticCapsule launch("gemm_tiled", {n / 32, n / 32}, {32, 32});
  launch.buffer(a), launch.buffer(b), launch.buffer(c, product), launch.parameter(n);
  expect_exact(launch.make("gemm_tiled"));
  SyntheticCapsule naive("gemm_naive", {n / 32, n / 8}, {32, 8});
  naive.buffer(a), naive.buffer(b), naive.buffer(c, product), naive.parameter(n);
  expect_exact(naive.make("gemm_naive"));
}

TEST(BasicKernels, Transpose) {
  const unsigned n = 128;
  const auto in = random_floats(n * n, 6);
  std::vector<float> out(n * n, 0.0f), expected(n * n);
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) expected[i * n + j] = in[j * n + i];
  SyntheticCapsule launch("transpose_conf", {n / 32, n / 32}, {32, 8});
  launch.buffer(in), launch.buffer(out, expected), launch.parameter(n);
  expect_exact(launch.make("transpose"));
}

TEST(BasicKernels, StridedCopy) {
  const unsigned n = 5000, stride = 7;
  const auto a = random_floats(n, 8);
  std::vector<float> b(n, 0.0f), expected(n, 0.0f);
  for (unsigned i = 0; i < n; i += stride) expected[i] = a[i];
  SyntheticCapsule launch("stridedk", {(n + 127) / 128}, {128});
  launch.buffer(a), launch.buffer(b, expected), launch.parameter(stride), launch.parameter(n);
  expect_exact(launch.make("strided"));
}

TEST(BasicKernels, Divergence) {
  const int n = 1000;
  std::vector<int> a(n), out(n, 0), expected(n);
  for (int i = 0; i < n; ++i) a[i] = 1 + i * 37 % 911;
  for (int i = 0; i < n; ++i) {
    int v = a[i], c = 0;
    while (v != 1 && c < 1000) v = v & 1 ? 3 * v + 1 : v >> 1, ++c;
    switch (i % 5) {
      case 0: c += 7; break;
      case 1: c *= 13; break;
      case 2: c ^= a[i]; break;
      case 3: c = __builtin_popcount(static_cast<unsigned>(c)); break;
      default: break;
    }
    expected[i] = c;
  }
  SyntheticCapsule launch("diverge", {(n + 127) / 128}, {128});
  launch.buffer(a), launch.buffer(out, expected), launch.parameter(n);
  expect_exact(launch.make("diverge"));
}

TEST(BasicKernels, IntegerDivision) {
  const int n = 500;
  std::mt19937_64 generator(9);
  std::vector<int> a(n), b(n), c(n, 0), c_after(n);
  std::vector<long long> p(n + 1), q(n, 0), q_after(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<int>(generator());
    b[i] = static_cast<int>(generator() >> (generator() % 31 + 32)) | 1;
    if (b[i] == -3 || b[i] == -1) b[i] = 5;
    c_after[i] = a[i] / b[i] + a[i] % (b[i] + 3);
  }
  for (auto& v : p) v = static_cast<long long>(generator()) >> (generator() % 60);
  for (int i = 0; i < n; ++i)
    q_after[i] = p[i] / (p[i + 1] | 1) + static_cast<long long>(static_cast<unsigned long long>(p[i]) * 3);
  SyntheticCapsule launch("idivk", {4}, {128});
  launch.buffer(a), launch.buffer(b), launch.buffer(c, c_after), launch.buffer(p), launch.buffer(q, q_after), launch.parameter(n);
  expect_exact(launch.make("idivk"));
}

TEST(BasicKernels, ScanWithWarpInstructions) {
  const int n = 256;
  std::vector<int> a(n), out(n, 0), expected(n);
  for (int i = 0; i < n; ++i) a[i] = (i * 7919) % 101 - 50;
  std::vector<int> prefix(n);
  int sum = 0, odd = 0;
  for (int i = 0; i < n; ++i) prefix[i] = sum += a[i], odd += sum & 1;
  for (int i = 0; i < n; ++i) {
    const int warp = i / 32 * 32;
    int any = 0, total = 0;
    unsigned same = 0;
    for (int l = 0; l < 32; ++l) {
      any |= prefix[warp + l] & 2;
      total += prefix[warp + l];
      same |= (prefix[warp + l] & 3) == (prefix[i] & 3) ? 1u << l : 0;
    }
    expected[i] = static_cast<int>(static_cast<unsigned>(prefix[i] + odd + (any != 0) + total) + same);
  }
  SyntheticCapsule launch("scan", {1}, {256});
  launch.buffer(a), launch.buffer(out, expected), launch.parameter(n);
  expect_exact(launch.make("scan"));
}

}  // namespace
}  // namespace warpglass
