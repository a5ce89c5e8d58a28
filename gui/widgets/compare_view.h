// Simulated against measured, and one run against others.
#pragma once

#include <QTabWidget>

#include "gui/widgets/measured_page.h"
#include "gui/widgets/runs_page.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class CompareView : public View {
  Q_OBJECT

 public:
  explicit CompareView(Session& session, QWidget* parent = nullptr);
  QTabWidget& tabs() { return *tabs_; }
  MeasuredPage& measured() { return *measured_; }
  RunsPage& runs() { return *runs_; }
  Plot& scatter() { return *scatter_; }

 protected:
  void rebuild() override;

 private:
  void show_scatter();

  QTabWidget* tabs_;
  MeasuredPage* measured_;
  RunsPage* runs_;
  Plot* scatter_;
  ResidualBars* residuals_;
};

}  // namespace warpglass::gui
