// Counts to metrics with ncu's names and units. What is not here is not modelled.
#include <algorithm>
#include <numeric>

#include "sim/core/instruction_timing.h"
#include "sim/result.h"

namespace warpglass::sim {

std::string_view name(Certainty certainty) {
  switch (certainty) {
    case Certainty::Exact: return "exact";
    case Certainty::Modelled: return "modelled";
    case Certainty::Sampled: return "sampled";
  }
  return "modelled";
}

uint64_t RunResult::warp_instructions() const {
  uint64_t sum = 0;
  for (const InstructionStatistics& i : totals.instructions) sum += i.executed;
  return sum;
}

uint64_t RunResult::thread_instructions() const {
  uint64_t sum = 0;
  for (const InstructionStatistics& i : totals.instructions) sum += i.threads;
  return sum;
}

std::array<uint64_t, kStalls> RunResult::stalls() const {
  std::array<uint64_t, kStalls> sum{};
  for (const InstructionStatistics& i : totals.instructions)
    for (unsigned s = 0; s < kStalls; ++s) sum[s] += i.stalls[s];
  return sum;
}

std::optional<double> RunResult::metric(std::string_view wanted) const {
  for (const Metric& m : metrics)
    if (m.name == wanted) return m.value;
  return std::nullopt;
}

namespace {

class MetricList {
 public:
  explicit MetricList(RunResult& result) : result_(result) {}

  void exact(const char* name, const char* unit, double value) { result_.metrics.push_back({name, unit, value, Certainty::Exact}); }
  void modelled(const char* name, const char* unit, double value) { result_.metrics.push_back({name, unit, value, Certainty::Modelled}); }
  /// A share of something that may not have happened: absent then.
  void percentage(const char* name, double part, double whole) {
    if (whole > 0) modelled(name, "%", 100 * part / whole);
  }

