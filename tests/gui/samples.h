// Sample launches, simulated once for all tests of a program.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "gui/core/load.h"

namespace warpglass::gui::test {

inline std::filesystem::path sample_path(const std::string& name) {
  return std::filesystem::path(WARPGLASS_SOURCE_DIR) / "traces" / "samples" / (name + ".capsule");
}

inline std::filesystem::path measurement_path(const std::string& name) {
  return std::filesystem::path(WARPGLASS_SOURCE_DIR) / "kernels" / "measured" / "h200" / (name + ".json");
}

inline bool quiet(double, const std::string&) { return true; }

inline RunPointer sample(const std::string& name) {
  static std::map<std::string, RunPointer> loaded;
  RunPointer& run = loaded[name];
  if (!run) run = load_file(sample_path(name), {}, quiet).run;
  return run;
}

}  // namespace warpglass::gui::test
