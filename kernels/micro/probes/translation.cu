// Address translation: loads that hit L2, one line in each 2 MB page, by the number of pages.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr uint64_t kPage = 2 << 20;
constexpr uint32_t kMostPages = 1 << 15;

// A line of page `page` that spreads over the slices.
__device__ char* line_of(char* data, uint32_t page, uint32_t number) {
  return data + page * kPage + (page * 0x9e3779b1u >> 18 ^ number) % (kPage / 128) * 128;
}

__global__ void link(char* data, uint32_t pages, uint32_t multiplier) {
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < pages; i += gridDim.x * blockDim.x)
    *reinterpret_cast<char**>(line_of(data, i, 0)) = line_of(data, (i * multiplier + 1) % pages, 0);
}

// One thread follows the chain; every pass goes through all pages.
__global__ void follow(char* data, uint32_t pages, int passes, uint32_t* cycles) {
  char* at = line_of(data, 0, 0);
  for (int pass = 0; pass < passes; ++pass) {
    const uint32_t begin = clock_low();
    for (uint32_t i = 0; i < pages; ++i) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)::"memory");
    cycles[pass] = clock_when(static_cast<uint32_t>(reinterpret_cast<uint64_t>(at))) - begin;
  }
}

// Every thread loads a line of its own from page `thread` modulo `pages`, twice.
__global__ void load_all(char* data, uint32_t pages, uint32_t* cycles, bool together) {
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  const char* at = line_of(data, thread % pages, thread / pages);
  for (int round = 0; round < 2; ++round) {
    if (together) meet_all(); else __syncthreads();
    const uint32_t begin = clock_low();
    uint32_t value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    const uint32_t end = clock_when(value);
    if (threadIdx.x % 32 == 0) cycles[thread / 32 * 2 + round] = end - begin;
  }
}

uint32_t most_pages() { return simulated() ? 1 << 12 : kMostPages; }

void translation_latency(Output& output, char* data, uint32_t* cycles) {
  for (uint32_t pages = 1; pages <= most_pages(); pages *= 2) {
    constexpr int kPasses = 3;
    std::vector<double> first, last;
    for (int i = 0; i < repeats(5); ++i) {
      link<<<64, 256>>>(data, pages, 5);  // of a power of two: 5 and 1 make one cycle
      flush_l2();
      follow<<<1, 1>>>(data, pages, kPasses, cycles);
      const auto host = copy_back<uint32_t>(cycles, kPasses);
      first.push_back(static_cast<double>(host[0]) / pages);
      last.push_back(static_cast<double>(host[kPasses - 1]) / pages);
    }
    output.result("translation_latency", parameters("pages", pages, "pass", "first"), first, "cycles");
    output.result("translation_latency", parameters("pages", pages, "pass", "last"), last, "cycles");
  }
}

void translation_rate(Output& output, char* data, uint32_t* cycles) {
  allow_whole_sm(load_all);
  for (const unsigned sms : {1u, sm_count()}) {
    for (const unsigned threads : {32u, 1024u}) {
      for (uint32_t pages = 1; pages <= most_pages(); pages *= 4) {
        std::vector<double> values[2][2];
        for (int i = 0; i < repeats(5); ++i) {
          flush_l2();
          for (int launch = 0; launch < 2; ++launch) {
            load_all<<<sms, threads, kWholeSm>>>(data, pages, cycles, sms > 1);
            const auto host = copy_back<uint32_t>(cycles, size_t{sms} * threads / 16);
            for (size_t round = 0; round < 2; ++round) {
              uint32_t most = 0;
              for (size_t w = 0; w < host.size() / 2; ++w) most = std::max(most, host[2 * w + round]);
              values[launch][round].push_back(most);
            }
          }
        }
        for (int launch = 0; launch < 2; ++launch)
          for (int round = 0; round < 2; ++round)
            output.result("translation_rate", parameters("sms", sms, "threads", threads, "pages", pages, "launch", launch, "round", round), values[launch][round], "cycles");
      }
    }
  }
}

void translation(Output& output) {
  char* data = static_cast<char*>(device_memory(most_pages() * kPage + (16 << 20)));
  auto* cycles = reinterpret_cast<uint32_t*>(data + most_pages() * kPage);
  translation_latency(output, data, cycles);
  translation_rate(output, data, cycles);
}
const Register registered("translation", false, translation);

}  // namespace
}  // namespace warpglass::probes
