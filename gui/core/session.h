// Everything that is open, the run that the views show and the one it is compared with.
#pragma once

#include <QObject>
#include <vector>

#include "gui/core/document.h"
#include "gui/core/experiments/experiments.h"
#include "gui/core/selection.h"
#include "sim/timeline/detail.h"

namespace warpglass::gui {

class Session : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const std::vector<RunPointer>& runs() const { return runs_; }
  const std::vector<MeasurementPointer>& measurements() const { return measurements_; }
  RunPointer current() const { return current_; }
  /// The measurement that belongs to the current run, or nullptr.
  MeasurementPointer measurement() const;
  MeasurementPointer measurement_of(const RunDocument& run) const;
  /// The run compared with: nullptr unless another one is open.
  RunPointer baseline() const { return baseline_; }
  Selection& selection() { return selection_; }
  Experiments& experiments() { return experiments_; }

  /// Adds and shows it; a run opened a second time (same path) replaces the first.
  void add_run(RunPointer run);
  void add_measurement(MeasurementPointer measurement);
  void show_run(const RunPointer& run);
  void set_baseline(const RunPointer& run);
  /// Forgets it and shows the one before it, if any.
  void close_run(const RunPointer& run);
  /// What all open runs take, but for one that is about to be replaced.
  uint64_t memory_bytes(const RunPointer& but = nullptr) const;

 Q_SIGNALS:
  void runs_changed();
  void current_changed();       ///< another run, or more is known of it
  void measurements_changed();
  void baseline_changed();
  /// A view asks for another: "source", "banks", …
  void view_wanted(const QString& view);
  /// A view asks for the current run with other SMs recorded warp by warp.
  void detail_wanted(const sim::Detail& detail);

 private:
  std::vector<RunPointer> runs_;
  std::vector<MeasurementPointer> measurements_;
  RunPointer current_, baseline_;
  Selection selection_;
  Experiments experiments_;
};

}  // namespace warpglass::gui
