// How far simulated numbers are from measured ones, largest first: bars to the left are too small, to the
// right too large.
#pragma once

#include <QWidget>
#include <vector>

namespace warpglass::gui {

struct Residual {
  QString name;
  double error = 0;  ///< a fraction: 0.134 is 13.4 %
  QString detail;    ///< for hover
};

class ResidualBars : public QWidget {
  Q_OBJECT

 public:
  explicit ResidualBars(QWidget* parent = nullptr);
  void set_title(const QString& title) { title_ = title; }
  void set_residuals(std::vector<Residual> residuals);
  const std::vector<Residual>& residuals() const { return residuals_; }
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int row_height() const;
  size_t shown() const;

  QString title_;
  std::vector<Residual> residuals_;
};

}  // namespace warpglass::gui
