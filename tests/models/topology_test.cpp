#include "models/topology.h"

#include <gtest/gtest.h>

#include <map>

namespace warpglass {
namespace {

// As on the card that was measured (kernels/micro/probes/launch_place.cu): eight SMs of several GPCs first, then 14 to 18 of each.
TEST(Topology, LooseTpcsComeFirst) {
  const Model model = load_model("h200");
  std::map<unsigned, unsigned> of_first, of_rest;
  for (unsigned sm = 0; sm < 132; ++sm) {
    EXPECT_EQ(gpc_of_sm(model, sm), gpc_of_sm(model, sm / 2 * 2)) << "a TPC has one GPC";
    EXPECT_LT(gpc_of_sm(model, sm), 8u);
    ++(sm < 8 ? of_first : of_rest)[gpc_of_sm(model, sm)];
  }
  EXPECT_EQ(of_first.size(), 4u);
  ASSERT_EQ(of_rest.size(), 8u);
  for (const auto& [gpc, sms] : of_rest) {
    EXPECT_GE(sms, 14u) << gpc;
    EXPECT_LE(sms, 18u) << gpc;
  }
  for (unsigned sm = 9; sm < 132; ++sm) EXPECT_GE(gpc_of_sm(model, sm), gpc_of_sm(model, sm - 1)) << "one after the other";
}

TEST(Topology, AChipOfOneSm) {
  Model model = load_model("h200");
  for (const char* setting : {"device.gpcs=1", "device.sms=1"}) set_parameter(model, setting);
  EXPECT_EQ(gpc_of_sm(model, 0), 0u);
}

}  // namespace
}  // namespace warpglass
