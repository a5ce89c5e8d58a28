// VALIDATION.md and its figures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/compare/figures/suite_figures.h"
#include "sim/compare/suite.h"

namespace warpglass::sim {

struct ValidationDocument {
  std::string markdown;  ///< names the figures as docs/validation/NAME.svg
  std::vector<Figure> figures;
};

/// `ablations`: the section about switched-off mechanisms, "" to leave it out.
ValidationDocument validation_document(const std::vector<SuiteRow>& rows, const std::string& model_title,
                                       const std::string& ablations);

/// Where figures lie, seen from the document.
inline constexpr const char* kFigureFolder = "docs/validation";

/// Writes the document to `path` and its figures beside it; figures that it no longer has are removed.
void write_document(const ValidationDocument& document, const std::filesystem::path& path);

}  // namespace warpglass::sim
