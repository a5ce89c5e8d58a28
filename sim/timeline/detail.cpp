#include "sim/timeline/detail.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"

namespace warpglass::sim {

std::vector<unsigned> Detail::select(unsigned count) const {
  std::vector<unsigned> selected;
  if (all)
    for (unsigned sm = 0; sm < count; ++sm) selected.push_back(sm);
  else if (chosen)
    for (const unsigned sm : sms)
      if (sm < count) selected.push_back(sm);
  if (!all && !chosen && count > 0) selected = {0, count / 2};
  std::sort(selected.begin(), selected.end());
  selected.erase(std::unique(selected.begin(), selected.end()), selected.end());
  return selected;
}

Detail parse_detail(std::string_view text) {
  Detail detail;
  if (text == "none") return detail;
  detail.on = true;
  if (text == "default") return detail;
  if (text == "all") {
    detail.all = true;
    return detail;
  }
  if (!text.starts_with("sm=") || text.size() == 3)
    throw usage_error("--detail {}: give all, none, default or the numbers of SMs: --detail sm=0,17", text);
  detail.chosen = true;
  for (size_t at = 3; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    unsigned sm = 0;
    const char* end = text.data() + comma;
    const auto [stop, error] = std::from_chars(text.data() + at, end, sm);
    if (error != std::errc() || stop != end) throw usage_error("--detail {}: '{}' is no SM number", text, text.substr(at, comma - at));
    detail.sms.push_back(sm);
    at = comma + 1;
  }
  return detail;
}

}  // namespace warpglass::sim
