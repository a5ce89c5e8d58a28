// All that a run file goes through: read, reported, exported. Anything but a sentence is a bug.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "sim/compare/comparison.h"
#include "sim/export/perfetto.h"
#include "sim/export/tables.h"
#include "sim/report/text_report.h"
#include "sim/result_json.h"
#include "sim/run_file.h"
#include "sim/timeline/timeline.h"
#include "tests/fuzz/temporary_file.h"

namespace warpglass::fuzz {

inline void use(const sim::RunResult& run) {
  sim::text_report(run, sim::Style(false), run.gains);
  sim::summary_json(run).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  Measurement measured;
  measured.instructions.resize(run.text.size());
  sim::compare(run, measured);
  for (const sim::ExportTable& table : sim::export_tables(run)) table.rows([](const auto&) {});
  if (run.timeline == nullptr) return;
  const TemporaryFile out("fuzz_perfetto");
  sim::write_perfetto(run, out.path());
}

inline void use_run(const std::filesystem::path& path) {
  try {
    const sim::RunResult run = sim::read_run(path);
    if (run.timeline != nullptr)
      for (size_t i = 0; i < run.timeline->chunks.size(); ++i) run.timeline->load(i);
    use(run);
  } catch (const Error& error) {
    if (error.code() == ExitCode::Internal) throw;
  }
}

}  // namespace warpglass::fuzz
