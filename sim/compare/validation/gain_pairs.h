// Predicted gains against hardware: pairs of kernels that differ in one obstacle, both measured.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sim/obstacles.h"
#include "sim/result.h"

namespace warpglass::sim {

struct GainPair {
  std::string with, without;  ///< names in the suite: the launch with the obstacle, and its partner
  Obstacle obstacle;
  std::string also;           ///< in what else they differ, "" if in nothing
};

/// Chosen by what the kernels do, not by how well they are predicted.
std::vector<GainPair> gain_pairs();

/// Cycles of both launches of a pair. Gains are shares of the time with the obstacle.
struct GainCheck {
  GainPair pair;
  double simulated = 0;             ///< with the obstacle
  double simulated_without = 0;     ///< the same launch with the obstacle removed
  double measured = 0, measured_without = 0;
  double predicted_gain() const { return 1 - simulated_without / simulated; }
  double measured_gain() const { return 1 - measured_without / measured; }
  /// Of the predicted speed-up from the measured one, which is (simulated / simulated_without) / (measured / measured_without).
  double speedup_error() const { return simulated / simulated_without * measured_without / measured - 1; }
};

/// Simulates a capsule without these obstacles. Called from several threads at once.
using SimulateCapsule = std::function<RunResult(const std::filesystem::path& capsule, Obstacles removed)>;

/// Pairs of which one launch is not in both folders are left out.
std::vector<GainCheck> check_gains(const std::filesystem::path& measured, const std::filesystem::path& capsules, const SimulateCapsule& simulate,
                                   unsigned threads);

/// How far predicted gains are from measured ones, on average.
struct GainErrors {
  double points = 0;   ///< |predicted - measured|, of the launch's time
  double speedup = 0;  ///< |speedup_error|
  double of_gain = 0;  ///< |predicted - measured| / measured
};
GainErrors gain_errors(const std::vector<GainCheck>& checks);

/// The document docs/validation/gains.md.
std::string gains_document(const std::vector<GainCheck>& checks);

}  // namespace warpglass::sim
