// What can be taken out of the way of a simulated launch, one obstacle at a time, to see what it costs.
//
// A run without an obstacle is hypothetical: the instructions stay the same and execute as before, only their time changes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/model.h"

namespace warpglass::sim {

enum class Obstacle : uint8_t {
  BankConflicts,
  Uncoalesced,
  HbmBandwidth,
  HbmLatency,
  L2Misses,
  L1Misses,
  BarrierWaits,
  RegisterBankConflicts,
  InstructionCacheMisses,
  ConstantMisses,
  OccupancyLimit,
  LaunchOverhead,
};

struct ObstacleInfo {
  Obstacle obstacle;
  std::string_view name;     ///< on the command line: "bank_conflicts"
  std::string_view words;    ///< "bank conflicts"
  std::string_view meaning;  ///< what the simulation does without it
};

/// One entry an obstacle, in the order of the enumeration.
std::span<const ObstacleInfo> all_obstacles();
const ObstacleInfo& info(Obstacle obstacle);

/// The obstacle called `name`; a usage error that lists all of them if there is none.
Obstacle parse_obstacle(const std::string& name);

/// A set of obstacles that are out of the way; none at first.
class Obstacles {
 public:
  constexpr Obstacles() = default;
  constexpr Obstacles(Obstacle only) : bits_(bit(only)) {}

  constexpr void add(Obstacle obstacle) { bits_ |= bit(obstacle); }
  constexpr bool has(Obstacle obstacle) const { return (bits_ & bit(obstacle)) != 0; }
  std::vector<std::string> names() const;

 private:
  static constexpr uint32_t bit(Obstacle obstacle) { return 1u << static_cast<unsigned>(obstacle); }
  uint32_t bits_ = 0;
};

/// The model without those of the obstacles that are nothing but its parameters: latencies of HBM, barriers and constants,
/// operand reads, SM resources, launch overhead. The others are switches in sim/core and sim/memory.
Model without(const Model& model, Obstacles removed);

}  // namespace warpglass::sim
