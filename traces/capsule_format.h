// What reader and writer of capsules share: tables, limits and the description's JSON.
//
// Tables beside those of container/blobs.h:
//   value   'info': the CapsuleInfo as JSON
//   text    kind ('cubin', 'disassembly', 'source'), name, blob
//   region  address, bytes, kind              one row an allocation, id from 0
//   chunk   region, number, before, after     blob ids; after NULL: not changed by the launch
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "traces/capsule.h"

namespace warpglass {

inline constexpr uint64_t kLargestCubin = uint64_t{256} << 20;
inline constexpr uint64_t kLargestText = uint64_t{512} << 20;
inline constexpr size_t kMostRegions = 1 << 20;

inline std::vector<std::string> capsule_tables() { return {"text", "region", "chunk"}; }

nlohmann::json capsule_info_to_json(const CapsuleInfo& info);
/// Throws nlohmann's exceptions, or std::invalid_argument with a reason, for a description that cannot be.
CapsuleInfo capsule_info_from_json(const nlohmann::json& json);

}  // namespace warpglass
