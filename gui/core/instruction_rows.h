// One row an instruction: what the Source and SASS view shows of it.
#pragma once

#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "gui/core/document.h"
#include "sim/stall.h"

namespace warpglass::gui {

struct InstructionRow {
  uint32_t instruction = 0;
  QString sass;
  uint32_t file = 0, line = 0;
  std::array<uint64_t, sim::kStalls> stalls{};   ///< warp-cycles; `selected` are issues
  uint64_t own = 0;               ///< sum of `stalls` without selected
  uint64_t blamed = 0;            ///< warp-cycles that others waited for its result
  sim::Stall blamed_reason = sim::Stall::ShortScoreboard;   ///< as what they waited
  uint64_t executed = 0;
  double threads = 0;             ///< active, per execution
  double ways = 0;                ///< bank conflicts: worst N-way, 0: not a shared access
  uint64_t excess_wavefronts = 0;
  double sectors = 0;             ///< per execution, 0: not a global access
  double sectors_ideal = 0;
  std::optional<double> measured_samples;   ///< share of all stall samples
  std::optional<int64_t> measured_executed;
  std::optional<double> measured_ways, measured_sectors;   ///< as ncu counts them: N-way, sectors an execution
  std::array<uint64_t, sim::kStalls> measured_stalls{};     ///< samples by reason
  std::optional<uint64_t> baseline_own;                     ///< `own` of the same instruction in the run compared with
  bool is_memory() const { return sectors > 0 || ways > 0; }
};

struct InstructionRows {
  std::vector<InstructionRow> rows;
  uint64_t own_total = 0, own_most = 0, blamed_total = 0, blamed_most = 0;
  bool measured = false;
  uint64_t measured_most = 0;     ///< stall samples of the instruction with most
  bool compared = false;          ///< rows have `baseline_own` where the instruction exists in both runs
  std::vector<double> in_range;   ///< share of the stall cycles in the selected time; empty: none is selected

  /// Share of all the kernel's stall cycles.
  double own_share(size_t row) const { return own_total > 0 ? static_cast<double>(rows[row].own) / static_cast<double>(own_total) : 0; }
  double blamed_share(size_t row) const { return blamed_total > 0 ? static_cast<double>(rows[row].blamed) / static_cast<double>(blamed_total) : 0; }
};

/// `measurement` may be nullptr; it is used when it has as many instructions as the run.
InstructionRows instruction_rows(const sim::RunResult& result, const Measurement* measurement);

/// Fills in `baseline_own`: the two programs are aligned by opcode.
void add_baseline(InstructionRows& rows, const sim::RunResult& result, const sim::RunResult& baseline);

/// "stall 4, yield, sets SB0 when written, waits for SB1 SB2"; "" without codes.
QString control_text(const isa::ControlCodes& control);
/// The same in CuAssembler's compact way: "B--2---:R-:W0:Y:S04".
QString control_compact(const isa::ControlCodes& control);

/// A line of a source file with what its instructions sum up to.
struct SourceLine {
  uint32_t number = 0;
  QString text;
  std::array<uint64_t, sim::kStalls> stalls{};
  uint64_t own = 0, blamed = 0;
  uint64_t executed = 0;                     ///< warp instructions
  std::vector<uint32_t> instructions;
};

struct SourceText {
  uint32_t file = 0;
  QString path;
  std::vector<SourceLine> lines;
  uint64_t own_most = 0;
  bool has_text = false;                     ///< the capsule held the file
};

/// One for each source file with instructions, the one with most stall cycles first.
std::vector<SourceText> source_texts(const sim::RunResult& result, const InstructionRows& rows);

}  // namespace warpglass::gui
