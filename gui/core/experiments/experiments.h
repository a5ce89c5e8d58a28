// What was found by simulating runs' launches again: gains without obstacles, time at other occupancies, time
// with another layout of shared memory. Simulated on request, in the background, once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "gui/core/experiments/job_queue.h"
#include "gui/core/experiments/occupancy_sweep.h"
#include "sim/access/shared_layout.h"

namespace warpglass::gui {

/// The launch with another layout of shared memory.
struct LayoutTime {
  sim::SharedLayout layout;
  sim::Cycle cycles = 0;
  uint32_t blocks = 0;  ///< resident on an SM, with the padding's bytes
};

class Experiments : public QObject {
  Q_OBJECT

 public:
  explicit Experiments(QObject* parent = nullptr);

  /// Threads for simulations, at least 1.
  void set_threads(unsigned threads);
  /// Whether `want_gains` may start on its own.
  void set_automatic(bool automatic) { automatic_ = automatic; }

  /// From the run's file, or simulated here; empty: not known.
  const std::vector<sim::Gain>& gains(const RunPointer& run) const;
  /// nullptr: not simulated.
  const OccupancySweep* sweep(const RunPointer& run) const;
  std::optional<LayoutTime> layout_time(const RunPointer& run, const sim::SharedLayout& layout) const;

  /// Starts simulating unless it is known or on its way. A run that cannot be simulated is left alone.
  void simulate_gains(const RunPointer& run);
  void simulate_sweep(const RunPointer& run);
  void simulate_layout(const RunPointer& run, const sim::SharedLayout& layout);
  /// `simulate_gains` if that is allowed and short enough to do unasked.
  void want_gains(const RunPointer& run);

  JobQueue& jobs() { return jobs_; }
  const JobQueue& jobs() const { return jobs_; }
  /// What went wrong last; "" when nothing did.
  QString problem() const { return problem_; }

 Q_SIGNALS:
  /// Another result, or a job went on.
  void changed();

 private:
  struct Known {
    std::vector<sim::Gain> gains;
    std::optional<OccupancySweep> sweep;
    std::vector<LayoutTime> layouts;
    bool gains_wanted = false, sweep_wanted = false;  ///< on their way
    bool asked = false;                               ///< `want_gains` was here
  };
  Known& known(const RunPointer& run) { return known_[run]; }
  const Known* find(const RunPointer& run) const;

  JobQueue jobs_;
  unsigned threads_ = 1;
  bool automatic_ = false;
  QString problem_;
  std::map<std::weak_ptr<const RunDocument>, Known, std::owner_less<>> known_;
};

}  // namespace warpglass::gui
