// One launch on its way into a capsule: the memory before it is copied when the launch is entered, the rest when it is
// left.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "isa/cubin.h"
#include "traces/capture/allocations.h"
#include "traces/capture/capsule_name.h"
#include "traces/capture/kernel_handle.h"
#include "traces/capture/launch_call.h"
#include "traces/capture/log.h"
#include "traces/capture/module_images.h"
#include "traces/capture/module_memory.h"
#include "traces/capture/request.h"
#include "traces/capture/snapshot.h"

namespace warpglass::capture {

/// What the library knows about the process. `lock` guards the maps; never hold it across a call of the driver, whose
/// callbacks take it.
struct ProcessState {
  std::mutex lock;
  AllocationMap allocations;
  ModuleImages images;
  CaptureRequest request;
  const Driver* driver = nullptr;
};

class Recording {
 public:
  /// Copies memory. Throws Unsupported, with a sentence, if the launch cannot be captured.
  Recording(ProcessState& state, const LaunchCall& call, const std::string& kernel);
  /// After the launch: completes the capsule and returns its path. Throws as above.
  std::string finish();
  /// Remarks for the user about what the capsule lacks.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void refuse_capturing_stream() const;
  void find_image();
  void read_parameters();
  std::vector<MemoryRegion> reachable_memory() const;
  void add_parameter_targets(AllocationMap& reachable) const;
  void open_capsule(const std::vector<MemoryRegion>& regions);
  CapsuleInfo describe();
  void fill_banks(CapsuleInfo& info);

  ProcessState& state_;
  const Driver& driver_;
  LaunchCall call_;
  std::string kernel_;
  std::string demangled_;
  KernelHandle handle_;
  ImageMatch image_;
  isa::Cubin cubin_;
  std::vector<ModuleVariable> variables_;
  std::vector<uint8_t> parameters_;
  std::vector<std::string> notes_;
  std::optional<ReservedName> name_;
  std::unique_ptr<CapsuleWriter> writer_;
  std::optional<Snapshot> snapshot_;
};

}  // namespace warpglass::capture
