// The lines and sectors that one access touches, byte by byte.
#pragma once

#include <QWidget>

#include "gui/core/coalescing.h"

namespace warpglass::gui {

class FootprintCanvas : public QWidget {
  Q_OBJECT

 public:
  explicit FootprintCanvas(QWidget* parent = nullptr);
  void set_footprint(AccessFootprint footprint);
  const AccessFootprint& footprint() const { return footprint_; }
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void draw_line(QPainter& painter, const TouchedLine& line, const QRectF& rect) const;
  AccessFootprint footprint_;
};

}  // namespace warpglass::gui
