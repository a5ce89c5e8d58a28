// The entry point of libwarpglass-capture.so. The driver loads the library that CUDA_INJECTION64_PATH names into any CUDA
// program and calls InitializeInjection before the program's first call of CUDA.
#include <cstdlib>
#include <exception>
#include <memory>

#include "base/error.h"
#include "traces/capture/allocation_calls.h"
#include "traces/capture/cupti_library.h"
#include "traces/capture/recording.h"
#include "traces/capture/selection.h"

namespace warpglass::capture {
namespace {

struct Library {
  explicit Library(CaptureRequest asked) : log(asked.log), selection(asked) { state.request = std::move(asked); }
  ProcessState state;
  Log log;
  Selection selection;
  /// Held from the entry to the exit of a captured launch: launches of other threads wait, as they would change the
  /// memory between the two copies.
  std::mutex capturing;
};

Library* library = nullptr;  // never deleted: callbacks may come while the process ends

/// True while this thread's calls of the driver are the library's own.
thread_local bool inside = false;

struct Inside {
  Inside() {
    inside = true;
    // Without this, our copies would break a stream capture that the application has under way elsewhere.
    library->state.driver->cuThreadExchangeStreamCaptureMode_(&mode);
  }
  ~Inside() {
    library->state.driver->cuThreadExchangeStreamCaptureMode_(&mode);
    inside = false;
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
};

struct Pending {
  std::unique_lock<std::mutex> exclusive;
  std::unique_ptr<Recording> recording;
};
thread_local std::unique_ptr<Pending> pending;

/// The first launch that finds the driver: it is not there when the library is loaded.
bool driver_ready() {
  static std::once_flag once;
  std::call_once(once, [] {
    std::string why;
    library->state.driver = load_driver(why);
    if (!library->state.driver) library->log.note(why);
  });
  return library->state.driver != nullptr;
}

bool is_selected(const std::string& kernel) {
  const std::lock_guard guard(library->state.lock);
  if (library->selection.first_sight(kernel)) library->log.seen(kernel);
  return library->selection.take(kernel);
}

void skipped(const std::exception& error) {
  library->log.note(error.what());
  const std::lock_guard guard(library->state.lock);
  library->selection.give_back();
}

void enter_launch(const LaunchCall& call, const std::string& kernel) {
  if (pending || !driver_ready()) return;
  auto next = std::make_unique<Pending>();
  next->exclusive = std::unique_lock(library->capturing);
  if (!is_selected(kernel)) return;
  const Inside guard;
  try {
    next->recording = std::make_unique<Recording>(library->state, call, kernel);
    pending = std::move(next);
  } catch (const std::exception& error) {
    skipped(error);
  }
}

/// A module that was loaded during this launch is the launched kernel's.
void attribute_new_image(const LaunchCall& call, const std::string& kernel) {
  {
    const std::lock_guard guard(library->state.lock);
    if (!library->state.images.unattributed()) return;
  }
  const Inside guard;
  const KernelHandle handle = resolve_kernel(*library->state.driver, call.function);
  const std::lock_guard lock(library->state.lock);
  library->state.images.attribute(handle.module_number(), kernel);
}

void leave_launch(const LaunchCall& call, const std::string& kernel, bool launched) {
  if (!driver_ready()) return;
  if (!pending) return attribute_new_image(call, kernel);
  const Inside guard;
  const std::unique_ptr<Pending> current = std::move(pending);
  try {
    if (!launched) throw unsupported("{}: skipped, as the launch failed", demangle(kernel));
    const std::string path = current->recording->finish();
    for (const std::string& note : current->recording->notes()) library->log.note(note);
    library->log.capsule(path);
  } catch (const std::exception& error) {
    skipped(error);
  }
}

void on_module(CUpti_CallbackId id, const void* parameters) {
  const auto& resource = *static_cast<const CUpti_ResourceData*>(parameters);
  const auto* module = static_cast<const CUpti_ModuleResourceData*>(resource.resourceDescriptor);
  if (!module) return;
  const std::lock_guard guard(library->state.lock);
  if (id == CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING) {
    library->state.images.remove(module->moduleId);
  } else if (id == CUPTI_CBID_RESOURCE_MODULE_LOADED && module->pCubin) {
    const auto* first = reinterpret_cast<const uint8_t*>(module->pCubin);
    library->state.images.add(module->moduleId, {first, first + module->cubinSize});
  }
}

/// cuModuleLoad* returned: the image that came with it is the module's.
void on_module_load(const CUpti_CallbackData& data) {
  const auto* result = static_cast<const CUresult*>(data.functionReturnValue);
  if (data.callbackSite != CUPTI_API_EXIT || !result || *result != CUDA_SUCCESS) return;
  const auto& loaded = *static_cast<const cuModuleLoadData_params*>(data.functionParams);  // all begin with the handle
  const std::lock_guard guard(library->state.lock);
  library->state.images.attribute(reinterpret_cast<uint64_t>(*loaded.module), "");
}

void on_launch(CUpti_CallbackId id, const CUpti_CallbackData& data, const LaunchCall& call) {
  const std::string kernel = data.symbolName ? data.symbolName : "";
  const auto* result = static_cast<const CUresult*>(data.functionReturnValue);
  (void)id;
  if (data.callbackSite == CUPTI_API_ENTER) return enter_launch(call, kernel);
  leave_launch(call, kernel, result && *result == CUDA_SUCCESS);
}

void on_graph_launch() {
  static std::once_flag once;
  std::call_once(once, [] { library->log.note("launches of CUDA graphs and on several devices at once are not captured"); });
}

void on_driver_call(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuModuleLoad:
    case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData:
    case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx:
    case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary: return on_module_load(data);
    case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch:
    case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernelMultiDevice: return on_graph_launch();
    default: break;
  }
  if (const auto call = read_launch(id, data.functionParams)) return on_launch(id, data, *call);
  const std::lock_guard guard(library->state.lock);
  follow_allocation(id, data, library->state.allocations);
}

/// Nothing may leave a callback: the frames above are the driver's.
void CUPTIAPI on_callback(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  try {
    if (domain == CUPTI_CB_DOMAIN_RESOURCE) return on_module(id, data);
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API && !inside)
      on_driver_call(id, *static_cast<const CUpti_CallbackData*>(data));
  } catch (const std::exception& error) {
    library->log.note(error.what());
  }
}

bool subscribe(const Cupti& cupti) {
  static CUpti_SubscriberHandle subscriber;
  const CUptiResult result = cupti.subscribe(&subscriber, on_callback, nullptr);
  if (result != CUPTI_SUCCESS) {
    const char* reason = "unknown error";
    cupti.result_string(result, &reason);
    library->log.note(fmt::format("CUPTI refuses to be used ({}): end other profilers of this program", reason));
    return false;
  }
  std::vector<CUpti_CallbackId> driver_calls{
      CUPTI_DRIVER_TRACE_CBID_cuModuleLoad,       CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData,
      CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx, CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary,
      CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,      CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
      CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernelMultiDevice};
  for (const auto* more : {&launch_callbacks(), &allocation_callbacks()})
    driver_calls.insert(driver_calls.end(), more->begin(), more->end());
  for (const CUpti_CallbackId id : driver_calls) cupti.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  for (const CUpti_CallbackId id : {CUPTI_CBID_RESOURCE_MODULE_LOADED, CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING})
    cupti.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, id);
  return true;
}

void start() {
  if (library) return;
  library = new Library(from_environment([](const char* name) -> const char* { return std::getenv(name); }));
  std::string why;
  const Cupti* const cupti = load_cupti(why);
  if (!cupti) return library->log.note(why);
  subscribe(*cupti);
}

}  // namespace
}  // namespace warpglass::capture

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  try {
    warpglass::capture::start();
  } catch (const std::exception& error) {
    warpglass::capture::Log("").note(error.what());
  }
  return 1;  // anything else would be reported to the application
}
