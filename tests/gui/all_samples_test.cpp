// All nine pages on every sample capsule, one test a sample.
#include <gtest/gtest.h>

#include "draw_all.h"

namespace warpglass::gui {
namespace {

class EverySample : public ::testing::TestWithParam<std::string> {};

TEST_P(EverySample, IsShownByAllPages) {
  Session session;
  session.add_run(test::sample(GetParam()));
  ASSERT_TRUE(session.current()->launch) << session.current()->launch_problem;
  draw_all(session, GetParam().c_str());
  for (View* view : make_views(session, nullptr)) {
    view->refresh();
    check_models(*view);
    delete view;
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, EverySample, ::testing::ValuesIn(all_samples()), [](const auto& sample) {
  std::string name = sample.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace warpglass::gui
