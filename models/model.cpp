#include "models/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "base/nearest.h"

namespace warpglass {
namespace {

constexpr bool is_integer(const Integer*) { return true; }
constexpr bool is_integer(const Real*) { return false; }

constexpr std::array kParameters{
#define WARPGLASS_PARAMETER(group, key, type, unit, least, most, meaning) \
  ParameterInfo{#group "." #key, unit, is_integer(static_cast<const type*>(nullptr)), least, most, meaning},
#include "models/parameters.inc"
#undef WARPGLASS_PARAMETER
};

}  // namespace

std::string_view name(ValueSource source) {
  switch (source) {
    case ValueSource::Measured: return "measured";
    case ValueSource::Datasheet: return "datasheet";
    case ValueSource::Paper: return "paper";
    case ValueSource::Assumed: return "assumed";
    case ValueSource::CommandLine: return "command line";
  }
  return "?";
}

std::span<const ParameterInfo> parameters() { return kParameters; }

double value_of(const Model& model, size_t index) {
  size_t i = 0;
#define WARPGLASS_PARAMETER(group, key, type, unit, least, most, meaning) \
  if (i++ == index) return static_cast<double>(model.group##_##key);
#include "models/parameters.inc"
#undef WARPGLASS_PARAMETER
  throw internal_error("parameter {} does not exist", index);
}

void store_value(Model& model, size_t index, double value) {
  size_t i = 0;
#define WARPGLASS_PARAMETER(group, key, type, unit, least, most, meaning) \
  if (i++ == index) model.group##_##key = static_cast<type>(value);
#include "models/parameters.inc"
#undef WARPGLASS_PARAMETER
}

void set_parameter(Model& model, std::string_view assignment) {
  const size_t equals = assignment.find('=');
  if (equals == std::string_view::npos)
    throw usage_error("--set {}: write KEY=VALUE, for example --set l2.latency=200", assignment);
  const std::string key(assignment.substr(0, equals));
  const std::string text(assignment.substr(equals + 1));
  const auto found = std::find_if(kParameters.begin(), kParameters.end(), [&](const auto& p) { return p.key == key; });
  if (found == kParameters.end()) {
    std::vector<std::string> keys;
    for (const ParameterInfo& parameter : kParameters) keys.emplace_back(parameter.key);
    const std::string nearest = nearest_name(key, keys);
    throw usage_error("--set {}: no such parameter{}; `warpglass models show {}` lists them", key,
                      nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest), model.name);
  }
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value))
    throw usage_error("--set {}: '{}' is not a number", key, text);
  if (found->integer && value != std::floor(value)) throw usage_error("--set {}: a whole number of {} is needed", key, found->unit);
  if (value < found->least || value > found->most)
    throw usage_error("--set {}={}: outside {} to {} {}", key, text, found->least, found->most, found->unit);
  const auto index = static_cast<size_t>(found - kParameters.begin());
  store_value(model, index, value);
  model.provenance[index] = {ValueSource::CommandLine, std::string(assignment), "", "", "--set"};
  check_model(model);
}

void check_model(const Model& model) {
  const auto power_of_two = [](int64_t v) { return v > 0 && (v & (v - 1)) == 0; };
  const auto require = [&](bool condition, const char* rule) {
    if (!condition) throw bad_input("model {}: {}", model.name, rule);
  };
  require(power_of_two(model.l1_line_bytes) && power_of_two(model.l1_sector_bytes), "l1.line_bytes and l1.sector_bytes are powers of two");
  require(model.l1_line_bytes / model.l1_sector_bytes <= 8 && model.l1_line_bytes >= model.l1_sector_bytes, "a line has 1 to 8 sectors");
  require(model.l1_line_bytes >= 32 && model.l1_sector_bytes == 32, "sectors of other than 32 bytes are not modelled");
  require(power_of_two(model.shared_banks) && model.shared_banks <= 32, "shared.banks is a power of two up to 32");
  require(power_of_two(model.fetch_line_bytes), "fetch.line_bytes is a power of two");
  require(model.fetch_l0_bytes >= model.fetch_line_bytes && model.fetch_l1_bytes >= model.fetch_line_bytes, "instruction caches hold at least one line");
  require(power_of_two(model.hbm_page_bytes) && power_of_two(model.hbm_access_bytes), "hbm.page_bytes and hbm.access_bytes are powers of two");
  require(model.l2_slices % model.l2_partitions == 0, "l2.slices is a multiple of l2.partitions");
  require(model.l2_slices % model.hbm_channels == 0, "l2.slices is a multiple of hbm.channels");
  require(model.hbm_channels % model.l2_partitions == 0, "hbm.channels is a multiple of l2.partitions");
  require(model.hbm_refresh_time < model.hbm_refresh_interval, "hbm.refresh_time is less than hbm.refresh_interval");
  require(model.sm_max_warps % model.sm_sub_cores == 0, "sm.max_warps is a multiple of sm.sub_cores");
  require(model.sm_max_warps / model.sm_sub_cores <= 32, "at most 32 warps share a sub-core");
  require(model.device_gpcs <= model.device_sms, "there are no more GPCs than SMs");
  require(model.l1_bytes >= model.sm_shared_bytes, "l1.bytes includes shared memory, so it is at least sm.shared_bytes");
}

}  // namespace warpglass
