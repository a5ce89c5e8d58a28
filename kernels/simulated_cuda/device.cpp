#include "simulated_cuda/device.h"

#include "sim/simulator.h"
#include "traces/replay/executor.h"

namespace warpglass::simulated_cuda {

Device::Device(const std::string& model) : model_(load_model(model)) {}

sim::RunResult Device::launch(Module& module, const std::string& kernel, const LaunchShape& shape, void** arguments) {
  const auto image = module.launch_image(kernel, shape, arguments, static_cast<uint32_t>(model_.device_sms), memory_);
  const std::unique_ptr<LaunchStream> stream = make_executor(image, memory_);
  sim::SimulationOptions options;
  options.l2 = &l2_;
  sim::RunResult result = sim::simulate(*stream, model_, options);
  nanoseconds_ += static_cast<double>(result.cycles) * 1000 / model_.device_sm_clock;
  return result;
}

}  // namespace warpglass::simulated_cuda
