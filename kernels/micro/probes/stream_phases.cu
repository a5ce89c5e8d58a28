// Where the blocks of a long streaming kernel spend their time: until their loads are there, until they have stored, and between the end
// of a block and the start of the one that takes its place.
#include <cstring>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

struct Stamp {
  uint32_t sm, start, loaded, end;
};

constexpr unsigned kThreads = 256;

__device__ uint32_t added(uint32_t a, uint32_t b) { return a + b; }
__device__ uint4 added(uint4 a, uint4 b) { return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }

// c = a + b by one element a thread; kLoads arrays are read, kStores written. Their thread 0 notes when the block's first warp did what.
template <class Element, int kLoads, bool kStores>
__global__ void stream(const Element* a, const Element* b, Element* c, Stamp* stamps) {
  const uint32_t start = clock_low();
  const size_t i = blockIdx.x * size_t{kThreads} + threadIdx.x;
  uint32_t x = 0, y = 0;
  Element v = a[i], w{};
  if (kLoads > 1) w = b[i];
  std::memcpy(&x, &v, 4);
  std::memcpy(&y, &w, 4);
  const uint32_t loaded = clock_when(x + y);
  if (kStores) c[i] = added(v, w);
  if (threadIdx.x == 0) stamps[blockIdx.x] = {sm_id(), start, loaded, clock_when(x + y)};
}

// Means over the blocks of the middle half of each SM's.
struct Phases {
  double load = 0, rest = 0, gap = 0, blocks = 0;
};
Phases phases(const std::vector<Stamp>& stamps) {
  std::vector<std::vector<Stamp>> of(kMostSms);
  for (const Stamp& s : stamps) of[s.sm].push_back(s);
  Phases result;
  double count = 0, gaps = 0;
  for (std::vector<Stamp>& sm : of) {
    if (sm.size() < 64) continue;
    const uint32_t base = sm.front().start;
    std::vector<int32_t> starts, ends;
    for (const Stamp& s : sm) {
      starts.push_back(static_cast<int32_t>(s.start - base));
      ends.push_back(static_cast<int32_t>(s.end - base));
    }
    std::sort(starts.begin(), starts.end());
    std::sort(ends.begin(), ends.end());
    const size_t from = sm.size() / 4, to = sm.size() / 4 * 3;
    const int32_t first = starts[from], last = starts[to];
    for (const Stamp& s : sm) {
      const auto at = static_cast<int32_t>(s.start - base);
      if (at < first || at >= last) continue;
      result.load += s.loaded - s.start;
      result.rest += s.end - s.loaded;
      ++count;
    }
    result.blocks += static_cast<double>(to - from) / (last - first);  // started a cycle
    constexpr size_t kResident = 2048 / kThreads;
    for (size_t k = from; k + kResident < to; ++k, ++gaps) result.gap += starts[k + kResident] - ends[k];
  }
  result.load /= count;
  result.rest /= count;
  result.gap /= gaps;
  result.blocks *= 1000.0 / sm_count();
  return result;
}

template <class Element, int kLoads, bool kStores>
void measure(Output& output, const char* name) {
  constexpr size_t kElements = size_t{1} << 24, kBytes = kElements * sizeof(Element), kOther = size_t{256} << 20;
  const unsigned blocks = kElements / kThreads;
  char* data = static_cast<char*>(device_memory(3 * kBytes + kOther + blocks * sizeof(Stamp)));
  auto* stamps = reinterpret_cast<Stamp*>(data + 3 * kBytes + kOther);
  std::vector<double> load, rest, gap, rate;
  for (int repeat = 0; repeat < repeats(7); ++repeat) {
    read_through(data + 3 * kBytes, simulated() ? kOther / 4 : kOther);
    stream<Element, kLoads, kStores><<<blocks, kThreads>>>(reinterpret_cast<Element*>(data), reinterpret_cast<Element*>(data + kBytes), reinterpret_cast<Element*>(data + 2 * kBytes), stamps);
    const Phases p = phases(copy_back<Stamp>(stamps, blocks));
    load.push_back(p.load);
    rest.push_back(p.rest);
    gap.push_back(p.gap);
    rate.push_back(p.blocks);
  }
  const auto keys = [&](const char* what) { return parameters("kernel", name, "what", what); };
  output.result("stream_phases", keys("until loaded"), load, "cycles or blocks");
  output.result("stream_phases", keys("until stored"), rest, "cycles or blocks");
  output.result("stream_phases", keys("end to next start"), gap, "cycles or blocks");
  output.result("stream_phases", keys("blocks of an SM in 1000 cycles"), rate, "cycles or blocks");
}

void stream_phases(Output& output) {
  measure<uint32_t, 1, false>(output, "read");
  measure<uint32_t, 2, false>(output, "read two");
  measure<uint32_t, 1, true>(output, "copy");
  measure<uint32_t, 2, true>(output, "add");
  measure<uint4, 1, true>(output, "copy of 16 bytes");
  measure<uint4, 2, true>(output, "add of 16 bytes");
}
const Register registered("stream_phases", false, stream_phases);

}  // namespace
}  // namespace warpglass::probes
