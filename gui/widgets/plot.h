// A small plot: lines, steps and points over linear or logarithmic axes, with hover.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "gui/core/csv.h"

namespace warpglass::gui {

struct PlotSeries {
  QString name;
  QColor colour;
  std::vector<QPointF> points;
  bool line = true;
  bool steps = false;
  bool dashed = false;
  bool markers = false;
  bool annotate = false;         ///< labels beside the markers
  bool right = false;            ///< its values are those of the right axis
  std::vector<QString> labels;   ///< for hover, one a point; may be empty
};

struct PlotMark {                ///< "here is the kernel now"
  double x = 0;
  QString label;
};

class Plot : public QWidget {
  Q_OBJECT

 public:
  explicit Plot(QWidget* parent = nullptr);

  void set_title(const QString& title) { title_ = title; }
  void set_axes(const QString& x, const QString& y) { x_title_ = x, y_title_ = y; }
  void set_logarithmic(bool x, bool y) { log_x_ = x, log_y_ = y; }
  void set_range(QRectF range) { range_ = range; }   ///< x, y, width, height in values
  /// A second axis on the right, from 0 to `most`; an empty title: none.
  void set_right_axis(const QString& title, double most) { right_title_ = title, right_most_ = most; }
  void set_legend(bool shown) { legend_ = shown; }
  void set_diagonal(bool shown) { diagonal_ = shown; }
  void set_content(std::vector<PlotSeries> series, std::optional<PlotMark> mark = {});
  const std::vector<PlotSeries>& series() const { return series_; }
  /// Its points, for export.
  CsvTable table() const;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void point_clicked(size_t series, size_t point);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRectF area() const;
  QRectF range() const;
  QPointF place(const QPointF& value, bool right = false) const;
  struct Hit {
    size_t series, point;
  };
  /// The point under the pointer, or near it.
  std::optional<Hit> nearest(const QPointF& position) const;
  void draw_axes(QPainter& painter) const;
  void draw_right_axis(QPainter& painter) const;
  void draw_titles(QPainter& painter) const;
  void draw_series(QPainter& painter, const PlotSeries& series) const;
  void draw_legend(QPainter& painter) const;

  QString title_, x_title_, y_title_, right_title_;
  double right_most_ = 0;
  bool log_x_ = false, log_y_ = false, legend_ = false, diagonal_ = false;
  std::optional<QRectF> range_;
  std::vector<PlotSeries> series_;
  std::optional<PlotMark> mark_;
};

}  // namespace warpglass::gui
