// The errors that were accepted last, and the gate that a change of the model has to pass.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::sim {

struct ExpectedError {
  double cycle_error = 0;  ///< signed fraction
  double stall_distance = 0;
};

/// How much worse the means may get.
inline constexpr double kCycleErrorSlack = 0.005;
inline constexpr double kStallDistanceSlack = 0.01;

using ExpectedErrors = std::map<std::string, ExpectedError>;  ///< by kernel

/// Throws BadInput, naming the file and what is wrong.
ExpectedErrors read_expected_errors(const std::filesystem::path& path);
/// One file's text; `file` is for complaints.
ExpectedErrors parse_expected_errors(std::string_view text, const std::string& file);
void write_expected_errors(const std::vector<SuiteRow>& rows, const std::filesystem::path& path);

struct GateVerdict {
  bool passed = true;
  std::string text;  ///< sentences: what got worse, and by how much; or that nothing did
};

/// Compares the means over the kernels that both sides have. Kernels without an expectation are named and do
/// not count; one that is expected and was simulated before but fails now does not pass.
GateVerdict check_gate(const ExpectedErrors& expected, const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
