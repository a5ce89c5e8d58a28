// How long an SM waits for cold code and for cold constants beside SMs that read, write or copy, and beside its own warps that do.
#include <utility>

#include "micro/probes/background.h"
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kPieces = 24;
constexpr int kPieceBytes = 4096;  // more than is fetched ahead
constexpr int kConstants = 16384;
__constant__ uint32_t constants[kConstants];  // all 0

struct Chase {
  uint32_t begin, end;  // cycles after the SMs have met
  uint32_t own;         // warps of SM 0 that stream, too
  uint32_t others;      // of each other SM
  bool code;            // or constants
};

// A line of code that notes the clock in a register, and 4 KB that are jumped over.
template <int... kNumbers>
__device__ void jump_along(uint64_t (&noted)[kPieces + 1], float (&a)[4], float b, bool never, std::integer_sequence<int, kNumbers...>) {
  const auto piece = [&](int number) {
    noted[number] = clock_long();  // all of it, or the compiler takes a slow S2UR
    if (!never) return;
#pragma unroll
    for (int j = 0; j < kPieceBytes / 16; ++j) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(a[j % 4]) : "f"(b));
  };
  (piece(kNumbers), ...);
}

// SM 0's first warp jumps from one line of cold code to the next, or loads one constant after the other of lines that no cache of the SM has.
template <Background kKind>
__global__ void fetch_beside(char* data, uint64_t mask, Chase chase, bool never, float b, uint32_t* latencies) {
  const uint32_t sm = sm_id(), warp = threadIdx.x / 32;
  meet_all();
  const uint32_t begin = clock_low();
  if (sm != 0 || warp != 0) {
    const uint32_t first = sm == 0 ? 1 : 0;
    if (warp < first || warp >= first + (sm == 0 ? chase.own : chase.others)) return;
    const uint32_t done = stream<kKind>(data, mask, sm * 31 + warp, gridDim.x * 31, begin, chase.end, 0);
    if (done == 0xffffffffu) latencies[0] = 1;
    return;
  }
  while (clock_low() - begin < chase.begin) {
  }
  float a[4] = {b, b, b, b};
  uint64_t noted[kPieces + 1];
  if (chase.code) {
    jump_along(noted, a, b, never, std::make_integer_sequence<int, kPieces + 1>());
  } else {
    uint32_t at = 0;
    noted[0] = clock_long();
#pragma unroll
    for (int i = 0; i < kPieces; ++i) {
      const uint32_t value = constants[(at + i * 256) & (kConstants - 1)];  // in lines of 256 B of L1.5
      noted[i + 1] = clock_when(value);
      at += value;
    }
  }
  if (threadIdx.x == 0) {
#pragma unroll
    for (int i = 0; i < kPieces; ++i) latencies[i] = static_cast<uint32_t>(noted[i + 1] - noted[i]);
  }
  if (a[0] + a[1] + a[2] + a[3] == 99.0f) latencies[0] = 1;
}

template <Background kKind>
void measure(Output& output, const char* beside, bool code, bool in_l2, bool stream_in_l2, unsigned others, unsigned own) {
  constexpr size_t kResults = 1 << 20;
  char* data = static_cast<char*>(device_memory(2 * kStream + kResults));
  auto* latencies = reinterpret_cast<uint32_t*>(data + 2 * kStream);
  const uint64_t mask = stream_in_l2 ? (8 << 20) - 1 : kStream - 1;
  allow_whole_sm(fetch_beside<kKind>);
  const auto launch = [&](const Chase& chase) {
    fetch_beside<kKind><<<sm_count(), 1024, kWholeSm>>>(data, mask, chase, false, 0.5f, latencies);
  };
  std::vector<double> mean, half, tenth;
  for (int repeat = 0; repeat < (simulated() ? 1 : repeats()); ++repeat) {
    flush_l2();
    read_through(data + kStream / 4 * 3, size_t{simulated() ? 64u : 256u} << 20);  // no line of L2 needs to be written back
    flush_instruction_caches();
    if (in_l2) {  // not from what the SM still has of the launch before
      launch({0, 1000, 0, 0, code});
      flush_instruction_caches();
    }
    launch({4000, 40000, own, others, code});
    std::vector<uint32_t> each = copy_back<uint32_t>(latencies, kPieces);
    std::sort(each.begin(), each.end());
    double sum = 0;
    for (const uint32_t cycles : each) sum += cycles;
    mean.push_back(sum / static_cast<double>(each.size()));
    half.push_back(each[each.size() / 2]);
    tenth.push_back(each[each.size() * 9 / 10]);
  }
  const auto keys = [&](const char* value) {
    return parameters("wanted", code ? "code" : "constant", "from", in_l2 ? "L2" : "HBM", "beside", beside, "in", stream_in_l2 ? "L2" : "HBM", "others", others, "own", own, "what", value);
  };
  output.result("loaded_fetch", keys("mean"), mean, "cycles");
  output.result("loaded_fetch", keys("median"), half, "cycles");
  output.result("loaded_fetch", keys("slowest tenth"), tenth, "cycles");
}

void loaded_fetch(Output& output) {
  for (const bool code : {true, false}) {
    for (const bool in_l2 : {true, false}) {
      measure<Background::Read>(output, "read", code, in_l2, false, 0, 0);
      measure<Background::Read>(output, "read", code, in_l2, false, 0, 31);
      for (const unsigned others : {4u, 8u, 31u}) measure<Background::Read>(output, "read", code, in_l2, false, others, 0);
      measure<Background::Read>(output, "read", code, in_l2, false, 31, 31);
      measure<Background::Copy>(output, "copy", code, in_l2, false, 31, 0);
      measure<Background::Copy>(output, "copy", code, in_l2, false, 31, 31);
      measure<Background::Write>(output, "write", code, in_l2, false, 31, 31);
      measure<Background::Read>(output, "read", code, in_l2, true, 31, 0);
      measure<Background::Read>(output, "read", code, in_l2, true, 31, 31);
    }
  }
}
const Register registered("loaded_fetch", false, loaded_fetch);

}  // namespace
}  // namespace warpglass::probes
