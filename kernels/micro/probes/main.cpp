// Runs probes: warpglass-probes [--profiled] [--repeats N] [-o FILE] [--list] [NAME...]
// Without names: all timing probes, or with --profiled all launch probes (run those under ncu -k regex:^probed_).
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>

#include "micro/probes/probe.h"

namespace warpglass::probes {

std::vector<Probe>& all_probes() {
  static std::vector<Probe> probes;
  return probes;
}

namespace {
int most_repeats = 21;
}
int repeats(int most) { return std::min(most, most_repeats); }

void check(cudaError_t status, const char* doing) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string("CUDA failed while ") + doing + ": " + cudaGetErrorString(status));
}

void Output::result(const std::string& probe, const std::string& parameters, std::vector<double> values,
                    const char* unit) {
  if (values.empty()) return;
  std::sort(values.begin(), values.end());
  const double median = (values[values.size() / 2] + values[(values.size() - 1) / 2]) / 2;
  std::fprintf(file_, "{\"probe\": \"%s\", \"parameters\": {%s}, \"median\": %.6g, \"min\": %.6g, \"max\": %.6g, "
               "\"repeats\": %zu, \"unit\": \"%s\"}\n", probe.c_str(), parameters.c_str(), median, values.front(),
               values.back(), values.size(), unit);
}

void Output::series(const std::string& probe, const std::string& parameters, const std::vector<double>& values,
                    const char* unit) {
  std::fprintf(file_, "{\"probe\": \"%s\", \"parameters\": {%s}, \"unit\": \"%s\", \"series\": [", probe.c_str(),
               parameters.c_str(), unit);
  for (size_t i = 0; i < values.size(); ++i) std::fprintf(file_, "%s%.10g", i == 0 ? "" : ",", values[i]);
  std::fprintf(file_, "]}\n");
}

void Output::launch(const std::string& probe, const std::string& parameters) {
  std::fprintf(file_, "{\"probe\": \"%s\", \"parameters\": {%s}}\n", probe.c_str(), parameters.c_str());
}

namespace {

void describe(Output& output) {
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "asking for the device");
  int driver = 0, runtime = 0, clock = 0, memory_clock = 0;
  check(cudaDriverGetVersion(&driver), "asking for the driver");
  check(cudaRuntimeGetVersion(&runtime), "asking for the runtime");
  check(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0), "asking for the clock");
  check(cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, 0), "asking for the memory clock");
  output.launch("device", parameters("name", static_cast<const char*>(device.name), "sms", device.multiProcessorCount, "driver", driver,
                                     "runtime", runtime, "clock_khz", clock, "memory_clock_khz", memory_clock,
                                     "l2_bytes", device.l2CacheSize));
}

int run(int count, char** arguments) {
  bool profiled = false, list = false;
  std::FILE* file = stdout;
  std::vector<std::string> names;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--profiled") {
      profiled = true;
    } else if (argument == "--list") {
      list = true;
    } else if (argument == "--repeats" && i + 1 < count) {
      most_repeats = std::max(2, std::atoi(arguments[++i]));  // the first of two may be there to warm caches
    } else if (argument == "-o" && i + 1 < count) {
      file = std::fopen(arguments[++i], "a");
      if (file == nullptr) throw std::runtime_error(std::string("cannot write ") + arguments[i]);
    } else {
      names.push_back(argument);
    }
  }
  std::sort(all_probes().begin(), all_probes().end(),
            [](const Probe& a, const Probe& b) { return std::strcmp(a.name, b.name) < 0; });
  for (const std::string& name : names) {
    if (std::none_of(all_probes().begin(), all_probes().end(), [&](const Probe& p) { return name == p.name; }))
      throw std::runtime_error("there is no probe '" + name + "'; --list shows them");
  }
  Output output(file);
  if (!list) describe(output);
  int failed = 0;
  for (const Probe& probe : all_probes()) {
    if (list) {
      std::printf("%s%s\n", probe.name, probe.profiled ? " (profiled)" : "");
      continue;
    }
    if (probe.profiled != profiled) continue;
    if (!names.empty() && std::find(names.begin(), names.end(), probe.name) == names.end()) continue;
    try {
      probe.run(output);
      check(cudaDeviceSynchronize(), probe.name);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", probe.name, error.what());
      failed = 1;
    }
    std::fflush(file);
  }
  return failed;
}

}  // namespace
}  // namespace warpglass::probes

int main(int count, char** arguments) {
  try {
    return warpglass::probes::run(count, arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warpglass-probes: %s\n", error.what());
    return 1;
  }
}
