#include "traces/capture/constant_bank.h"

#include <algorithm>
#include <cstring>

namespace warpglass::capture {
namespace {

// Offsets common to all architectures.
constexpr size_t kBlock = 0x00, kGrid = 0x0c, kSharedWindow = 0x18, kLocalWindow = 0x20, kStack = 0x28,
                 kDynamicShared = 0x2c, kSmCount = 0x10c, kCooperative = 0x110;
// Offsets since sm_90, which has clusters and parameters from 0x210 on.
constexpr uint32_t kBaseSm90 = 0x210;
constexpr size_t kReservedShared = 0x114, kTotalShared = 0x13c, kCluster = 0x144, kClusterReciprocal = 0x150,
                 kGridInClusters = 0x15c, kClusterCtas = 0x188, kParameterStart = 0x198, kParameterEnd = 0x1a0;
// Read on an H200, for when the presets of the context are not known.
constexpr uint64_t kDocumentedSharedWindow = 0x7f0900000000, kDocumentedLocalWindow = 0x7f08d1000000;
constexpr uint32_t kDocumentedStack = 0x00fffdc0, kReservedSharedBytes = 0x400;

template <typename Value>
void put(std::vector<uint8_t>& bank, size_t offset, Value value) {
  std::memcpy(bank.data() + offset, &value, sizeof value);
}

template <typename Value>
Value get(std::span<const uint8_t> bank, size_t offset) {
  Value value{};
  if (offset + sizeof value <= bank.size()) std::memcpy(&value, bank.data() + offset, sizeof value);
  return value;
}

void put_dim(std::vector<uint8_t>& bank, size_t offset, const Dim3& dim) {
  put(bank, offset, dim.x);
  put(bank, offset + 4, dim.y);
  put(bank, offset + 8, dim.z);
}

void put_sm90(std::vector<uint8_t>& bank, const BankInputs& inputs) {
  const LaunchShape& shape = inputs.shape;
  const Dim3& cluster = shape.cluster;
  put(bank, kTotalShared, std::max(inputs.static_shared_bytes, kReservedSharedBytes) + shape.dynamic_shared_bytes);
  put_dim(bank, kCluster, cluster);
  put(bank, kClusterReciprocal, 1.0f / static_cast<float>(cluster.x));
  put(bank, kClusterReciprocal + 4, 1.0f / static_cast<float>(cluster.y));
  put(bank, kClusterReciprocal + 8, 1.0f / static_cast<float>(cluster.z));
  put_dim(bank, kGridInClusters,
          {shape.grid.x / cluster.x, shape.grid.y / cluster.y, shape.grid.z / cluster.z});
  put(bank, kClusterCtas, static_cast<uint32_t>(cluster.count()));
  put(bank, kParameterEnd, get<uint64_t>(bank, kParameterStart) + inputs.parameters.size());
}

}  // namespace

std::vector<uint8_t> constant_bank0(const BankInputs& inputs, std::span<const uint8_t> presets,
                                    std::span<const uint8_t> image) {
  const size_t base = std::max<size_t>(inputs.parameter_base, kCooperative + 4);
  const size_t end = inputs.parameter_base + inputs.parameters.size();
  std::vector<uint8_t> bank(std::max({base, end, image.size()}));
  std::copy(image.begin(), image.end(), bank.begin());
  std::copy_n(presets.begin(), std::min<size_t>(presets.size(), inputs.parameter_base), bank.begin());
  if (presets.empty()) {
    put(bank, kSharedWindow, kDocumentedSharedWindow);
    put(bank, kLocalWindow, kDocumentedLocalWindow);
    put(bank, kStack, kDocumentedStack);
    if (inputs.parameter_base == kBaseSm90) put(bank, kReservedShared, kReservedSharedBytes);
  }
  put_dim(bank, kBlock, inputs.shape.block);
  put_dim(bank, kGrid, inputs.shape.grid);
  put(bank, kDynamicShared, inputs.shape.dynamic_shared_bytes);
  put(bank, kSmCount, inputs.sm_count);
  put(bank, kCooperative, inputs.cooperative ? 1u : 0u);
  if (inputs.parameter_base == kBaseSm90) put_sm90(bank, inputs);
  std::copy(inputs.parameters.begin(), inputs.parameters.end(), bank.begin() + inputs.parameter_base);
  return bank;
}

uint64_t shared_window(std::span<const uint8_t> bank) { return get<uint64_t>(bank, kSharedWindow); }
uint64_t local_window(std::span<const uint8_t> bank) { return get<uint64_t>(bank, kLocalWindow); }

}  // namespace warpglass::capture
