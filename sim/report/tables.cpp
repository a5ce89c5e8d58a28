#include "sim/report/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/report/finding.h"

namespace warpglass::sim {
namespace {

std::string row(const char* label, const std::string& value, const std::string& certainty) { return fmt::format("  {:<44}{:>22}  {}\n", label, value, certainty); }

std::string row(const char* label, const std::string& value, Certainty certainty) { return row(label, value, std::string(name(certainty))); }

std::string metric_row(const RunResult& r, const char* label, const char* metric) {
  for (const Metric& m : r.metrics) {
    if (m.name != metric) continue;
    const bool whole = m.value >= 0 && m.value < 1e18 && m.value == std::floor(m.value);
    const std::string number = whole ? grouped(static_cast<uint64_t>(m.value)) : fmt::format("{:.2f}", m.value);
    const std::string value = m.unit.empty() ? number : number + " " + m.unit;
    if (m.certainty != Certainty::Sampled) return row(label, value, m.certainty);
    return row(label, value, fmt::format("sampled +- {}", whole ? grouped(static_cast<uint64_t>(std::ceil(std::clamp(m.half_interval, 0.0, 1e18)))) : fmt::format("{:.2f}", m.half_interval)));
  }
  return "";
}

std::string time_table(const RunResult& r, const Style& style) {
  return style.bold("Time") + "\n" + metric_row(r, "elapsed", "gpc__cycles_elapsed.max") + metric_row(r, "an SM works, on average", "sm__cycles_active.avg") +
         metric_row(r, "duration", "gpu__time_duration.sum") + metric_row(r, "a scheduler issues, per cycle", "smsp__issue_active.avg.per_cycle_active") +
         metric_row(r, "active threads a warp instruction", "smsp__thread_inst_executed_per_inst_executed.ratio") + "\n";
}

std::string occupancy_table(const RunResult& r, const Style& style) {
  return style.bold("Occupancy") + "\n" + row("limited by", std::string(name(r.occupancy.limiter)), Certainty::Exact) +
         row("blocks an SM (warps, slots, regs, shared)",
             fmt::format("{} ({}, {}, {}, {})", r.occupancy.blocks, r.occupancy.limit_warps, r.occupancy.limit_blocks, r.occupancy.limit_registers, r.occupancy.limit_shared), Certainty::Exact) +
         metric_row(r, "possible", "sm__maximum_warps_per_active_cycle_pct") + metric_row(r, "achieved", "sm__warps_active.avg.pct_of_peak_sustained_active") + "\n";
}

std::string stall_table(const RunResult& r, const Style& style) {
  std::vector<std::pair<double, Stall>> order;
  for (unsigned s = 0; s < kStalls; ++s)
    if (const double share = stall_share(r, static_cast<Stall>(s)); share > 0) order.emplace_back(share, static_cast<Stall>(s));
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text = style.bold("What warps do") + "  (share of resident warp-cycles, modelled)\n";
  for (const auto& [share, stall] : order) {
    if (share < 0.001) break;
    text += fmt::format("  {:<20}{:>6.1f} %  {}\n", name(stall), 100 * share, std::string(static_cast<size_t>(share * 48 + 0.5), '#'));
  }
  return text + "\n";
}

std::string memory_table(const RunResult& r, const Style& style) {
  return style.bold("Memory") + "\n" + metric_row(r, "global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") +
         metric_row(r, "global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") +
         metric_row(r, "  hit in L1", "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct") +
         metric_row(r, "global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum") +
         metric_row(r, "global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum") +
         metric_row(r, "shared-memory wavefronts", "memory_l1_wavefronts_shared") + metric_row(r, "  without conflicts", "memory_l1_wavefronts_shared_ideal") +
         metric_row(r, "L2 sectors read by SMs", "lts__t_sectors_srcunit_tex_op_read.sum") +
         metric_row(r, "  hit in L2", "lts__t_sectors_srcunit_tex_op_read_hit_rate.pct") +
         metric_row(r, "L2 sectors written by SMs", "lts__t_sectors_srcunit_tex_op_write.sum") + metric_row(r, "HBM read", "dram__bytes_read.sum") +
         metric_row(r, "HBM written", "dram__bytes_write.sum") + "\n";
}

// The instructions at which warps wait most, with conflicts and sectors.
std::string instruction_table(const RunResult& r, const Style& style) {
  std::vector<std::pair<uint64_t, uint32_t>> order;
  uint64_t all = 0;
  for (uint32_t i = 0; i < r.totals.instructions.size(); ++i) {
    uint64_t sum = 0;
    for (const uint64_t cycles : r.totals.instructions[i].stalls) sum += cycles;
    all += sum;
    if (sum > 0) order.emplace_back(sum, i);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text = style.bold("Where warps wait") + "\n  address  share  top reason         executed  N-way  sectors  instruction\n";
  for (size_t k = 0; k < std::min<size_t>(order.size(), 12); ++k) {
    const auto [sum, i] = order[k];
    const InstructionStatistics& s = r.totals.instructions[i];
    const auto top = std::max_element(s.stalls.begin(), s.stalls.end()) - s.stalls.begin();
    const std::string ways = s.shared_wavefronts > s.shared_ideal ? std::to_string(s.shared_ways) : "-";
    const std::string sectors = s.executed > 0 && s.sectors > 0 ? fmt::format("{:.1f}", static_cast<double>(s.sectors) / static_cast<double>(s.executed)) : "-";
    const std::string sass = i < r.text.size() ? r.text[i].substr(0, 22) : "";
    text += fmt::format("  {:#06x} {:>6.1f}%  {:<17}{:>10}  {:>5}  {:>7}  {}\n", i * isa::kInstructionBytes, all > 0 ? 100.0 * static_cast<double>(sum) / static_cast<double>(all) : 0.0,
                        kStallNames[static_cast<size_t>(top)], s.executed, ways, sectors, sass);
  }
  return text;
}

}  // namespace

std::string tables_text(const RunResult& r, const Style& style) {
  return time_table(r, style) + occupancy_table(r, style) + stall_table(r, style) + memory_table(r, style) + instruction_table(r, style);
}

}  // namespace warpglass::sim
