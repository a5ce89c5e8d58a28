// Writes the capsules that cannot be made by breaking a sample: make_inputs FOLDER.
#include <cstdio>
#include <regex>

#include "tests/traces/replay/synthetic_capsule.h"

namespace {

using warpglass::test::SyntheticCapsule;
namespace fs = std::filesystem;

struct Code {
  std::vector<uint8_t> cubin;
  std::string disassembly;
};

Code code_of(const std::string& name) {
  const fs::path folder = fs::path(WARPGLASS_SOURCE_DIR) / "tests/traces/replay/data";
  return {warpglass::read_file(folder / (name + ".cubin"), 1 << 24), warpglass::read_text_file(folder / (name + ".sass"), 1 << 24)};
}

constexpr unsigned kCount = 1000;

/// The kernel vadd with sensible arguments, from `code`.
SyntheticCapsule vector_add(const Code& code) {
  SyntheticCapsule launch("vadd", {(kCount + 255) / 256}, {256});
  launch.code(code.cubin, code.disassembly);
  const std::vector<float> one(kCount, 1.0f), two(kCount, 2.0f);
  launch.buffer(one), launch.buffer(one), launch.buffer(std::vector<float>(kCount, 0.0f), two), launch.parameter(kCount);
  return launch;
}

void write_all(const fs::path& folder) {
  const Code good = code_of("kernels");
  vector_add(good).write(folder / "good.capsule");
  vector_add({good.cubin, ""}).write(folder / "no-disassembly.capsule");

  Code foreign = good;
  foreign.cubin[0x31] = 75;  // e_flags: the architecture is in bits 8 to 15
  foreign.cubin[0x30] = 75;
  vector_add(foreign).write(folder / "foreign-architecture.capsule");

  Code unknown = good;
  unknown.disassembly = std::regex_replace(unknown.disassembly, std::regex("FADD "), "FROB ");
  vector_add(unknown).write(folder / "unknown-opcode.capsule");

  SyntheticCapsule outside("vadd", {1}, {256});
  outside.code(good.cubin, good.disassembly);
  outside.buffer(std::vector<float>(256, 1.0f)), outside.parameter(uint64_t{0x7e0000000000});
  outside.buffer(std::vector<float>(256, 0.0f)), outside.parameter(256u);
  outside.write(folder / "memory-not-held.capsule");

  SyntheticCapsule large("vadd", {1}, {256}, 250 * 1024);
  large.code(good.cubin, good.disassembly);
  for (int i = 0; i < 3; ++i) large.buffer(std::vector<float>(256, 0.0f));
  large.parameter(0u);
  large.write(folder / "too-much-shared-memory.capsule");

  const Code barriers = code_of("barriers");
  SyntheticCapsule deadlock("deadlock", {1}, {64});
  deadlock.code(barriers.cubin, barriers.disassembly);
  deadlock.buffer(std::vector<int>(64, 0));
  deadlock.write(folder / "deadlock.capsule");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::fprintf(stderr, "make_inputs FOLDER\n"), 2;
  try {
    fs::create_directories(arguments[1]);
    write_all(arguments[1]);
  } catch (const std::exception& error) {
    return std::fprintf(stderr, "make_inputs: %s\n", error.what()), 1;
  }
  return 0;
}
