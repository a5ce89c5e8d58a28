// The run shown against all other open runs: metrics, and instruction by instruction against the baseline.
#pragma once

#include <QComboBox>
#include <QLabel>

#include "gui/core/differences.h"
#include "gui/widgets/data_table.h"

namespace warpglass::gui {

class RunsPage : public QWidget {
  Q_OBJECT

 public:
  explicit RunsPage(Session& session, QWidget* parent = nullptr);
  void rebuild();

  DataTable& metrics() { return *metrics_; }
  DataTable& instructions() { return *instructions_; }
  QString verdict() const { return verdict_->text(); }

 private:
  void fill_baselines();

  Session& session_;
  std::vector<MetricRow> rows_;
  std::vector<InstructionDifference> aligned_;
  QComboBox* baseline_;
  QLabel* verdict_;
  DataTable* metrics_;
  DataTable* instructions_;
};

}  // namespace warpglass::gui
