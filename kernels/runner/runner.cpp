#include "runner/runner.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>

namespace warpglass::kernels {
namespace {

void check(cudaError_t status, const std::string& doing) {
  if (status == cudaSuccess) return;
  throw std::runtime_error("CUDA failed while " + doing + ": " + cudaGetErrorString(status));
}

class DeviceArray {
 public:
  explicit DeviceArray(const HostArray& host) {
    const std::size_t bytes = host.size() * sizeof(float);
    check(cudaMalloc(&data_, bytes), "allocating " + std::to_string(bytes) + " bytes");
    set(host);
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  float* data() const { return data_; }
  void set(const HostArray& host) const {
    check(cudaMemcpy(data_, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice),
          "copying to the GPU");
  }

 private:
  float* data_ = nullptr;
};

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "creating an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record() { check(cudaEventRecord(event_), "recording an event"); }
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

double error_of(float got, float expected) {
  if (std::bit_cast<std::uint32_t>(got) == std::bit_cast<std::uint32_t>(expected)) return 0;
  const double error = std::fabs(static_cast<double>(got) - expected) /
                       std::max(1.0, std::fabs(static_cast<double>(expected)));
  return std::isnan(error) || error == 0 ? INFINITY : error;  // NaN, or zeros of different sign
}

void compare(const Case& c, const HostArray& got, const HostArray& expected, Outcome& outcome) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = error_of(got[i], expected[i]);
    outcome.worst_error = std::max(outcome.worst_error, error);
    if (error <= c.tolerance) continue;
    if (wrong++ == 0) {
      outcome.error = c.name() + ": output element " + std::to_string(i) + " is " + std::to_string(got[i]) +
                      ", expected " + std::to_string(expected[i]);
    }
  }
  if (wrong != 0) {
    outcome.error +=
        "; " + std::to_string(wrong) + " of " + std::to_string(got.size()) + " elements are wrong";
  }
}

template <class Prepare, class Launch>
Timing time_launches(std::size_t launches, Prepare prepare, Launch launch) {
  std::vector<double> microseconds;
  Event start;
  Event stop;
  for (std::size_t i = 0; i < launches; ++i) {
    prepare();
    start.record();
    launch();
    stop.record();
    check(cudaEventSynchronize(stop.get()), "waiting for a timed launch");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()), "reading an event");
    microseconds.push_back(milliseconds * 1000.0);
  }
  std::sort(microseconds.begin(), microseconds.end());
  const std::size_t middle = launches / 2;
  const double median =
      launches % 2 == 1 ? microseconds[middle] : (microseconds[middle - 1] + microseconds[middle]) / 2;
  return {launches, median, microseconds.front(), microseconds.back()};
}

}  // namespace

Outcome run_case(const Case& c, std::size_t launches, std::size_t timed_launches) {
  std::vector<HostArray> inputs;
  for (std::size_t i = 0; i < c.inputs.size(); ++i) inputs.push_back(c.fill(c.inputs[i], i));
  const HostArray initial = c.accumulates ? HostArray(c.output) : output_pattern(c.output);
  HostArray output = initial;
  HostArray expected = output;
  c.reference(c, inputs, expected);

  std::vector<std::unique_ptr<DeviceArray>> arrays;
  std::vector<const float*> pointers;
  for (const HostArray& input : inputs) {
    arrays.push_back(std::make_unique<DeviceArray>(input));
    pointers.push_back(arrays.back()->data());
  }
  const DeviceArray device_output(output);
  const auto prepare =
      [&] {  // by a copy, which can be no launch: launches are counted when they are measured
        if (c.accumulates) device_output.set(initial);
      };
  const auto launch = [&] {
    c.launch(c, pointers, device_output.data());
    check(cudaGetLastError(), "launching " + c.name());
  };
  for (std::size_t i = 0; i < launches; ++i) {
    prepare();
    launch();
  }
  check(
      cudaMemcpy(output.data(), device_output.data(), output.size() * sizeof(float), cudaMemcpyDeviceToHost),
      "running " + c.name());

  Outcome outcome;
  compare(c, output, expected, outcome);
  if (timed_launches != 0) outcome.timing = time_launches(timed_launches, prepare, launch);
  return outcome;
}

}  // namespace warpglass::kernels
