// How many warps fit on an SM, what limits them, and what other block sizes, registers and shared memory would give.
#pragma once

#include <QLabel>

#include "gui/widgets/data_table.h"
#include "gui/widgets/plot.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class JobBar;

class OccupancyView : public View {
  Q_OBJECT

 public:
  explicit OccupancyView(Session& session, QWidget* parent = nullptr);

  Plot& registers() { return *registers_; }
  Plot& shared() { return *shared_; }
  JobBar& time() { return *time_; }
  QString verdict() const { return verdict_->text(); }

 protected:
  void rebuild() override;

 private:
  void show_limits(const RunDocument& run);
  void show_curves(const RunDocument& run, const OccupancySweep* sweep);
  void show_times();
  QLabel* verdict_;
  JobBar* time_;
  DataTable* limits_;
  Plot* threads_;
  Plot* registers_;
  Plot* shared_;
};

}  // namespace warpglass::gui
