#include "gui/core/session.h"

#include <algorithm>

#include "gui/core/memory_use.h"

namespace warpglass::gui {

MeasurementPointer Session::measurement_of(const RunDocument& run) const {
  for (const MeasurementPointer& m : measurements_)
    if (belongs(*m, run)) return m;
  return nullptr;
}

MeasurementPointer Session::measurement() const { return current_ ? measurement_of(*current_) : nullptr; }

void Session::add_run(RunPointer run) {
  const auto same = std::find_if(runs_.begin(), runs_.end(), [&](const RunPointer& r) { return r->path == run->path; });
  if (same != runs_.end()) {
    if (baseline_ == *same) baseline_ = run;
    *same = run;
  } else {
    runs_.push_back(run);
    if (!baseline_ && runs_.size() > 1) baseline_ = runs_.front();
  }
  Q_EMIT runs_changed();
  show_run(run);
  Q_EMIT baseline_changed();
}

void Session::add_measurement(MeasurementPointer measurement) {
  measurements_.push_back(std::move(measurement));
  Q_EMIT measurements_changed();
}

void Session::show_run(const RunPointer& run) {
  if (run == current_) return;
  const bool same_path = run && current_ && run->path == current_->path;
  current_ = run;
  if (!same_path) selection_.clear();
  Q_EMIT current_changed();
}

void Session::close_run(const RunPointer& run) {
  const auto at = std::find(runs_.begin(), runs_.end(), run);
  if (at == runs_.end()) return;
  const auto index = static_cast<size_t>(at - runs_.begin());
  runs_.erase(at);
  if (baseline_ == run) baseline_ = nullptr;
  if (current_ == run) {
    current_ = runs_.empty() ? nullptr : runs_[index > 0 ? index - 1 : 0];
    selection_.clear();
  }
  Q_EMIT runs_changed();
  Q_EMIT current_changed();
  Q_EMIT baseline_changed();
}

uint64_t Session::memory_bytes(const RunPointer& but) const {
  uint64_t bytes = 0;
  for (const RunPointer& run : runs_)
    if (run != but) bytes += document_bytes(*run);
  return bytes;
}

void Session::set_baseline(const RunPointer& run) {
  if (run == baseline_) return;
  baseline_ = run;
  Q_EMIT baseline_changed();
}

}  // namespace warpglass::gui
