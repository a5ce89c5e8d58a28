// Values of a model from the results of probes: each by one rule that can be read, with the interval that the
// repeats allow.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/calibration/probe_results.h"
#include "models/model.h"

namespace warpglass {

struct CalibratedValue {
  std::string key;   ///< "noc.store_lines"
  double value = 0;  ///< rounded as the model file holds it
  double least = 0, most = 0;
  std::string source, date;  ///< of the probe
  std::string how;           ///< what was measured and what is subtracted
};

/// Derives every value that a rule exists for, in the order of parameters(). `model` gives what probes cannot
/// separate (the memory clock, the parts of a round trip).
std::vector<CalibratedValue> calibrate(const ProbeResults& results, const Model& model);

/// Text of a value in a model file: "2", "38.5".
std::string value_text(const CalibratedValue& value);

/// The model file's text with these values, their notes, spreads and dates; all else stays. Throws BadInput
/// if a key has no line.
std::string with_values(std::string_view model_text, std::span<const CalibratedValue> values);

}  // namespace warpglass
