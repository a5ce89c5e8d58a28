// Rows of counts as bytes: a bit mask of the columns that are not zero, then those.
#pragma once

#include <span>
#include <vector>

#include "sim/timeline/activity.h"

namespace warpglass::sim {

std::vector<uint8_t> encode_activity(std::span<const Activity> rows);
std::vector<uint8_t> encode_activity(std::span<const MemoryActivity> rows);
/// False when the bytes are not `count` rows.
bool decode_activity(std::span<const uint8_t> bytes, size_t count, std::vector<Activity>& rows);
bool decode_activity(std::span<const uint8_t> bytes, size_t count, std::vector<MemoryActivity>& rows);

}  // namespace warpglass::sim
