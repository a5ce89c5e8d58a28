// Lanes × banks of one shared-memory access, one wavefront at a time, or the heat of all.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/core/bank_matrix.h"

namespace warpglass::gui {

class BankCanvas : public QWidget {
  Q_OBJECT

 public:
  explicit BankCanvas(QWidget* parent = nullptr);
  void set_access(const AccessSample& sample, BankMatrix matrix);
  /// Shows how often each lane asked each bank, in place of one access.
  void set_heat(const BankHeat& heat);
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
  void draw_heat(QPainter& painter, const Grid& g) const;
  QString cell_text(uint32_t lane, uint32_t bank) const;

  AccessSample sample_;
  BankMatrix matrix_;
  std::optional<BankHeat> heat_;
  int wavefront_ = -1;
};

}  // namespace warpglass::gui
