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
    check(cudaMemcpy(data_, host.data(), bytes, cudaMemcpyHostToDevice), "copying to the GPU");
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  float* data() const { return data_; }

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

template <class Launch>
Timing time_launches(std::size_t launches, Launch launch) {
  std::vector<double> microseconds;
  Event start;
  Event stop;
  for (std::size_t i = 0; i < launches; ++i) {
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

HostArray input_sequence(std::size_t elements, std::size_t index) {
  constexpr std::uint64_t kPeriod = 4093;
  constexpr std::uint64_t kStep = 1597;  // neighbours differ much; any step gives all residues of a prime
  HostArray values(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    const std::uint64_t residue = (i * kStep + index * 811) % kPeriod;
    values[i] = static_cast<float>((2.0 * static_cast<double>(residue) - kPeriod) / kPeriod);
  }
  return values;
}

HostArray output_pattern(std::size_t elements) {
  return HostArray(elements, std::bit_cast<float>(std::uint32_t{0x7fc5a5a5}));
}

Outcome run_case(const Case& c, std::size_t launches, std::size_t timed_launches) {
  std::vector<HostArray> inputs;
  for (std::size_t i = 0; i < c.inputs.size(); ++i) inputs.push_back(input_sequence(c.inputs[i], i));
  HostArray output = output_pattern(c.output);
  HostArray expected = output;
  c.reference(c, inputs, expected);

  std::vector<std::unique_ptr<DeviceArray>> arrays;
  std::vector<const float*> pointers;
  for (const HostArray& input : inputs) {
    arrays.push_back(std::make_unique<DeviceArray>(input));
    pointers.push_back(arrays.back()->data());
  }
  const DeviceArray device_output(output);
  const auto launch = [&] {
    c.launch(c, pointers, device_output.data());
    check(cudaGetLastError(), "launching " + c.name());
  };
  for (std::size_t i = 0; i < launches; ++i) launch();
  check(
      cudaMemcpy(output.data(), device_output.data(), output.size() * sizeof(float), cudaMemcpyDeviceToHost),
      "running " + c.name());

  Outcome outcome;
  compare(c, output, expected, outcome);
  if (timed_launches != 0) outcome.timing = time_launches(timed_launches, launch);
  return outcome;
}

}  // namespace warpglass::kernels
