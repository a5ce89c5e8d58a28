// Where one has been: back and forward, as in a browser.
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace warpglass::gui {

template <typename Place>
class PlaceHistory {
 public:
  static constexpr size_t kMost = 100;

  /// Before going somewhere else: `here` can be come back to; what was ahead is forgotten.
  void leave(Place here) {
    ahead_.clear();
    if (!behind_.empty() && behind_.back() == here) return;
    behind_.push_back(std::move(here));
    if (behind_.size() > kMost) behind_.erase(behind_.begin());
  }
  /// The place before, or nothing; `here` can be gone forward to.
  std::optional<Place> back(Place here) { return step(behind_, ahead_, std::move(here)); }
  std::optional<Place> forward(Place here) { return step(ahead_, behind_, std::move(here)); }
  bool can_go_back() const { return !behind_.empty(); }
  bool can_go_forward() const { return !ahead_.empty(); }
  void clear() {
    behind_.clear();
    ahead_.clear();
  }

 private:
  static std::optional<Place> step(std::vector<Place>& from, std::vector<Place>& to, Place here) {
    while (!from.empty() && from.back() == here) from.pop_back();
    if (from.empty()) return std::nullopt;
    to.push_back(std::move(here));
    Place place = std::move(from.back());
    from.pop_back();
    return place;
  }

  std::vector<Place> behind_, ahead_;
};

}  // namespace warpglass::gui
