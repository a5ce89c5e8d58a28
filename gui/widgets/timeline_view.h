// The page with the timeline, its legend and what is selected in words.
#pragma once

#include <QLabel>

#include "gui/widgets/timeline_canvas.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class TimelineView : public View {
  Q_OBJECT

 public:
  explicit TimelineView(Session& session, QWidget* parent = nullptr);
  TimelineCanvas& canvas() { return *canvas_; }

 protected:
  void rebuild() override;

 private:
  TimelineCanvas* canvas_;
  QLabel* legend_;
  QLabel* limits_;
  QLabel* words_;
};

}  // namespace warpglass::gui
