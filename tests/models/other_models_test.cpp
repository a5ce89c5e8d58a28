// Models of GPUs that were not measured: what they change is published and named, and they say that they are not measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models/model.h"

namespace warpglass {
namespace {

class Unmeasured : public ::testing::TestWithParam<std::string> {};

bool sets(const Model& model, size_t parameter) { return model.provenance[parameter].model == model.name; }

TEST_P(Unmeasured, SaysSoAndChangesPublishedValuesAlone) {
  const Model model = load_model(GetParam()), h200 = load_model("h200");
  EXPECT_FALSE(model.measured);
  size_t changed = 0;
  for (size_t i = 0; i < parameters().size(); ++i) {
    const std::string key(parameters()[i].key);
    if (!sets(model, i)) continue;
    const Provenance& from = model.provenance[i];
    EXPECT_NE(from.source, ValueSource::Measured) << key;
    // The number of slices has to be a multiple of that of channels, published or not.
    if (key != "l2.slices") {
      EXPECT_NE(from.source, ValueSource::Assumed) << key;
    }
    EXPECT_GE(from.note.size(), 15u) << key << ": a source that can be looked up";
    changed += value_of(model, i) != value_of(h200, i);
  }
  EXPECT_GE(changed, 4u);
}

TEST_P(Unmeasured, PeakBandwidthIsThePublishedOne) {
  const std::map<std::string, double> published{{"h100", 3352}, {"a100", 1555}, {"v100", 900}, {"rtx3090", 936}, {"rtx4090", 1008}, {"b200", 8000}};
  const Model model = load_model(GetParam());
  const double peak = static_cast<double>(model.hbm_channels) * model.hbm_channel_bytes * model.hbm_clock / 1000;
  ASSERT_TRUE(published.contains(GetParam())) << "a new model: give its bandwidth here";
  EXPECT_NEAR(peak, published.at(GetParam()), 0.005 * published.at(GetParam()));
}

// Single precision: two operations for each lane and clock.
TEST_P(Unmeasured, PeakArithmeticIsThePublishedOne) {
  const std::map<std::string, double> published{{"h100", 67.0}, {"a100", 19.5}, {"v100", 15.7}, {"rtx3090", 35.6}, {"rtx4090", 82.6}, {"b200", 75.0}};
  const Model model = load_model(GetParam());
  const double peak = 2 * 32.0 * static_cast<double>(model.device_sms * model.sm_sub_cores) / static_cast<double>(model.interval_fma) * model.device_sm_clock / 1e6;
  ASSERT_TRUE(published.contains(GetParam())) << "a new model: give its peak here";
  EXPECT_NEAR(peak, published.at(GetParam()), 0.01 * published.at(GetParam()));
}

// What a pointer chase through L2 takes: both ways, look-up, fill, a cycle to the queue and one for the scoreboard, half of the far way.
TEST(Models, AnL2HitTakesWhatWasPublished) {
  const std::map<std::string, double> published{{"a100", (208 + 356.6) / 2}, {"v100", 221}, {"rtx4090", 296}, {"b200", 295}};
  for (const auto& [name, cycles] : published) {
    const Model m = load_model(name);
    const int64_t near = m.noc_request_latency + m.l2_latency + m.noc_response_latency + m.l1_fill_latency + 2;
    EXPECT_NEAR(static_cast<double>(near) + static_cast<double>(m.noc_far_latency) / 2, cycles, 0.03 * cycles) << name;
  }
}

std::vector<std::string> unmeasured_models() {
  std::vector<std::string> names = model_names();
  std::erase_if(names, [](const std::string& name) { return load_model(name).measured; });
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& model) { return model.param; }

INSTANTIATE_TEST_SUITE_P(Models, Unmeasured, ::testing::ValuesIn(unmeasured_models()), test_name);

TEST(Models, EveryPromisedOneIsThere) {
  const std::vector<std::string> names = model_names();
  for (const char* name : {"h200", "h100", "a100", "v100", "rtx3090", "rtx4090", "b200"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  EXPECT_TRUE(load_model("h200").measured);
}

}  // namespace
}  // namespace warpglass
