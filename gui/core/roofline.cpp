#include "gui/core/roofline.h"

#include <algorithm>
#include <string_view>

#include "gui/core/format.h"
#include "sim/report/local_memory.h"

namespace warpglass::gui {
namespace {

// m16n8k16 in a mnemonic such as HMMA.16816.F32: two operations for each of m * n * k.
double tensor_flops(std::string_view sass) {
  const auto has = [&](std::string_view part) { return sass.find(part) != std::string_view::npos; };
  const double product = has(".16832.") ? 16 * 8 * 32 : has(".1688.") ? 16 * 8 * 8 : has(".884") ? 8 * 8 * 4 : 16 * 8 * 16;
  return 2 * product / 32;
}

void add_points(const RunDocument& run, Roofline& out) {
  const sim::RunResult& r = run.result;
  const double flops = flops_of(r);
  const double seconds = static_cast<double>(r.cycles) / (r.sm_clock_mhz * 1e6);
  if (flops <= 0 || seconds <= 0) return;
  double shared = 0;
  for (const auto& i : r.totals.instructions) shared += 128.0 * static_cast<double>(i.shared_wavefronts);
  const auto add = [&](const char* level, double bytes) {
    if (bytes > 0) out.points.push_back({QString::fromLatin1(level), text(run.name), flops / bytes, flops / seconds});
  };
  const sim::MemoryStatistics& m = r.memory;
  add("HBM", static_cast<double>(m.dram_read_bytes + m.dram_write_bytes));
  add("L2", 32.0 * static_cast<double>(m.sectors_read + m.sectors_write + m.sectors_atomic));
  add("L1", 32.0 * static_cast<double>(r.totals.load_sectors + r.totals.store_sectors + r.totals.atomic_sectors));
  add("shared", shared);
}

}  // namespace

double flops_per_thread(const std::string& sass) {
  std::string_view rest(sass);
  if (rest.starts_with("@")) rest.remove_prefix(std::min(rest.size(), rest.find(' ') + 1));
  const std::string_view opcode = rest.substr(0, rest.find_first_of(". "));
  struct Flops {
    std::string_view opcode;
    double flops;
  };
  static constexpr Flops kFlops[] = {{"FFMA", 2}, {"FADD", 1}, {"FMUL", 1}, {"DFMA", 2}, {"DADD", 1}, {"DMUL", 1},
                                     {"HFMA2", 4}, {"HADD2", 2}, {"HMUL2", 2}, {"MUFU", 1}, {"FFMA32I", 2}, {"FADD32I", 1}, {"FMUL32I", 1}};
  if (opcode == "HFMA2" && rest.find(".MMA") != std::string_view::npos && rest.find("-RZ, RZ") != std::string_view::npos) return 0;  // a move
  for (const Flops& f : kFlops)
    if (f.opcode == opcode) return f.flops;
  if (opcode == "HMMA") return tensor_flops(rest);
  return 0;
}

double fp64_flops_of(const sim::RunResult& r) {
  double sum = 0;
  for (size_t i = 0; i < r.totals.instructions.size() && i < r.text.size(); ++i) {
    const std::string_view opcode = sim::opcode_of(r.text[i]);
    if (opcode == "DFMA" || opcode == "DADD" || opcode == "DMUL") sum += flops_per_thread(r.text[i]) * static_cast<double>(r.totals.instructions[i].threads_predicated_on);
  }
  return sum;
}

double flops_of(const sim::RunResult& r) {
  double sum = 0;
  for (size_t i = 0; i < r.totals.instructions.size() && i < r.text.size(); ++i)
    sum += flops_per_thread(r.text[i]) * static_cast<double>(r.totals.instructions[i].threads_predicated_on);
  return sum;
}

Roofline roofline(const std::vector<RunPointer>& runs, const RunDocument& current) {
  Roofline out;
  out.flops = flops_of(current.result);
  out.fp64_flops = fp64_flops_of(current.result);
  if (current.model) {
    const Model& m = *current.model;
    const double clock = m.device_sm_clock * 1e6;
    const auto sms = static_cast<double>(m.device_sms);
    out.roofs = {{QStringLiteral("shared"), sms * static_cast<double>(m.shared_banks) * 4 * clock},
                 {QStringLiteral("L1"), sms * static_cast<double>(m.l1_line_bytes) / static_cast<double>(std::max<int64_t>(1, m.l1_tag_interval)) * clock},
                 {QStringLiteral("L2"), static_cast<double>(m.l2_slices) * m.l2_slice_bytes * clock},
                 {QStringLiteral("HBM"), current.result.hbm_bytes_per_cycle * clock}};
    const double warps = sms * static_cast<double>(m.sm_sub_cores) * 32 * 2 * clock;
    out.fp32_per_second = warps / static_cast<double>(std::max<int64_t>(1, m.interval_fma));
    out.fp64_per_second = warps / static_cast<double>(std::max<int64_t>(1, m.interval_fp64));
  }
  for (const RunPointer& run : runs) add_points(*run, out);
  return out;
}

}  // namespace warpglass::gui
