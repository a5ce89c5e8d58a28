// Evaluates the GPU's MUFU functions and writes what a bit-exact model of them needs: outputs over chosen
// ranges, a hash of the outputs of every block of 2^16 inputs (so that a model can be proven on all 2^32
// inputs without a GPU), and how often supposed laws are broken.
//
// usage: mufu_sweep CUBIN FOLDER
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "micro/mufu_plan.h"

namespace warpglass::mufu {
namespace {

void check(cudaError_t status, const std::string& doing) {
  if (status != cudaSuccess) {
    throw std::runtime_error("CUDA failed while " + doing + ": " + cudaGetErrorString(status));
  }
}

std::vector<char> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read '" + path + "'");
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& path, const void* data, std::size_t bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  if (!file.flush()) throw std::runtime_error("cannot write '" + path + "'");
}

// sin.approx is FMUL.RZ by 1/2pi, then MUFU.SIN. With the constant replaced by 1 the kernels' input is the
// MUFU's own.
std::size_t bypass_range_reduction(std::vector<char>& cubin) {
  constexpr std::uint32_t kOneOverTwoPi = 0x3e22f983;
  constexpr std::uint32_t kOne = 0x3f800000;
  std::size_t patched = 0;
  // Instructions lie at multiples of 16 bytes, a 32-bit immediate in their second word.
  for (std::size_t i = 4; i + 4 <= cubin.size(); i += 4) {
    std::uint32_t word;
    std::memcpy(&word, &cubin[i], sizeof word);
    if (word != kOneOverTwoPi) continue;
    std::memcpy(&cubin[i], &kOne, sizeof kOne);
    ++patched;
  }
  if (patched == 0)
    throw std::runtime_error("the cubin has no multiplication by 1/2pi: SIN and COS cannot be swept");
  return patched;
}

template <class T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)), "allocating memory");
    check(cudaMemset(data_, 0, count * sizeof(T)), "clearing memory");
  }
  ~DeviceBuffer() { cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  T* data() const { return data_; }
  std::vector<T> read() const {
    std::vector<T> host(count_);
    check(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "reading results");
    return host;
  }
  void write(const T& value) {
    check(cudaMemcpy(data_, &value, sizeof value, cudaMemcpyHostToDevice), "writing");
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

class Sweeper {
 public:
  explicit Sweeper(const std::vector<char>& cubin) {
    check(cudaLibraryLoadData(&library_, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          "loading the cubin");
  }

  std::vector<std::uint32_t> outputs(const Range& range) const {
    DeviceBuffer<std::uint32_t> out(range.count);
    std::uint32_t* pointer = out.data();
    std::uint32_t start = range.start;
    std::uint32_t stride = range.stride;
    std::uint64_t count = range.count;
    void* arguments[] = {&start, &stride, &count, &pointer};
    launch(range.function + "_outputs", 2048, arguments);
    return out.read();
  }

  std::vector<std::uint32_t> hashes(const std::string& function) const {
    DeviceBuffer<std::uint32_t> out(65536);
    std::uint32_t* pointer = out.data();
    void* arguments[] = {&pointer};
    launch(function + "_hash", 65536, arguments);
    return out.read();
  }

  LawResult ask(const Question& question) const {
    DeviceBuffer<LawResult> out(1);
    out.write({0, 0, 0xffffffffU});
    LawResult* pointer = out.data();
    Law law = question.law;
    int parameter = question.parameter;
    void* arguments[] = {&law, &parameter, &pointer};
    launch(question.function + "_law", 4096, arguments);
    return out.read()[0];
  }

 private:
  void launch(const std::string& name, unsigned blocks, void** arguments) const {
    cudaKernel_t kernel = nullptr;
    check(cudaLibraryGetKernel(&kernel, library_, name.c_str()), "looking for " + name);
    check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(blocks), dim3(256), arguments, 0,
                           nullptr),
          "launching " + name);
    check(cudaDeviceSynchronize(), "running " + name);
  }

  cudaLibrary_t library_ = nullptr;
};

// Neighbouring outputs differ little. Differences split into planes of bytes compress far better than the
// words do: first the low byte of every difference, then the second, and so on. The first difference is from
// 0.
std::vector<std::uint8_t> planes_of_differences(const std::vector<std::uint32_t>& words) {
  std::vector<std::uint8_t> planes(words.size() * 4);
  std::uint32_t previous = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t difference = words[i] - previous;
    previous = words[i];
    for (std::size_t plane = 0; plane < 4; ++plane) {
      planes[plane * words.size() + i] = static_cast<std::uint8_t>(difference >> (8 * plane));
    }
  }
  return planes;
}

void sweep(const std::string& cubin_path, const std::string& folder) {
  std::vector<char> cubin = read_file(cubin_path);
  const std::size_t patched = bypass_range_reduction(cubin);
  const Sweeper sweeper(cubin);
  std::ofstream manifest(folder + "/manifest.json");
  manifest << "{\n\"patched_multiplications\": " << patched << ",\n\"ranges\": [";
  const char* separator = "\n";
  for (const Range& range : ranges()) {
    const std::vector<std::uint8_t> planes = planes_of_differences(sweeper.outputs(range));
    char name[64];
    std::snprintf(name, sizeof name, "%s-%08x-%u.planes", range.function.c_str(), range.start, range.stride);
    write_file(folder + '/' + name, planes.data(), planes.size());
    char line[256];
    std::snprintf(line, sizeof line,
                  R"({"file": "%s", "function": "%s", "start": %u, "stride": %u, "count": %llu})", name,
                  range.function.c_str(), range.start, range.stride,
                  static_cast<unsigned long long>(range.count));
    manifest << separator << line;
    separator = ",\n";
  }
  manifest << "\n],\n\"laws\": [";
  separator = "\n";
  for (const Question& question : questions()) {
    const LawResult result = sweeper.ask(question);
    char line[256];
    std::snprintf(
        line, sizeof line,
        R"({"function": "%s", "law": "%s", "parameter": %d, "checked": %llu, "broken": %llu, "first": %u})",
        question.function.c_str(), question.law_name.c_str(), question.parameter, result.checked,
        result.broken, result.first_broken);
    manifest << separator << line;
    separator = ",\n";
  }
  manifest << "\n]\n}\n";
  if (!manifest.flush()) throw std::runtime_error("cannot write '" + folder + "/manifest.json'");
  for (const std::string& function : hashed_functions()) {
    const std::vector<std::uint32_t> hashes = sweeper.hashes(function);
    write_file(folder + '/' + function + ".hashes", hashes.data(), hashes.size() * sizeof hashes[0]);
  }
}

}  // namespace
}  // namespace warpglass::mufu

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: mufu_sweep CUBIN FOLDER\n";
    return 2;
  }
  try {
    warpglass::mufu::sweep(argv[1], argv[2]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "mufu_sweep: " << error.what() << '\n';
    return 1;
  }
}
