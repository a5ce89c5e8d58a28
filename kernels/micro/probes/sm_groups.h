// Sets of SMs that bandwidth probes compare: one, a TPC's two, a GPC's, growing parts of a GPC, one of each GPC, all.
#pragma once

#include "micro/probes/probe.h"

namespace warpglass::probes {

struct SmGroup {
  std::string name;
  SmSet set;
  unsigned count = 0;
};

inline SmGroup group_of(const std::string& name, const std::vector<unsigned>& sms) {
  SmGroup group{name, {}, static_cast<unsigned>(sms.size())};
  for (unsigned sm : sms) group.set.add(sm);
  return group;
}

inline std::vector<SmGroup> sm_groups() {
  std::vector<SmGroup> groups{group_of("sm", {0}), group_of("tpc", {0, 1})};
  const std::vector<unsigned> first = sms_of_gpc(0);
  for (size_t count : {4u, 6u, 8u, 12u})
    if (count < first.size()) groups.push_back(group_of("part_of_gpc", {first.begin(), first.begin() + count}));
  std::vector<unsigned> every_other;
  for (size_t i = 0; i < first.size(); i += 2) every_other.push_back(first[i]);
  groups.push_back(group_of("gpc_one_per_tpc", every_other));
  groups.push_back(group_of("gpc", first));
  std::vector<unsigned> two = first, one_each;
  const std::vector<unsigned> second = sms_of_gpc(1);
  two.insert(two.end(), second.begin(), second.end());
  groups.push_back(group_of("two_gpcs", two));
  for (int gpc = 0; gpc < gpc_count(); ++gpc) one_each.push_back(sms_of_gpc(gpc)[0]);
  groups.push_back(group_of("one_per_gpc", one_each));
  std::vector<unsigned> all, even;
  for (unsigned sm = 0; sm < sm_count(); ++sm) {
    all.push_back(sm);
    if (sm % 2 == 0) even.push_back(sm);
  }
  groups.push_back(group_of("one_per_tpc", even));
  groups.push_back(group_of("all", all));
  return groups;
}

}  // namespace warpglass::probes
