#include "sim/cli/command.h"

namespace warpglass::cli {

void add_format(CLI::App& command, Output& output) {
  command.add_option("--format", output.format, "text or json")->check(CLI::IsMember({"text", "json"}))->capture_default_str();
}

void add_sample(CLI::App& command, bool& sample) {
  command.add_flag("--sample", sample,
                   "simulate a part of the launch and extrapolate, with intervals; in full where that is not sound (the result says why)");
}

}  // namespace warpglass::cli
