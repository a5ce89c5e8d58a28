// Any texts as the JSON files that kernels/measure writes beside ncu's pages: index.json, index-cycles.json, warm.json and
// session.json, one after the other. The pages themselves are what fuzz_ncu reads.
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "sim/compare/measured_session.h"
#include "tests/fuzz/sections.h"
#include "tests/fuzz/temporary_file.h"

namespace {
namespace fs = std::filesystem;

// A folder with ncu's pages, which stay the same.
fs::path folder() {
  static const warpglass::fuzz::TemporaryFile place("fuzz_session");
  static const bool made = [] {
    fs::create_directories(place.path());
    const fs::path data = WARPGLASS_SOURCE_DIR "/tests/traces/import/data";
    const auto copy = [&](const char* from, const char* to) { fs::copy_file(data / from, place.path() / to, fs::copy_options::overwrite_existing); };
    copy("raw.csv", "raw.csv"), copy("source.csv", "source.csv"), copy("raw.csv", "cycles.csv");
    return true;
  }();
  static_cast<void>(made);
  return place.path();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  warpglass::fuzz::Sections sections(data, size);
  for (const char* name : {"index.json", "index-cycles.json", "warm.json", "session.json"}) warpglass::write_file(folder() / name, sections.next());
  try {
    warpglass::sim::read_session(folder());
  } catch (const warpglass::Error&) {
  }
  return 0;
}
