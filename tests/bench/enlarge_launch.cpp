// enlarge_launch CAPSULE OUT GRID_X GRID_Y GRID_Z MEMORY [WORD=VALUE]…: see tests/support/enlarged_launch.h
#include <cstdio>
#include <cstdlib>

#include "tests/support/enlarged_launch.h"

int main(int argc, char** argv) {
  if (argc < 7) {
    std::fputs("enlarge_launch CAPSULE OUT GRID_X GRID_Y GRID_Z MEMORY [WORD=VALUE]...\n", stderr);
    return 2;
  }
  try {
    const auto number = [](const char* text) {
      return static_cast<uint32_t>(std::strtoul(text, nullptr, 0));
    };
    warpglass::test::Enlargement how{
        {number(argv[3]), number(argv[4]), number(argv[5])}, number(argv[6]), {}};
    for (int i = 7; i < argc; ++i) how.parameters[number(argv[i])] = number(std::strchr(argv[i], '=') + 1);
    const warpglass::Capsule capsule = warpglass::Capsule::open(argv[1]);
    warpglass::test::EnlargedLaunch(capsule, how).write(argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "enlarge_launch: %s\n", error.what());
    return 3;
  }
  return 0;
}
