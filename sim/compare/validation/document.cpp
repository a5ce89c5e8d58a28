#include "sim/compare/validation/document.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "sim/compare/validation/origin.h"
#include "sim/compare/validation/tables.h"
#include "sim/compare/validation/targets.h"

namespace warpglass::sim {
namespace fs = std::filesystem;
namespace {

std::string target_table(const std::vector<SuiteRow>& rows) {
  std::string text = "| held-out | wanted | found | | worst |\n|---|---|---|---|---|\n";
  for (const Target& t : check_targets(rows))
    text += fmt::format("| {} | {} | {} | {} | {} |\n", t.what, t.wanted, t.found,
                        t.reached ? "reached" : "**missed**", t.worst);
  return text;
}

std::string image(const Figure& figure) {
  return fmt::format("![{}]({}/{}.svg)\n\n", figure.title, kFigureFolder, figure.name);
}

// The figures whose name begins with `prefix`.
std::string images(const std::vector<Figure>& figures, std::string_view prefix) {
  std::string text;
  for (const Figure& figure : figures)
    if (figure.name.starts_with(prefix)) text += image(figure);
  return text;
}

std::string introduction(const std::vector<SuiteRow>& rows, const std::string& model_title) {
  const auto failed =
      std::count_if(rows.begin(), rows.end(), [](const SuiteRow& row) { return !row.failure.empty(); });
  std::string text = fmt::format(
      "# Validation\n\nSimulated against measured on {} real launches: the model is `{}`. "
      "`scripts/update-validation` writes this page with "
      "`warpglass validate --write` from the committed capsules and measurements; no GPU is needed to check "
      "it.\n\n",
      rows.size(), model_title);
  if (failed > 0)
    text += fmt::format("**{} of them could not be simulated** (see the table of all points).\n\n", failed);
  return text;
}

constexpr const char* kMetricNote =
    "Errors of metrics that both sides have, as fractions of what would mislead least: `%` of the measured "
    "value; `pt` points, for stall "
    "ratios of all resident warp-cycles (a ratio of two tiny numbers says nothing), for reads and writes of "
    "HBM of all HBM bytes of the "
    "launch. Absolute values; *equal* counts kernels without any error.\n\n";

constexpr const char* kStallNote =
    "The distance of two profiles is half the sum of the absolute differences of their shares: 0 is the "
    "same, 1 is disjoint. The sampling "
    "error is what chance alone contributes. The number beside each bar is its distance.\n\n";

}  // namespace

ValidationDocument validation_document(const std::vector<SuiteRow>& rows, const std::string& model_title,
                                       const std::string& ablations) {
  ValidationDocument document;
  document.figures = suite_figures(rows);
  const std::vector<Figure>& figures = document.figures;
  std::string& text = document.markdown;
  text = introduction(rows, model_title);
  text += "## What was measured, and how\n\n" + origin_text(rows);
  text += "\n## How kernels are divided\n\n" + split_text(rows);
  text += "\n## Targets\n\n" + target_table(rows_of(rows, Split::HeldOut));
  text +=
      "\nWhat is known to be wrong, and the probes that show it, is in [ARCHITECTURE.md](ARCHITECTURE.md).\n";
  text += "\n## Summary\n\n" + accuracy_table(rows) + "\n" + agreement_table(rows);
  text += "\n## Cycles\n\n" + images(figures, "cycles") + images(figures, "residuals") + point_table(rows);
  text += "\n## Memory traffic and occupancy\n\n" + images(figures, "l2-bytes") +
          images(figures, "hbm-bytes") + images(figures, "occupancy");
  text += "## Every metric\n\n" + std::string(kMetricNote) + metric_table(rows);
  if (!ablations.empty()) text += "\n## Without each mechanism\n\n" + ablations;
  text += "\n## Stall profiles\n\n" + std::string(kStallNote) + images(figures, "stalls-");
  while (text.ends_with("\n\n")) text.pop_back();
  return document;
}

void write_document(const ValidationDocument& document, const fs::path& path) {
  const fs::path folder = path.parent_path() / kFigureFolder;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw bad_input("{}: {}", folder.string(), error.message());
  std::vector<fs::path> stale;
  for (const auto& file : fs::directory_iterator(folder)) {
    const bool kept = std::any_of(document.figures.begin(), document.figures.end(),
                                  [&](const Figure& f) { return file.path().filename() == f.name + ".svg"; });
    if (file.path().extension() == ".svg" && !kept) stale.push_back(file.path());
  }
  for (const fs::path& file : stale) fs::remove(file, error);
  for (const Figure& figure : document.figures) write_file(folder / (figure.name + ".svg"), figure.svg);
  write_file(path, document.markdown);
}

}  // namespace warpglass::sim
