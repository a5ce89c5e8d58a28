#include "sim/cli/command.h"

namespace warpglass::cli {

void add_format(CLI::App& command, Output& output) {
  command.add_option("--format", output.format, "text or json")->check(CLI::IsMember({"text", "json"}))->capture_default_str();
}

}  // namespace warpglass::cli
