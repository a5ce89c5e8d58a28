// The roofline: work a byte against what each memory level and the arithmetic can do.
#pragma once

#include <QLabel>

#include "gui/core/roofline.h"
#include "gui/widgets/plot.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class RooflineView : public View {
  Q_OBJECT

 public:
  explicit RooflineView(Session& session, QWidget* parent = nullptr);
  Plot& plot() { return *plot_; }

 protected:
  void rebuild() override;

 private:
  QString verdict(const Roofline& roofs) const;
  QLabel* verdict_;
  Plot* plot_;
};

}  // namespace warpglass::gui
