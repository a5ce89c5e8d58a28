#include "traces/capture/preset_probe.h"

#include "traces/capture/preset_probe_image.h"

namespace warpglass::capture {
namespace {

/// Module and memory of the probe, released whatever happens.
struct Probe {
  explicit Probe(const Driver& d) : driver(d) {}
  ~Probe() {
    if (out != 0) driver.cuMemFree_(out);
    if (module) driver.cuModuleUnload_(module);
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  const Driver& driver;
  CUmodule module = nullptr;
  CUdeviceptr out = 0;
};

CUresult run(Probe& probe, uint32_t bytes, std::vector<uint8_t>& presets) {
  const Driver& driver = probe.driver;
  struct {
    unsigned word[64];
  } words{};
  int first = -static_cast<int>(bytes / 4);
  unsigned count = bytes / 4;
  CUfunction function = nullptr;
  CUresult result = driver.cuModuleLoadData_(&probe.module, kPresetProbeImage);
  if (result == CUDA_SUCCESS) result = driver.cuModuleGetFunction_(&function, probe.module, "warpglass_preset_probe");
  if (result == CUDA_SUCCESS) result = driver.cuMemAlloc_(&probe.out, bytes);
  void* parameters[] = {&words, &probe.out, &first, &count};
  constexpr unsigned kThreads = 256;
  if (result == CUDA_SUCCESS)
    result = driver.cuLaunchKernel_(function, 1, 1, 1, kThreads, 1, 1, 0, nullptr, parameters, nullptr);
  if (result == CUDA_SUCCESS) result = driver.cuCtxSynchronize_();
  presets.resize(bytes);
  if (result == CUDA_SUCCESS) result = driver.cuMemcpyDtoH_(presets.data(), probe.out, bytes);
  return result;
}

}  // namespace

std::vector<uint8_t> read_presets(const Driver& driver, uint32_t parameter_base, std::string& why) {
  Probe probe(driver);
  std::vector<uint8_t> presets;
  const CUresult result = run(probe, parameter_base, presets);
  if (result == CUDA_SUCCESS) return presets;
  why = "the presets of constant bank 0 could not be read (" + error_name(driver, result) + ")";
  return {};
}

}  // namespace warpglass::capture
