// The lists of mechanisms to switch off: every setting is one that the model takes.
#include "models/ablations.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace warpglass {
namespace {

TEST(Ablations, EveryListFitsItsModel) {
  size_t lists = 0;
  for (const auto& file : std::filesystem::directory_iterator(model_folder() / "ablations")) {
    const Model model = load_model(file.path().stem().string());
    EXPECT_FALSE(load_ablations(model).empty()) << file.path();
    ++lists;
  }
  EXPECT_GE(lists, 1u);
}

std::string refusal(const std::string& text) {
  try {
    parse_ablations(text, "list.toml", load_model("h200"));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::BadInput);
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << text;
  return "";
}

std::string entry(const std::string& settings) { return "[[ablation]]\nname = \"n\"\nmeaning = \"m\"\nsettings = [" + settings + "]\n"; }

TEST(Ablations, WhatIsWrongIsNamedWithItsLine) {
  EXPECT_EQ(parse_ablations(entry("\"noc.merge=1\""), "list.toml", load_model("h200")).size(), 1u);
  EXPECT_NE(refusal(entry("\"noc.marge=0\"")).find("noc.merge"), std::string::npos);
  EXPECT_NE(refusal(entry("\"noc.merge=700\"")).find("list.toml:4"), std::string::npos);
  EXPECT_NE(refusal(entry("")).find("needs name"), std::string::npos);
  EXPECT_NE(refusal(entry("3")).find("text"), std::string::npos);
  EXPECT_NE(refusal(entry("\"noc.merge=1\"") + entry("\"noc.merge=1\"")).find("twice"), std::string::npos);
  EXPECT_NE(refusal("x = 1\n").find("[[ablation]]"), std::string::npos);
  EXPECT_NE(refusal("= =").find("list.toml:1"), std::string::npos);
}

}  // namespace
}  // namespace warpglass
