#include "traces/capture/parameters.h"

#include <algorithm>
#include <cstring>

namespace warpglass::capture {
namespace {
// CU_LAUNCH_PARAM_*: keys of the list `extra`, each followed by its value.
constexpr uintptr_t kEnd = 0;
constexpr uintptr_t kBufferPointer = 1;
constexpr uintptr_t kBufferSize = 2;
constexpr size_t kLargestBlock = 32764;  // the most that any architecture takes
}  // namespace

std::vector<uint8_t> assemble_parameters(const std::vector<ParameterSlot>& slots, uint32_t block_bytes,
                                         void* const* kernel_params) {
  std::vector<uint8_t> block(block_bytes);
  for (size_t i = 0; i < slots.size(); ++i) {
    const size_t end = size_t{slots[i].offset} + slots[i].bytes;
    if (end > kLargestBlock) continue;
    if (end > block.size()) block.resize(end);
    if (kernel_params && kernel_params[i])
      std::memcpy(block.data() + slots[i].offset, kernel_params[i], slots[i].bytes);
  }
  return block;
}

std::optional<std::vector<uint8_t>> packed_parameters(void* const* extra) {
  if (!extra) return std::nullopt;
  const uint8_t* buffer = nullptr;
  size_t bytes = 0;
  for (; reinterpret_cast<uintptr_t>(*extra) != kEnd; extra += 2) {
    const auto key = reinterpret_cast<uintptr_t>(*extra);
    if (key == kBufferPointer) buffer = static_cast<const uint8_t*>(extra[1]);
    else if (key == kBufferSize) bytes = *static_cast<const size_t*>(extra[1]);
    else break;
  }
  if (!buffer || bytes > kLargestBlock) return std::nullopt;
  return std::vector<uint8_t>(buffer, buffer + bytes);
}

std::vector<uint64_t> parameter_words(const std::vector<uint8_t>& block) {
  std::vector<uint64_t> words(block.size() / 8);
  if (!words.empty()) std::memcpy(words.data(), block.data(), words.size() * 8);
  return words;
}

}  // namespace warpglass::capture
