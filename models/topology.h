// Which GPC an SM belongs to. SMs are numbered in the order in which blocks are dealt to them.
#pragma once

#include <algorithm>

#include "models/model.h"

namespace warpglass {

/// Pairs of SMs (TPCs) share a GPC. The first `device.loose_tpcs` are dealt blocks as a group, though they belong to different GPCs
/// (here spread evenly, which differs from chip to chip); then come the GPCs one after the other, in equal runs.
// Measured: kernels/micro/probes/launch_place.cu, H200, 2026-11: blocks 0 to 7 of a launch go to the four TPCs that join no cluster,
// whose clocks tell that they are of three GPCs; the next go to 16 or 18 SMs of one GPC, and so on.
inline unsigned gpc_of_sm(const Model& model, unsigned sm) {
  const auto gpcs = static_cast<unsigned>(model.device_gpcs), tpcs = (static_cast<unsigned>(model.device_sms) + 1) / 2;
  const unsigned tpc = sm / 2, loose = std::min(static_cast<unsigned>(model.device_loose_tpcs), tpcs - 1);
  return tpc < loose ? tpc * gpcs / loose : (tpc - loose) * gpcs / (tpcs - loose);
}

}  // namespace warpglass
