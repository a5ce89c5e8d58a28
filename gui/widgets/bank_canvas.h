// Lanes × banks of one shared-memory access, one wavefront at a time.
#pragma once

#include <QWidget>

#include "gui/core/bank_matrix.h"

namespace warpglass::gui {

class BankCanvas : public QWidget {
  Q_OBJECT

 public:
  explicit BankCanvas(QWidget* parent = nullptr);
  void set_access(const AccessSample& sample, BankMatrix matrix);
  void clear();
  /// -1 shows all wavefronts.
  void set_wavefront(int wavefront);
  const BankMatrix& matrix() const { return matrix_; }
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Grid {
    double left, top, cell_width, cell_height;
  };
  Grid grid() const;
  QColor colour_of(size_t wavefront) const;
  void draw_grid(QPainter& painter, const Grid& g) const;
  void draw_cells(QPainter& painter, const Grid& g) const;
  void draw_words(QPainter& painter, const Grid& g) const;

  AccessSample sample_;
  BankMatrix matrix_;
  int wavefront_ = -1;
};

}  // namespace warpglass::gui
