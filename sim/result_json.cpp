#include "sim/result_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/report/model_note.h"

namespace warpglass::sim {
namespace {

nlohmann::json sampling_json(const RunResult& r) {
  const Sampling& s = *r.sampled;
  return {{"blocks", s.blocks},
          {"blocks_skipped", s.blocks_skipped},
          {"blocks_executed", s.blocks_executed},
          {"warp_instructions_simulated", s.warp_instructions_simulated},
          {"warp_instructions_executed", s.warp_instructions_executed},
          {"cycles_interval", {r.cycles - s.half_interval, r.cycles + s.half_interval}},
          {"confidence", 0.95},
          {"notes", s.notes}};
}

}  // namespace

nlohmann::json gains_json(const std::vector<Gain>& gains) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Gain& gain : gains)
    rows.push_back({{"obstacle", info(gain.obstacle).name}, {"cycles", gain.cycles}, {"gain", gain.share}, {"meaning", info(gain.obstacle).meaning}});
  return rows;
}

nlohmann::json summary_json(const RunResult& r) {
  using nlohmann::json;
  const auto dims = [](const Dim3& d) { return json::array({d.x, d.y, d.z}); };
  json stalls = json::object();
  const auto cycles = r.stalls();
  for (unsigned s = 0; s < kStalls; ++s) stalls[std::string(kStallNames[s])] = cycles[s];
  json metrics = json::object();
  for (const Metric& m : r.metrics) {
    metrics[m.name] = {{"value", m.value}, {"unit", m.unit}, {"certainty", std::string(name(m.certainty))}};
    if (m.certainty != Certainty::Sampled) continue;
    metrics[m.name]["half_interval"] = m.half_interval;
    metrics[m.name]["interval"] = {std::max(0.0, m.value - m.half_interval), m.value + m.half_interval};
  }
  json out = {{"kernel", r.kernel},
          {"source", r.source},
          {"model", r.model},
          {"model_measured", r.model_measured},
          {"settings", r.settings},
          {"grid", dims(r.shape.grid)},
          {"block", dims(r.shape.block)},
          {"dynamic_shared_bytes", r.shape.dynamic_shared_bytes},
          {"cycles", r.cycles},
          {"launch_cycles", r.launch_cycles},
          {"active_cycles", r.active_cycles},
          {"warp_instructions", r.warp_instructions()},
          {"thread_instructions", r.thread_instructions()},
          {"occupancy",
           {{"blocks_per_sm", r.occupancy.blocks},
            {"warps_per_sm", r.occupancy.warps},
            {"limiter", std::string(name(r.occupancy.limiter))}}},
          {"stalls", stalls},
          {"metrics", metrics}};
  if (!r.without.empty()) {
    out["hypothetical"] = true;
    out["without"] = r.without;
  }
  if (r.sampled) out["sampled"] = sampling_json(r);
  if (!r.not_sampled.empty()) out["not_sampled"] = r.not_sampled;
  if (!r.gains.empty()) out["gains"] = gains_json(r.gains);
  if (const std::string note = model_note(r); !note.empty()) out["model_note"] = note;
  return out;
}

}  // namespace warpglass::sim
