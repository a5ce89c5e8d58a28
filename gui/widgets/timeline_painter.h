// Draws rows of the timeline. Costs about the same whatever the launch's length.
#pragma once

#include <QImage>
#include <QPainter>
#include <optional>
#include <vector>

#include "gui/core/document.h"
#include "gui/core/timeline/time_axis.h"
#include "gui/core/timeline/timeline_data.h"
#include "gui/core/timeline/timeline_rows.h"

namespace warpglass::gui {

class TimelinePainter {
 public:
  TimelinePainter(QPainter& painter, const RunDocument& run, const TimeAxis& axis) : painter_(painter), run_(run), data_(*run.timeline), axis_(axis) {}

  /// The part of `row` right of the labels, into `rect`, which is as wide as the axis.
  void row(const TimelineRow& row, const QRect& rect);
  /// Its segments are framed when they are wide enough to be told apart.
  void highlight(std::optional<uint32_t> instruction) { highlighted_ = instruction; }
  /// Cycle numbers.
  void ruler(const QRect& rect);
  /// The whole launch in small, with what is visible framed.
  void minimap(const QRect& rect);

 private:
  /// Neighbouring columns of pixels that show the same buckets [first, last].
  struct Columns {
    int x = 0, width = 1;
    uint32_t first = 0, last = 0;
  };

  const std::vector<sim::Activity>& activity(int sm) const;
  double sms(int sm) const;
  void lane(const TimelineRow& row, const QRect& rect);
  void lane_details(const TimelineLane& lane, const QRect& rect);
  void stall_mix(const std::vector<sim::Activity>& rows, const QRect& rect, const std::vector<Columns>& columns);
  /// Areas stacked upon each other, each value a fraction of the height.
  template <typename Value>
  void area(const QRect& rect, const QColor& colour, Value value);
  void heat(const QRect& rect);
  std::vector<Columns> columns_of(int width, double start, double cycles_per_pixel) const;
  /// Those of the axis: the same for all rows of a frame.
  const std::vector<Columns>& visible_columns(int width);
  static void fill(QImage& image, const Columns& column, int top, int bottom, QRgb colour);

  QPainter& painter_;
  const RunDocument& run_;
  const TimelineData& data_;
  const TimeAxis& axis_;
  std::optional<uint32_t> highlighted_;
  std::vector<Columns> columns_;
  int columns_width_ = -1;
};

}  // namespace warpglass::gui
