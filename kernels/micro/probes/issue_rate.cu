// Rate and latency of instructions that begin every kernel, and that CUDA cannot ask for one after the other: special registers, and
// parameters from constant bank 0.
#include "micro/probes/rewritten_code.h"

namespace warpglass::probes {
namespace {

struct Encoding {
  const char* name;
  uint64_t low, high;  // with no target and no control bits
  bool uniform;        // its target is a uniform register
};
const Encoding kEncodings[] = {
    {"S2R SR_TID.X", 0x0000000000007919, 0x2100, false},
    {"S2R SR_LANEID", 0x0000000000007919, 0x0000, false},
    {"S2R SR_CTAID.X", 0x0000000000007919, 0x2500, false},
    {"S2R SR_VIRTUALSMID", 0x0000000000007919, 0x4300, false},
    {"S2UR SR_CTAID.X", 0x00000000000079c3, 0x2500, true},
    {"LDC", 0x00000a00ff007b82, 0x0800, false},
    {"ULDC", 0x00000a0000007ab9, 0x0800, true},
    {"CS2R.32 SR_CLOCKLO", 0x0000000000007805, 0x5000, false},
};

constexpr uint64_t kTarget = 0xff0000, kNoBarriers = uint64_t{0x3f} << 46, kStallOne = uint64_t{1} << 41 | uint64_t{1} << 45;

// One after the other, a cycle apart, and nobody waits for what they give.
void independent(const Encoding& encoding, unsigned number, uint64_t& low, uint64_t& high) {
  const uint64_t target = encoding.uniform ? 40 + number % 8 : (low & kTarget) >> 16;
  low = encoding.low | target << 16;
  high = encoding.high | kNoBarriers | kStallOne;
}

// Every other one is an FFMA that waits for the one before.
void waited_for(const Encoding& encoding, unsigned number, uint64_t& low, uint64_t& high) {
  if (number % 2 != 0) {
    high |= uint64_t{1} << 52;
    return;
  }
  independent(encoding, number, low, high);
  high &= ~(uint64_t{7} << 46);
  high ^= (uint64_t{1} ^ uint64_t{4}) << 41;  // the barrier counts when the next one looks
}

void issue_rate(Output& output) {
  for (const Encoding& encoding : kEncodings) {
    const RewrittenLoop loop([&](unsigned number, uint64_t& low, uint64_t& high) { independent(encoding, number, low, high); });
    for (const unsigned warps : {4u, 8u, 16u, 32u}) {
      std::vector<double> values;
      for (int repeat = 0; repeat < repeats(9); ++repeat) values.push_back(loop.cycles(warps) / warps);
      output.result("issue_rate", parameters("instruction", encoding.name, "warps", warps, "what", "an instruction of the SM"), values, "cycles");
    }
    if (std::string(encoding.name).rfind("CS2R", 0) == 0) continue;  // of fixed latency
    const RewrittenLoop pairs([&](unsigned number, uint64_t& low, uint64_t& high) { waited_for(encoding, number, low, high); });
    std::vector<double> values;
    for (int repeat = 0; repeat < repeats(9); ++repeat) values.push_back(2 * pairs.cycles(1));
    output.result("issue_rate", parameters("instruction", encoding.name, "warps", 1, "what", "and an FFMA that waits for it"), values, "cycles");
  }
}
const Register registered("issue_rate", false, issue_rate);

}  // namespace
}  // namespace warpglass::probes
