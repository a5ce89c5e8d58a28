// Simulated against measured: per metric, per stall reason, per instruction; tables, scatter and residuals.
#pragma once

#include <QLabel>
#include <QTabWidget>

#include "gui/widgets/data_table.h"
#include "gui/widgets/plot.h"
#include "gui/widgets/residual_bars.h"
#include "sim/compare/comparison.h"

namespace warpglass::gui {

class MeasuredPage : public QWidget {
  Q_OBJECT

 public:
  explicit MeasuredPage(Session& session, QWidget* parent = nullptr);
  void rebuild();

  DataTable& metrics() { return *metrics_; }
  DataTable& stalls() { return *stalls_; }
  DataTable& instructions() { return *instructions_; }
  Plot& instruction_scatter() { return *instruction_scatter_; }
  Plot& metric_scatter() { return *metric_scatter_; }
  ResidualBars& residuals() { return *residuals_; }

 private:
  void fill_tables();
  void fill_plots();

  Session& session_;
  sim::Comparison comparison_;
  QLabel* verdict_;
  QWidget* content_;
  DataTable* metrics_;
  DataTable* stalls_;
  DataTable* instructions_;
  Plot* instruction_scatter_;
  Plot* metric_scatter_;
  ResidualBars* residuals_;
};

}  // namespace warpglass::gui
