#include "traces/capture/recording.h"

#include <filesystem>

#include "base/error.h"
#include "traces/capture/constant_bank.h"
#include "traces/capture/device_facts.h"
#include "traces/capture/preset_probe.h"

namespace warpglass::capture {

Recording::Recording(ProcessState& state, const LaunchCall& call, const std::string& kernel)
    : state_(state), driver_(*state.driver), call_(call), kernel_(kernel), demangled_(demangle(kernel)) {
  refuse_capturing_stream();
  handle_ = resolve_kernel(driver_, call_.function);
  find_image();
  read_parameters();
  if (!call_.has_cluster) call_.shape.cluster = compiled_cluster(driver_, handle_);
  if (const CUresult result = driver_.cuCtxSynchronize_(); result != CUDA_SUCCESS)
    throw unsupported("{}: the work before it failed with {}", demangled_, error_name(driver_, result));
  open_capsule(reachable_memory());
}

void Recording::refuse_capturing_stream() const {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  if (driver_.cuStreamIsCapturing_(call_.stream, &status) == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE)
    throw unsupported("{}: skipped, as its stream is being captured into a CUDA graph", demangled_);
}

void Recording::find_image() {
  {
    const std::lock_guard guard(state_.lock);
    state_.images.attribute(handle_.module_number(), kernel_);
    image_ = state_.images.find(handle_.module_number(), kernel_);
  }
  if (!image_.bytes) return;
  cubin_ = isa::read_cubin(*image_.bytes);
  variables_ = module_variables(*image_.bytes);
}

void Recording::read_parameters() {
  if (auto packed = packed_parameters(call_.extra)) {
    parameters_ = std::move(*packed);
    return;
  }
  std::vector<ParameterSlot> slots;
  uint32_t bytes = 0;
  if (const isa::CubinKernel* kernel = cubin_.find(kernel_)) {
    for (const isa::KernelParameter& parameter : kernel->parameters) slots.push_back({parameter.offset, parameter.bytes});
    bytes = kernel->parameter_bytes;
  } else {
    slots = parameter_slots(driver_, call_.function, handle_);
    if (slots.empty() && call_.kernel_params)
      throw unsupported("{}: skipped, as neither its machine code nor the driver tells its parameters", demangled_);
  }
  parameters_ = assemble_parameters(slots, bytes, call_.kernel_params);
}

std::vector<MemoryRegion> Recording::reachable_memory() const {
  AllocationMap reachable;
  {
    const std::lock_guard guard(state_.lock);
    reachable = state_.allocations;
  }
  add_parameter_targets(reachable);
  for (const MemoryRegion& region : module_regions(driver_, handle_.module, variables_))
    if (!reachable.covers(region.address)) reachable.add(region.address, region.bytes, region.kind);
  return reachable.live();
}

/// Memory that was allocated in a way the library does not follow, yet the kernel is handed a pointer to.
void Recording::add_parameter_targets(AllocationMap& reachable) const {
  for (const uint64_t word : parameter_words(parameters_)) {
    CUdeviceptr base = 0;
    size_t bytes = 0;
    if (word < 4096 || reachable.covers(word)) continue;
    if (driver_.cuMemGetAddressRange_(&base, &bytes, word) == CUDA_SUCCESS && !reachable.covers(base))
      reachable.add(base, bytes, "device");
  }
}

void Recording::open_capsule(const std::vector<MemoryRegion>& regions) {
  uint64_t bytes = 0;
  for (const MemoryRegion& region : regions) bytes += region.bytes;
  if (bytes > state_.request.max_bytes)
    throw unsupported("{}: skipped, as {} bytes of memory are alive and the limit is {}: capture with --max-bytes {}",
                      demangled_, bytes, state_.request.max_bytes, bytes);
  std::filesystem::create_directories(state_.request.folder);
  const bool named = !state_.request.name.empty();
  name_.emplace(state_.request.folder, named ? state_.request.name : short_kernel_name(demangled_), named);
  writer_ = std::make_unique<CapsuleWriter>(name_->path());
  snapshot_.emplace(driver_, *writer_);
  snapshot_->before(regions);
  if (snapshot_->unreadable() != 0)
    notes_.push_back(fmt::format("{}: {} allocations could not be read and are not in the capsule", demangled_,
                                 snapshot_->unreadable()));
}

std::string Recording::finish() {
  if (const CUresult result = driver_.cuCtxSynchronize_(); result != CUDA_SUCCESS)
    throw unsupported("{}: it failed with {}", demangled_, error_name(driver_, result));
  if (!snapshot_->after()) throw unsupported("{}: its memory could not be read after the launch", demangled_);
  if (!image_.bytes) find_image();
  if (!image_.bytes) throw unsupported("{}: skipped, as its machine code was not seen", demangled_);
  writer_->set_info(describe());
  writer_->set_cubin(*image_.bytes);
  writer_->finish();
  name_->keep();
  return name_->path().string();
}

CapsuleInfo Recording::describe() {
  CapsuleInfo info;
  info.kernel = kernel_;
  info.demangled = demangled_;
  info.shape = call_.shape;
  info.parameters = parameters_;
  info.origin.application = command_line();
  info.origin.date = utc_date();
  info.origin.driver = driver_version(driver_);
  if (cubin_.toolkit != 0) info.origin.toolkit = fmt::format("{}.{}", cubin_.toolkit / 10, cubin_.toolkit % 10);
  info.origin.device = device_facts(driver_);
  info.origin.device["image_found_by"] = image_.basis;
  fill_banks(info);
  return info;
}

void Recording::fill_banks(CapsuleInfo& info) {
  const isa::CubinKernel* const kernel = cubin_.find(kernel_);
  if (!kernel) throw unsupported("{}: skipped, as its machine code does not hold it", demangled_);
  BankInputs inputs{call_.shape, kernel->parameter_base, parameters_, 0, kernel->static_shared_bytes, call_.cooperative};
  if (const auto sms = info.origin.device.find("sm_count"); sms != info.origin.device.end())
    inputs.sm_count = static_cast<uint32_t>(std::stoul(sms->second));
  std::string why;
  const std::vector<uint8_t> presets = read_presets(driver_, kernel->parameter_base, why);
  info.origin.device["presets"] = presets.empty() ? "documented values: " + why : "read on the device";
  if (presets.empty()) notes_.push_back(demangled_ + ": " + why + "; documented values stand for them");

  std::vector<std::string> missing;
  info.constant_banks = module_banks(driver_, handle_.module, cubin_, kernel_, variables_, missing);
  for (const std::string& name : missing) notes_.push_back(demangled_ + ": the address of " + name + " is not known");
  const isa::ConstantBank* const image = cubin_.constant_bank(0, kernel_);
  info.constant_banks[0] =
      constant_bank0(inputs, presets, image ? std::span<const uint8_t>(image->bytes) : std::span<const uint8_t>());
  info.shared_window = shared_window(info.constant_banks[0]);
  info.local_window = local_window(info.constant_banks[0]);
}

}  // namespace warpglass::capture
