// Any text as the file of `warpglass validate --gate`.
#include "base/error.h"
#include "sim/compare/validation/expected_errors.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const auto expected = warpglass::sim::parse_expected_errors({reinterpret_cast<const char*>(data), size}, "fuzz");
    std::vector<warpglass::sim::SuiteRow> rows(1);
    rows[0].name = expected.empty() ? "" : expected.begin()->first;
    warpglass::sim::check_gate(expected, rows);
  } catch (const warpglass::Error&) {
  }
  return 0;
}
