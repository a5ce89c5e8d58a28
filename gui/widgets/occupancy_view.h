// How many warps fit on an SM, what limits them, and what other block sizes, registers and shared memory would give.
#pragma once

#include <QLabel>

#include "gui/widgets/data_table.h"
#include "gui/widgets/plot.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class OccupancyView : public View {
  Q_OBJECT

 public:
  explicit OccupancyView(Session& session, QWidget* parent = nullptr);

 protected:
  void rebuild() override;

 private:
  void show_limits(const RunDocument& run);
  QLabel* verdict_;
  DataTable* limits_;
  Plot* threads_;
  Plot* registers_;
  Plot* shared_;
};

}  // namespace warpglass::gui
