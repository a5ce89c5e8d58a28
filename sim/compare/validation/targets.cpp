#include "sim/compare/validation/targets.h"

#include <fmt/format.h>

namespace warpglass::sim {
namespace {

class TargetList {
 public:
  void at_most(const char* what, double bound, double found, const char* unit,
               const std::string& worst = "") {
    add(what, fmt::format("at most {:g}{}", bound, unit), number(found, unit), worst, found <= bound);
  }
  void at_least(const char* what, double bound, double found, const char* unit) {
    add(what, fmt::format("at least {:g}{}", bound, unit), number(found, unit), "", found >= bound);
  }
  void all(const char* what, uint64_t equal, uint64_t of, const std::string& worst = "") {
    if (of > 0)
      add(what, "in all kernels", fmt::format("{} of {}", equal, of), equal == of ? "" : worst, equal == of);
  }
  std::vector<Target> take() { return std::move(targets_); }

 private:
  static std::string number(double value, std::string_view unit) {
    return unit.empty() ? fmt::format("{:.4g}", value) : fmt::format("{:.1f}{}", value, unit);
  }
  void add(const char* what, std::string wanted, std::string found, const std::string& worst, bool reached) {
    targets_.push_back({what, std::move(wanted), std::move(found), worst, reached});
  }
  std::vector<Target> targets_;
};

void time_targets(TargetList& list, const SuiteSummary& s) {
  if (s.cycles.count == 0) return;
  list.at_least("kernels and sizes", 30, static_cast<double>(s.cycles.count), "");
  list.at_most("cycles: mean error", 10, 100 * s.cycles.mean, " %");
  list.at_most("cycles: error that 90 % stay within", 20, 100 * s.cycles.p90, " %");
  list.at_most("cycles: worst error", 40, 100 * s.cycles.worst, " %", s.cycles.worst_name);
  if (s.pearson) list.at_least("cycles: Pearson correlation", 0.99, *s.pearson, "");
}

void stall_targets(TargetList& list, const SuiteSummary& s) {
  if (s.stall_distance.count == 0) return;
  list.at_most("stall profile: mean distance", 0.15, s.stall_distance.mean, "", s.stall_distance.worst_name);
  list.at_least("stall profile: same top reason", 90, 100 * s.same_top_stall, " %");
}

void metric_equal(TargetList& list, const SuiteSummary& s, const char* what, const char* metric) {
  const auto found = s.metrics.find(metric);
  if (found != s.metrics.end())
    list.all(what, found->second.equal, found->second.count, found->second.worst_name);
}

void count_targets(TargetList& list, const SuiteSummary& s) {
  list.all("executions and threads of every instruction equal ncu's", s.kernels_with_equal_counts,
           s.kernels_with_instructions);
  list.all("shared-memory wavefronts of every instruction equal ncu's", s.kernels_with_equal_conflicts,
           s.kernels_with_instructions);
  list.all("global sectors of every instruction equal ncu's", s.kernels_with_equal_sectors,
           s.kernels_with_instructions);
  metric_equal(list, s, "L1 load requests equal ncu's", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
  metric_equal(list, s, "L1 store requests equal ncu's", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum");
  metric_equal(list, s, "L2 requests equal ncu's", "lts__t_requests_srcunit_tex.sum");
}

void traffic_targets(TargetList& list, const SuiteSummary& s) {
  if (s.l2_bytes.count > 0)
    list.at_most("L2 bytes: mean error", 5, 100 * s.l2_bytes.mean, " %", s.l2_bytes.worst_name);
  if (s.hbm_bytes.count > 0)
    list.at_most("HBM bytes: mean error", 5, 100 * s.hbm_bytes.mean, " %", s.hbm_bytes.worst_name);
  if (s.occupancy.count > 0)
    list.at_most("achieved occupancy: worst error", 3, 100 * s.occupancy.worst, " points",
                 s.occupancy.worst_name);
}

}  // namespace

std::vector<Target> check_targets(const std::vector<SuiteRow>& rows) {
  const SuiteSummary summary = summarise(rows);
  TargetList list;
  time_targets(list, summary);
  stall_targets(list, summary);
  count_targets(list, summary);
  traffic_targets(list, summary);
  return list.take();
}

}  // namespace warpglass::sim
