// What writer and reader of traces share.
//
// Tables beside those of container/blobs.h:
//   value    'description': kernel, source file, shape, steps as JSON
//   text     kind ('cubin', 'disassembly', 'source'), name, blob
//   segment  first_block, blocks, blob
// A segment's blob: for each block, number of warps and openings, arrivals that each opening takes, a reference address
// + 1 for each instruction (0: none), then for each warp the length of its steps and the steps (step_codec.h). All numbers are varints.
#pragma once

#include <string>
#include <vector>

namespace warpglass {

inline std::vector<std::string> trace_tables() { return {"text", "segment"}; }
/// A segment is closed when it holds this much before compression.
inline constexpr size_t kSegmentBytes = 256 * 1024;
/// No segment is larger: one block's steps are always in one segment.
inline constexpr uint64_t kLargestSegment = uint64_t{1} << 30;

}  // namespace warpglass
