#include "sim/cli/launch_input.h"

#include "base/error.h"
#include "models/model.h"
#include "sim/sampling/sampled_run.h"
#include "traces/capsule.h"
#include "traces/container/database.h"
#include "traces/replay/device_memory.h"
#include "traces/replay/executor.h"
#include "traces/trace/trace_reader.h"

namespace warpglass::cli {
namespace {

class CapsuleInput final : public LaunchInput {
 public:
  explicit CapsuleInput(const std::filesystem::path& path)
      : capsule_(Capsule::open(path)), memory_(capsule_, 0), stream_(make_executor(load_launch(capsule_), memory_)) {}

  LaunchStream& stream() override { return *stream_; }

  void describe(sim::RunResult& result) const override {
    result.kernel = capsule_.info().demangled.empty() ? capsule_.info().kernel : capsule_.info().demangled;
    result.source = capsule_.path().filename().string();
    for (SourceFile& source : capsule_.sources()) result.sources.emplace_back(std::move(source.path), std::move(source.text));
  }

 private:
  Capsule capsule_;
  DeviceMemory memory_;
  std::unique_ptr<LaunchStream> stream_;
};

class TraceInput final : public LaunchInput {
 public:
  explicit TraceInput(const std::filesystem::path& path) : reader_(TraceReader::open(path)) {}

  LaunchStream& stream() override { return reader_->stream(); }

  void describe(sim::RunResult& result) const override {
    result.kernel = reader_->description().kernel;
    result.source = reader_->description().source;
    result.sources = reader_->description().sources;
  }

 private:
  std::unique_ptr<TraceReader> reader_;
};

}  // namespace

std::unique_ptr<LaunchInput> open_launch(const std::filesystem::path& path) {
  const FileFormat& format = detect_format(path);
  if (&format == &kCapsuleFormat) return std::make_unique<CapsuleInput>(path);
  if (&format == &kTraceFormat) return std::make_unique<TraceInput>(path);
  throw bad_input("{}: this is a {}; a capsule or a trace is needed here", path.string(), format.name);
}

sim::RunResult simulate_file(const std::filesystem::path& path, const std::string& model_name, const std::vector<std::string>& settings,
                             const sim::SimulationOptions& options, bool sample) {
  Model model = load_model(model_name);
  for (const std::string& setting : settings) set_parameter(model, setting);
  std::shared_ptr<LaunchInput> input;
  const auto open = [&] {
    input = open_launch(path);
    return std::shared_ptr<LaunchStream>(input, &input->stream());
  };
  sim::RunResult result = sample ? sim::simulate_sampled(open, model, options) : sim::simulate(*open(), model, options);
  result.settings = settings;
  input->describe(result);
  return result;
}

}  // namespace warpglass::cli
