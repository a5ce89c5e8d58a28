#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "base/error.h"
#include "sim/cli/command.h"

namespace {

int run_program(int argc, char** argv) {
  using namespace warpglass;
  using namespace warpglass::cli;
  CLI::App program{"Warpglass: why a CUDA kernel is slow, what a change would buy, and how far to trust the answer.", "warpglass"};
  program.require_subcommand(1);
  program.set_version_flag("--version", std::string("warpglass ") + WARPGLASS_VERSION);
  program.footer(
      "Exit codes: 0 ok, 1 a check failed, 2 usage, 3 bad input file, 4 unsupported instruction or feature, 70 internal error.");
  Action action;
#ifdef WARPGLASS_HAS_CAPTURE
  add_capture(program, action);
#endif
  for (const auto add : {add_info, add_replay, add_run, add_report, add_compare, add_validate, add_whatif,
                         add_export, add_models, add_calibrate, add_occupancy, add_import, add_doctor})
    add(program, action);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = program.exit(error);  // prints the help or the complaint
    return code == 0 ? 0 : static_cast<int>(ExitCode::Usage);
  }
  return action ? action() : static_cast<int>(ExitCode::Usage);
}

/// Sentences can quote broken files: bytes that are no printable ASCII or UTF-8 beyond it become '?'.
std::string printable(const char* sentence) {
  std::string text = sentence;
  for (size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const size_t length = byte < 0x80 ? 1 : byte >> 5 == 6 ? 2 : byte >> 4 == 14 ? 3 : byte >> 3 == 30 ? 4 : 0;
    bool good = length != 0 && i + length <= text.size() && byte >= 0x20 && byte != 0x7f && byte != 0xc0 && byte != 0xc1;
    for (size_t k = 1; good && k < length; ++k) good = (static_cast<unsigned char>(text[i + k]) & 0xc0) == 0x80;
    if (!good) text[i] = '?';
    i += good ? length : 1;
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const warpglass::Error& error) {
    fmt::print(stderr, "warpglass: {}\n", printable(error.what()));
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "warpglass: out of memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "warpglass: internal error: {}\nPlease report it with the command and the input file.\n", printable(error.what()));
  }
  return static_cast<int>(warpglass::ExitCode::Internal);
}
