// Model files: every value has a source, and what is wrong is named with its line.
#include "models/model.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"

namespace warpglass {
namespace {

std::string h200_text() { return read_text_file(model_folder() / "h200.toml", 1 << 20); }

std::string refusal(const std::string& text, ExitCode code = ExitCode::BadInput) {
  try {
    parse_model(text, "test.toml", model_folder());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Model, EveryModelFileLoadsAndEveryValueHasASource) {
  ASSERT_FALSE(model_names().empty());
  for (const std::string& name : model_names()) {
    const Model model = load_model(name);
    EXPECT_EQ(model.name, name);
    ASSERT_EQ(model.provenance.size(), parameters().size());
    for (size_t i = 0; i < parameters().size(); ++i) EXPECT_FALSE(model.provenance[i].note.empty()) << name << " " << parameters()[i].key;
  }
}

TEST(Model, AnUnknownKeyIsNamedWithLineAndNearestName) {
  const std::string text = refusal(replaced(h200_text(), "hit_latency", "hit_latancy"));
  EXPECT_NE(text.find("test.toml:"), std::string::npos) << text;
  EXPECT_NE(text.find("l1.hit_latancy"), std::string::npos) << text;
  EXPECT_NE(text.find("l1.hit_latency"), std::string::npos) << text;
}

TEST(Model, MissingValuesSourcesAndBoundsAreRefused) {
  const std::string text = h200_text();
  EXPECT_NE(refusal(replaced(text, "sms = {value = 132", "sms = {value = 0")).find("outside"), std::string::npos);
  EXPECT_NE(refusal(replaced(text, "sms = {value = 132", "sms = {value = 1.5")).find("whole number"), std::string::npos);
  EXPECT_NE(refusal(replaced(text, "sms = {value = 132, source = \"datasheet\"", "sms = {value = 132, source = \"rumour\"")).find("source"), std::string::npos);
  EXPECT_NE(refusal(replaced(text, "[hbm]", "[hbn]")).find("hbm"), std::string::npos);
  EXPECT_NE(refusal("name = \"x\"\ntitle = \"y\"\n").find("missing"), std::string::npos);
  EXPECT_NE(refusal("name = [").find("test.toml:1"), std::string::npos);
  EXPECT_NE(refusal("inherits = \"../../etc/passwd\"\n").find("same folder"), std::string::npos);
}

TEST(Model, SettingsAreCheckedAndRemembered) {
  Model model = load_model("h200");
  set_parameter(model, "l2.latency=123");
  EXPECT_EQ(model.l2_latency, 123);
  for (const char* wrong : {"l2.latency", "l2.latency=", "l2.latency=12x", "l2.latency=1e99", "l2.latency=2.5", "l2.latancy=3", "sm.nosuch=3"}) {
    try {
      set_parameter(model, wrong);
      ADD_FAILURE() << wrong;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::Usage);
    }
  }
  EXPECT_THROW(set_parameter(model, "shared.banks=24"), Error);  // not a power of two
  model = load_model("h200");
  EXPECT_THROW(set_parameter(model, "hbm.channels=1"), Error);  // no channel for the second partition of L2
  model = load_model("h200");
  EXPECT_THROW(set_parameter(model, "hbm.refresh_interval=200"), Error);  // shorter than a refresh
}

TEST(Model, AnUnknownNameSuggestsTheNearest) {
  try {
    load_model("h20");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::Usage);
    EXPECT_NE(std::string(error.what()).find("h200"), std::string::npos);
  }
}

}  // namespace
}  // namespace warpglass
