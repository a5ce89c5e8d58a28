// Compares the model of the multi-function unit with what mufu_sweep measured, on all 2^32 inputs of each function.
//
// usage: mufu_check FOLDER FUNCTION…
// FOLDER holds FUNCTION.hashes (unpack the .xz files first): one hash for each block of 2^16 inputs.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "isa/semantics/mufu.h"
#include "kernels/micro/mufu_laws.h"
#include "tests/isa/mufu_functions.h"

namespace {

using warpglass::isa::MufuFunction;

std::vector<std::uint32_t> read_hashes(const std::string& path) {
  std::vector<std::uint32_t> hashes(65536);
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(hashes.data()), 4 * 65536)) hashes.clear();
  return hashes;
}

/// Prints the blocks that differ; true when there are none.
bool check(const std::string& name, const std::vector<std::uint32_t>& hashes) {
  const MufuFunction function = warpglass::mufu_tests::function(name);
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::uint8_t> differs(65536);
  std::atomic<std::uint32_t> next = 0;
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t)
    threads.emplace_back([&] {
      for (std::uint32_t block; (block = next++) < 65536;)
        differs[block] = warpglass::mufu_tests::block_hash(function, block) != hashes[block];
    });
  threads.clear();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  unsigned count = 0;
  for (std::uint32_t block = 0; block < 65536; ++block) {
    if (!differs[block]) continue;
    if (count < 8) std::printf("%s: block %04x differs\n", name.c_str(), block);
    ++count;
  }
  std::printf("%s: %u of 65536 blocks differ (%.1f s)\n", name.c_str(), count, seconds.count());
  std::fflush(stdout);
  return count == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: mufu_check FOLDER FUNCTION...\n");
    return 2;
  }
  bool good = true;
  for (int i = 2; i < argc; ++i) {
    const std::vector<std::uint32_t> hashes = read_hashes(std::string(argv[1]) + '/' + argv[i] + ".hashes");
    if (hashes.empty()) {
      std::fprintf(stderr, "mufu_check: cannot read the hashes of '%s' in '%s'\n", argv[i], argv[1]);
      return 3;
    }
    good = check(argv[i], hashes) && good;
  }
  return good ? 0 : 1;
}
