// What is open: runs, and measurements to hold them against.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/core/access_samples.h"
#include "isa/program.h"
#include "models/model.h"
#include "sim/result.h"
#include "traces/import/measurement.h"

namespace warpglass::gui {

class TimelineData;

/// What only the launch itself can tell: control codes and real addresses.
struct LaunchDetails {
  std::filesystem::path path;      ///< the capsule or trace
  isa::Program program;
  AccessSamples accesses;
};

/// One run. Immutable once loaded, so that views and threads share it.
struct RunDocument {
  std::filesystem::path path;
  std::string name;                ///< "transpose-conflict-1024"
  sim::RunResult result;
  std::shared_ptr<const TimelineData> timeline;  ///< nullptr: none was recorded
  std::optional<Model> model;      ///< the model it ran on, where its file is still there
  std::shared_ptr<const LaunchDetails> launch;   ///< nullptr: only the run file was opened
  std::string launch_problem;      ///< why `launch` is missing
  double simulated_seconds = 0;    ///< that its simulation took when it was loaded, times its threads; 0: it was read
};

using RunPointer = std::shared_ptr<const RunDocument>;
using MeasurementPointer = std::shared_ptr<const Measurement>;

/// A measurement belongs to a run when their names agree, else when their kernels and shapes do.
bool belongs(const Measurement& measurement, const RunDocument& run);

}  // namespace warpglass::gui
