// Simulated against measured, and one run against another.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTabWidget>

#include "gui/core/differences.h"
#include "gui/widgets/data_table.h"
#include "gui/widgets/plot.h"
#include "gui/widgets/view.h"
#include "sim/compare/comparison.h"

namespace warpglass::gui {

class CompareView : public View {
  Q_OBJECT

 public:
  explicit CompareView(Session& session, QWidget* parent = nullptr);
  QTabWidget& tabs() { return *tabs_; }

 protected:
  void rebuild() override;

 private:
  QWidget* make_measured();
  QWidget* make_runs();
  void show_measured();
  void show_runs();
  void show_scatter();
  void fill_baselines();

  QTabWidget* tabs_;
  // Simulated against measured.
  sim::Comparison comparison_;
  QLabel* measured_verdict_;
  DataTable* metrics_;
  DataTable* stalls_;
  DataTable* instructions_;
  // Run against run.
  std::vector<Difference> differences_;
  std::vector<InstructionDifference> aligned_;
  QComboBox* baseline_;
  QLabel* runs_verdict_;
  DataTable* run_metrics_;
  DataTable* run_instructions_;
  Plot* scatter_;
};

}  // namespace warpglass::gui
