#include "sim/report/text_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/report/expected_gain.h"
#include "sim/report/model_note.h"
#include "sim/report/sampling_note.h"
#include "sim/report/tables.h"

namespace warpglass::sim {
namespace {

constexpr size_t kWidth = 80;
constexpr double kLightest = 0.02;  // findings below are left out

std::string rule_line() { return std::string(kWidth, '-') + "\n"; }

std::string shortened(const std::string& text, size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 3) + "...";
}

std::string place_text(const RunResult& r, const Place& place, const Style& style) {
  const std::string address = fmt::format("{:#06x}", place.instruction * isa::kInstructionBytes);
  const std::string sass = place.instruction < r.text.size() ? r.text[place.instruction] : "";
  std::string text = fmt::format("     {} {}\n", style.cyan(address), shortened(sass, kWidth - 14));
  const std::string where = source_place(r, place.instruction);
  if (!where.empty()) {
    const std::string source = source_text(r, place.instruction);
    text += fmt::format("            {}{}\n", where, source.empty() ? "" : ": " + shortened(source, std::max<size_t>(20, kWidth - 14 - std::min(where.size(), kWidth - 34))));
  }
  return text + fmt::format("            {}\n", place.note);
}

std::string finding_text(const RunResult& r, const Finding& f, size_t number, const Style& style) {
  const std::string weight = fmt::format("{:3.0f} %", 100 * f.weight);
  const std::string tinted = f.weight >= 0.4 ? style.red(weight) : f.weight >= 0.15 ? style.yellow(weight) : style.green(weight);
  std::string text = fmt::format("{:2}. [{}] {}\n", number, tinted, style.bold(f.title));
  for (const std::string& sentence : f.evidence) text += "     " + wrapped(sentence, kWidth, 5) + "\n";
  for (const Place& place : f.places) text += place_text(r, place, style);
  if (!f.advice.empty()) text += "     " + style.green("-> ") + wrapped(f.advice, kWidth, 8) + "\n";
  if (const std::string gain = expected_gain(f); !gain.empty()) text += "     " + style.bold(wrapped(gain, kWidth, 5)) + "\n";
  text += "     " + style.dim(wrapped(fmt::format("rule: {} ({})", f.why, name(f.certainty)), kWidth, 5)) + "\n";
  return text;
}

}  // namespace

std::string headline(const RunResult& r) {
  std::string text = shortened(r.kernel, kWidth) + "\n";
  text += fmt::format("  {} blocks of {} threads ({} registers, {} bytes of shared memory)\n", grouped(r.shape.blocks()), r.shape.threads_per_block(), r.resources.registers,
                      r.occupancy.shared_bytes_per_block);
  std::string settings;
  for (const std::string& setting : r.settings) settings += " " + setting;
  text += fmt::format("  on {}{}{}\n", r.model_title, r.model_measured ? "" : " (never measured)", settings.empty() ? "" : ", with" + settings);
  if (const std::string note = model_note(r); !note.empty()) text += "  " + wrapped(note, kWidth, 2) + "\n";
  if (!r.without.empty())
    text += "  " + wrapped(fmt::format("HYPOTHETICAL: simulated without {}", fmt::join(r.without, ", ")), kWidth, 2) + "\n";
  if (const std::string note = sampling_note(r); !note.empty()) text += "  " + wrapped(note, kWidth, 2) + "\n";
  const std::string interval = r.sampled ? fmt::format(" +- {}", grouped(static_cast<uint64_t>(r.sampled->half_interval))) : "";
  text += fmt::format("  {}{} cycles, {:.2f} us at {:.0f} MHz ({}; {} of it launch overhead)\n", grouped(static_cast<uint64_t>(r.cycles)), interval,
                      static_cast<double>(r.cycles) / r.sm_clock_mhz, r.sm_clock_mhz, r.sampled ? "sampled" : "modelled", grouped(static_cast<uint64_t>(r.launch_cycles)));
  text += fmt::format("  {} warp instructions ({})\n", grouped(r.warp_instructions()), r.sampled ? "sampled" : "exact");
  std::vector<std::pair<double, Stall>> order;
  for (unsigned s = 0; s < kStalls; ++s) order.emplace_back(stall_share(r, static_cast<Stall>(s)), static_cast<Stall>(s));
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  text += "  warps spend their time on";
  for (size_t i = 0; i < 4 && order[i].first > 0; ++i) text += fmt::format("{} {} {:.0f} %", i > 0 ? "," : "", name(order[i].second), 100 * order[i].first);
  return text + "\n";
}

std::string text_report(const RunResult& r, const Style& style, const std::vector<Gain>& gains) {
  std::string text = style.bold(shortened(r.kernel, kWidth)) + headline(r).substr(std::min(headline(r).find('\n'), headline(r).size()));
  text += rule_line() + style.bold("What limits it") + "  (share of the time that it touches)\n\n";
  size_t number = 0;
  std::vector<Finding> findings = diagnose(r);
  add_gains(findings, gains);
  for (const Finding& finding : findings) {
    if (finding.weight < kLightest && number > 0) continue;
    text += finding_text(r, finding, ++number, style) + "\n";
  }
  if (number == 0) text += "Nothing stands out: no rule applies.\n\n";
  text += rule_line() + tables_text(r, style);
  return text;
}

}  // namespace warpglass::sim
