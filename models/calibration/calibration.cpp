#include "models/calibration/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "models/calibration/rules.h"

namespace warpglass {
namespace {

using calibration::Derived;
using calibration::Rule;

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = [] {
    std::vector<Rule> list = calibration::sm_rules();
    for (const auto part : {calibration::memory_rules, calibration::launch_rules})
      for (Rule& rule : part()) list.push_back(std::move(rule));
    return list;
  }();
  return all;
}

double rounded(double value, bool integer, int digits) {
  if (integer) return std::round(value);
  if (value == 0) return 0;
  const double scale = std::pow(10.0, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
  return std::round(value * scale) / scale;
}

std::string short_number(double value) {
  return fmt::format("{:.4g}", value);
}

std::vector<CalibratedValue> derive_all(const ProbeResults& results, const Model& model) {
  std::vector<CalibratedValue> values;
  for (const ParameterInfo& parameter : parameters()) {
    const auto rule =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& r) { return r.key == parameter.key; });
    if (rule == rules().end()) continue;
    const Derived derived = rule->derive(results, model);
    const ProbeTable& table = results.table(derived.probe);
    const double value = std::clamp(rounded(derived.value.median, parameter.integer, rule->digits),
                                    parameter.least, parameter.most);
    values.push_back({std::string(parameter.key), value, std::min(derived.value.least, derived.value.median),
                      std::max(derived.value.most, derived.value.median), table.source, table.date,
                      derived.how});
  }
  return values;
}

}  // namespace

std::vector<CalibratedValue> calibrate(const ProbeResults& results, const Model& model) {
  Model effective = model;
  std::vector<CalibratedValue> values = derive_all(results, effective);
  // Some rules subtract what others derive: with those values in force they settle.
  for (const CalibratedValue& value : values) set_parameter(effective, value.key + '=' + value_text(value));
  return derive_all(results, effective);
}

std::string value_text(const CalibratedValue& value) {
  const auto all = parameters();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ParameterInfo& p) { return p.key == value.key; });
  if (found != all.end() && found->integer) return fmt::format("{:.0f}", value.value);
  const std::string text = fmt::format("{:.6g}", value.value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string with_values(std::string_view model_text, std::span<const CalibratedValue> values) {
  std::string result, group;
  std::vector<bool> written(values.size());
  while (!model_text.empty()) {
    const size_t end = std::min(model_text.find('\n'), model_text.size());
    std::string line(model_text.substr(0, end));
    model_text.remove_prefix(std::min(end + 1, model_text.size()));
    if (line.starts_with('[') && line.ends_with(']')) group = line.substr(1, line.size() - 2);
    const std::string key = group + '.' + line.substr(0, line.find(' '));
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const CalibratedValue& v) { return v.key == key; });
    if (found != values.end() && line.find('=') != std::string::npos) {
      line = fmt::format(
          "{} = {{value = {}, source = \"measured\", note = \"{}: {}\", spread = \"{} to {}\", date = "
          "\"{}\"}}",
          line.substr(0, line.find(' ')), value_text(*found), found->source, found->how,
          short_number(found->least), short_number(found->most), found->date);
      written[static_cast<size_t>(found - values.begin())] = true;
    }
    result += line + '\n';
  }
  for (size_t i = 0; i < values.size(); ++i)
    if (!written[i]) throw bad_input("the model file has no line for '{}'", values[i].key);
  return result;
}

}  // namespace warpglass

