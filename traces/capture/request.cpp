#include "traces/capture/request.h"

#include <charconv>
#include <limits>

#include "base/error.h"

namespace warpglass::capture {
namespace {

constexpr const char* kKernel = "WARPGLASS_CAPTURE_KERNEL";
constexpr const char* kSkip = "WARPGLASS_CAPTURE_SKIP";
constexpr const char* kCount = "WARPGLASS_CAPTURE_COUNT";
constexpr const char* kFolder = "WARPGLASS_CAPTURE_FOLDER";
constexpr const char* kName = "WARPGLASS_CAPTURE_NAME";
constexpr const char* kLog = "WARPGLASS_CAPTURE_LOG";
constexpr const char* kMaxBytes = "WARPGLASS_CAPTURE_MAX_BYTES";

unsigned shift_of(char suffix) {
  switch (suffix) {
    case 'K': case 'k': return 10;
    case 'M': case 'm': return 20;
    case 'G': case 'g': return 30;
    case 'T': case 't': return 40;
    default: return 0;
  }
}

}  // namespace

uint64_t parse_bytes(const std::string& text, const std::string& what) {
  uint64_t value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  const unsigned shift = end == last ? 0 : shift_of(*end);
  const bool complete = end == last || (shift != 0 && end + 1 == last);
  if (error != std::errc{} || !complete || value > std::numeric_limits<uint64_t>::max() >> shift)
    throw usage_error("{} is '{}', which is no number of bytes such as 65536, 64K, 100M or 2G", what, text);
  return value << shift;
}

Environment to_environment(const CaptureRequest& request) {
  return {{kKernel, request.kernel},
          {kSkip, std::to_string(request.skip)},
          {kCount, std::to_string(request.count)},
          {kFolder, request.folder},
          {kName, request.name},
          {kLog, request.log},
          {kMaxBytes, std::to_string(request.max_bytes)}};
}

CaptureRequest from_environment(const std::function<const char*(const char*)>& lookup) {
  const auto text = [&](const char* name) { return std::string(lookup(name) ? lookup(name) : ""); };
  CaptureRequest request;
  const auto number = [&](const char* name, uint64_t& value) {
    if (!text(name).empty()) value = parse_bytes(text(name), name);
  };
  request.kernel = text(kKernel);
  request.folder = text(kFolder);
  request.name = text(kName);
  request.log = text(kLog);
  number(kSkip, request.skip);
  number(kCount, request.count);
  number(kMaxBytes, request.max_bytes);
  if (request.folder.empty())
    throw usage_error("{} is not set, so nothing is captured: start the program with `warpglass capture`", kFolder);
  return request;
}

}  // namespace warpglass::capture