 private:
  RunResult& result_;
};

struct SharedTotals {
  uint64_t ideal = 0, all = 0;
};

SharedTotals shared_totals(const RunResult& result) {
  SharedTotals totals;
  for (const InstructionStatistics& i : result.totals.instructions) {
    totals.all += i.shared_wavefronts;
    totals.ideal += i.shared_ideal;
  }
  return totals;
}

void time_metrics(MetricList& list, const RunResult& r) {
  list.modelled("gpc__cycles_elapsed.max", "cycle", static_cast<double>(r.cycles));
  list.modelled("sm__cycles_active.avg", "cycle", r.active_cycles);
  list.modelled("gpu__time_duration.sum", "us", static_cast<double>(r.cycles) / r.sm_clock_mhz);
}

void instruction_metrics(MetricList& list, const RunResult& r, const Model& model) {
  const auto instructions = static_cast<double>(r.warp_instructions());
  const auto threads = static_cast<double>(r.thread_instructions());
  double predicated_on = 0;
  for (const InstructionStatistics& i : r.totals.instructions) predicated_on += static_cast<double>(i.threads_predicated_on);
  const double sub_core_cycles = static_cast<double>(r.totals.active_cycles) * static_cast<double>(model.sm_sub_cores);
  list.exact("smsp__inst_executed.sum", "inst", instructions);
  list.exact("smsp__thread_inst_executed.sum", "inst", threads);
  if (instructions > 0) {
    list.exact("smsp__thread_inst_executed_per_inst_executed.ratio", "", threads / instructions);
    list.exact("smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", "", predicated_on / instructions);
  }
  if (sub_core_cycles > 0) list.modelled("smsp__issue_active.avg.per_cycle_active", "", instructions / sub_core_cycles);
  const auto utilisation = [&](const char* name, std::initializer_list<Unit> units) {
    double busy = 0;
    for (const Unit unit : units) busy += static_cast<double>(r.totals.unit_busy[static_cast<unsigned>(unit)]);
    list.percentage(name, busy, sub_core_cycles);
  };
  utilisation("sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_active", {Unit::Alu});
  utilisation("sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active", {Unit::Fma, Unit::Imad});
  utilisation("sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_active", {Unit::Fp64});
  utilisation("sm__pipe_xu_cycles_active.avg.pct_of_peak_sustained_active", {Unit::Xu});
  list.percentage("l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_active", static_cast<double>(r.totals.data_wavefronts),
                  static_cast<double>(r.totals.active_cycles));
}

void occupancy_metrics(MetricList& list, const RunResult& r, const Model& model) {
  list.exact("sm__maximum_warps_per_active_cycle_pct", "%", 100 * r.occupancy.fraction);
  list.exact("launch__occupancy_limit_blocks", "block", r.occupancy.limit_blocks);
  list.exact("launch__occupancy_limit_registers", "block", r.occupancy.limit_registers);
  // launch__occupancy_limit_shared_mem is absent: ncu computes it from the carve-out that the driver chose for the launch.
  list.exact("launch__occupancy_limit_warps", "block", r.occupancy.limit_warps);
  const auto active = static_cast<double>(r.totals.active_cycles);
  // Warps are resident from when their block arrives, which no stall is charged for.
  const double arriving = static_cast<double>(r.shape.blocks() * r.shape.warps_per_block()) * static_cast<double>(model.launch_setup);
  list.percentage("sm__warps_active.avg.pct_of_peak_sustained_active", static_cast<double>(r.totals.warp_cycles) + arriving,
                  active * static_cast<double>(model.sm_max_warps));
}

void memory_metrics(MetricList& list, const RunResult& r) {
  const SmStatistics& t = r.totals;
  const MemoryStatistics& m = r.memory;
  const SharedTotals shared = shared_totals(r);
  list.exact("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "", static_cast<double>(t.global_load_requests));
  list.exact("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "", static_cast<double>(t.global_store_requests));
  if (t.local_load_requests == 0) list.exact("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", static_cast<double>(t.load_sectors));
  if (t.local_store_requests == 0) list.exact("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector", static_cast<double>(t.store_sectors));
  list.exact("memory_l1_wavefronts_shared", "", static_cast<double>(shared.all));
  list.exact("memory_l1_wavefronts_shared_ideal", "", static_cast<double>(shared.ideal));
  list.percentage("l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", static_cast<double>(t.load_hits), static_cast<double>(t.load_sectors));
  list.modelled("lts__t_requests_srcunit_tex.sum", "request",
                static_cast<double>(m.requests_read + m.requests_write + m.requests_atomic));
  list.modelled("lts__t_sectors_srcunit_tex_op_read.sum", "sector", static_cast<double>(m.sectors_read));
  list.modelled("lts__t_sectors_srcunit_tex_op_write.sum", "sector", static_cast<double>(m.sectors_write));
  list.percentage("lts__t_sectors_srcunit_tex_op_read_hit_rate.pct", static_cast<double>(m.read_hits), static_cast<double>(m.sectors_read));
  list.modelled("dram__bytes_read.sum", "byte", static_cast<double>(m.dram_read_bytes));
  list.modelled("dram__bytes_write.sum", "byte", static_cast<double>(m.dram_write_bytes));
}

void stall_metrics(RunResult& r) {
  const std::array<uint64_t, kStalls> stalls = r.stalls();
  const auto issued = static_cast<double>(stalls[static_cast<unsigned>(Stall::Selected)]);
  if (issued == 0) return;
  for (unsigned s = 0; s < kStalls; ++s)
    r.metrics.push_back({"smsp__average_warps_issue_stalled_" + std::string(kStallNames[s]) + "_per_issue_active.ratio", "inst",
                         static_cast<double>(stalls[s]) / issued, Certainty::Modelled});
}

}  // namespace

void compute_metrics(RunResult& result, const Model& model) {
  result.metrics.clear();
  MetricList list(result);
  time_metrics(list, result);
  instruction_metrics(list, result, model);
  occupancy_metrics(list, result, model);
  memory_metrics(list, result);
  stall_metrics(result);
}

}  // namespace warpglass::sim
