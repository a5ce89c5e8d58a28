#include "traces/capture/device_facts.h"

#include <dlfcn.h>

#include <cctype>
#include <ctime>
#include <fstream>
#include <iterator>

namespace warpglass::capture {
namespace {

struct Fact {
  const char* name;
  CUdevice_attribute attribute;
};

constexpr Fact kFacts[] = {
    {"sm_count", CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
    {"sm_clock_khz", CU_DEVICE_ATTRIBUTE_CLOCK_RATE},
    {"memory_clock_khz", CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE},
    {"memory_bus_bits", CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH},
    {"l2_bytes", CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE},
    {"shared_bytes_per_sm", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR},
    {"shared_bytes_per_block_optin", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
    {"reserved_shared_bytes_per_block", CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK},
    {"registers_per_sm", CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR},
    {"threads_per_sm", CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
    {"blocks_per_sm", CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR},
    {"ecc", CU_DEVICE_ATTRIBUTE_ECC_ENABLED},
};

int attribute(const Driver& driver, CUdevice_attribute which, CUdevice device) {
  int value = 0;
  return driver.cuDeviceGetAttribute_(&value, which, device) == CUDA_SUCCESS ? value : -1;
}

/// The management library knows the version where /proc does not show it (containers).
std::string version_from_nvml() {
  void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "";
  const auto start = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
  const auto version = reinterpret_cast<int (*)(char*, unsigned)>(dlsym(library, "nvmlSystemGetDriverVersion"));
  const auto stop = reinterpret_cast<int (*)()>(dlsym(library, "nvmlShutdown"));
  char text[96] = "";
  if (start && version && stop && start() == 0) {
    if (version(text, sizeof text) != 0) text[0] = '\0';
    stop();
  }
  dlclose(library);
  return text;
}

std::string read_all(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::map<std::string, std::string> device_facts(const Driver& driver) {
  std::map<std::string, std::string> facts;
  CUdevice device = 0;
  if (driver.cuCtxGetDevice_(&device) != CUDA_SUCCESS) return facts;
  char name[256] = "";
  if (driver.cuDeviceGetName_(name, sizeof name, device) == CUDA_SUCCESS) facts["name"] = name;
  size_t bytes = 0;
  if (driver.cuDeviceTotalMem_(&bytes, device) == CUDA_SUCCESS) facts["memory_bytes"] = std::to_string(bytes);
  facts["compute_capability"] =
      std::to_string(attribute(driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device)) + '.' +
      std::to_string(attribute(driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
  for (const Fact& fact : kFacts)
    if (const int value = attribute(driver, fact.attribute, device); value >= 0) facts[fact.name] = std::to_string(value);
  return facts;
}

std::string parse_driver_version(const std::string& proc_text) {
  // The first word made of digits and at least one dot.
  for (size_t at = 0; at < proc_text.size();) {
    const size_t start = proc_text.find_first_not_of(" \t\n", at);
    if (start == std::string::npos) break;
    at = std::min(proc_text.find_first_of(" \t\n", start), proc_text.size());
    const std::string word = proc_text.substr(start, at - start);
    if (word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos) return word;
  }
  return "";
}

std::string driver_version(const Driver& driver) {
  std::string version = parse_driver_version(read_all("/proc/driver/nvidia/version"));
  if (version.empty()) version = version_from_nvml();
  if (!version.empty()) return version;
  int number = 0;
  if (driver.cuDriverGetVersion_(&number) != CUDA_SUCCESS) return "";
  return "CUDA " + std::to_string(number / 1000) + '.' + std::to_string(number % 1000 / 10);
}

std::string command_line() {
  std::string text = read_all("/proc/self/cmdline");
  while (!text.empty() && text.back() == '\0') text.pop_back();
  for (char& c : text)
    if (c == '\0') c = ' ';
  return text;
}

std::string utc_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace warpglass::capture
