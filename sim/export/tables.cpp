#include "sim/export/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/export/recorded_warps.h"
#include "sim/report/finding.h"

namespace warpglass::sim {
namespace {

using Row = std::vector<ExportValue>;
using Emit = std::function<void(const Row&)>;

constexpr const char* kInteger = "INTEGER";
constexpr const char* kReal = "REAL";
constexpr const char* kText = "TEXT";

template <typename T>
ExportValue whole(T value) {
  return static_cast<int64_t>(value);
}

ExportTable summary(const RunResult& r) {
  return {"summary",
          "what was simulated, one value a row",
          {{"key", kText, "name"}, {"value", kText, "value"}},
          [&r](const Emit& emit) {
            const auto dims = [](const Dim3& d) { return fmt::format("{} x {} x {}", d.x, d.y, d.z); };
            emit({"kernel", r.kernel});
            emit({"source", r.source});
            emit({"model", r.model});
            emit({"settings", fmt::format("{}", fmt::join(r.settings, " "))});
            emit({"without", fmt::format("{}", fmt::join(r.without, " "))});
            emit({"grid", dims(r.shape.grid)});
            emit({"block", dims(r.shape.block)});
            emit({"cycles", std::to_string(r.cycles)});
            emit({"sm_clock_mhz", fmt::format("{}", r.sm_clock_mhz)});
            if (r.sampled) emit({"sampled", fmt::format("cycles +- {} (95 %)", r.sampled->half_interval)});
          }};
}

ExportTable metrics(const RunResult& r) {
  return {"metrics",
          "ncu's metrics as far as they are modelled",
          {{"name", kText, "ncu's name"},
           {"unit", kText, "ncu's unit"},
           {"value", kReal, "value"},
           {"certainty", kText, "exact (follows from the trace), modelled or sampled"},
           {"half_interval", kReal, "of a sampled value: 95 % interval to either side"}},
          [&r](const Emit& emit) {
            for (const Metric& m : r.metrics)
              emit({m.name, m.unit, m.value, std::string(name(m.certainty)),
                    m.certainty == Certainty::Sampled ? ExportValue(m.half_interval) : ExportValue()});
          }};
}

ExportTable stalls(const RunResult& r) {
  return {"stalls",
          "what warps did in all their resident cycles",
          {{"reason", kText, "ncu's name"}, {"warp_cycles", kInteger, "cycles, summed over warps"}},
          [&r](const Emit& emit) {
            const auto cycles = r.stalls();
            for (unsigned s = 0; s < kStalls; ++s) emit({std::string(kStallNames[s]), whole(cycles[s])});
          }};
}

ExportTable instructions(const RunResult& r) {
  ExportTable table{"instructions",
                    "counts of each instruction, summed over SMs",
                    {{"number", kInteger, "from 0"},
                     {"address", kInteger, "byte offset in the kernel"},
                     {"sass", kText, "disassembly"},
                     {"source", kText, "file:line"},
                     {"executed", kInteger, "warps that executed it"},
                     {"threads", kInteger, "active threads"},
                     {"threads_predicated_on", kInteger, "of these, guard true"},
                     {"blamed", kInteger, "warp-cycles that others waited for its result"},
                     {"shared_wavefronts", kInteger, "passes through the banks"},
                     {"shared_ideal", kInteger, "passes without bank conflicts"},
                     {"shared_ways", kInteger, "worst N-way conflict"},
                     {"sectors", kInteger, "32-byte sectors of global and local memory"},
                     {"ideal_sectors", kInteger, "sectors if lanes were neighbours"},
                     {"lines", kInteger, "L1 tag look-ups"},
                     {"sector_hits", kInteger, "sectors found in L1"}},
                    [&r](const Emit& emit) {
                      for (size_t i = 0; i < r.totals.instructions.size(); ++i) {
                        const InstructionStatistics& s = r.totals.instructions[i];
                        Row row{whole(i),
                                whole(i * isa::kInstructionBytes),
                                i < r.text.size() ? r.text[i] : "",
                                source_place(r, static_cast<uint32_t>(i)),
                                whole(s.executed),
                                whole(s.threads),
                                whole(s.threads_predicated_on),
                                whole(s.blamed),
                                whole(s.shared_wavefronts),
                                whole(s.shared_ideal),
                                whole(s.shared_ways),
                                whole(s.sectors),
                                whole(s.ideal_sectors),
                                whole(s.lines),
                                whole(s.sector_hits)};
                        for (const uint64_t cycles : s.stalls) row.push_back(whole(cycles));
                        emit(row);
                      }
                    }};
  for (const std::string_view reason : kStallNames)
    table.columns.push_back({fmt::format("stall_{}", reason), kInteger, "warp-cycles waiting to issue it"});
  return table;
}

ExportTable warps(const RunResult& r) {
  ExportTable table{"warps",
                    "warps that were recorded over time (run --detail says on which SMs)",
                    {{"sm", kInteger, "SM"},
                     {"sub_core", kInteger, "of the SM"},
                     {"slot", kInteger, "of the sub-core"},
                     {"block", kInteger, "number in the grid, x fastest"},
                     {"warp", kInteger, "within the block"},
                     {"start", kInteger, "cycle"},
                     {"end", kInteger, "cycle"}},
                    [&r](const Emit& emit) {
                      for_each_recorded(*r.timeline, [&](const RecordedWarp& w) {
                        Row row{whole(w.sm),   whole(w.sub_core), whole(w.slot), whole(w.block),
                                whole(w.warp), whole(w.start),    whole(w.end)};
                        for (const Cycle cycles : w.stalls) row.push_back(whole(cycles));
                        emit(row);
                      });
                    }};
  for (const std::string_view reason : kStallNames)
    table.columns.push_back({fmt::format("stall_{}", reason), kInteger, "cycles"});
  return table;
}

}  // namespace

std::vector<ExportTable> export_tables(const RunResult& result) {
  std::vector<ExportTable> tables{summary(result), metrics(result), stalls(result), instructions(result)};
  if (result.timeline != nullptr && !result.timeline->recorded.empty()) tables.push_back(warps(result));
  return tables;
}

}  // namespace warpglass::sim
