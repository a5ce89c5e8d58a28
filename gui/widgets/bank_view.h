// Shared-memory bank conflicts from the kernel's real addresses, and what another layout would change.
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>

#include "gui/core/bank_rows.h"
#include "gui/widgets/bank_canvas.h"
#include "gui/widgets/data_table.h"
#include "gui/widgets/view.h"

class QHBoxLayout;

namespace warpglass::gui {

class JobBar;

class BankView : public View {
  Q_OBJECT

 public:
  explicit BankView(Session& session, QWidget* parent = nullptr);
  DataTable& table() { return *table_; }
  BankCanvas& canvas() { return *canvas_; }
  QSpinBox& padding() { return *padding_; }
  QCheckBox& swizzle() { return *swizzle_; }
  QCheckBox& heat() { return *heat_; }
  JobBar& time() { return *time_; }
  QString verdict() const { return verdict_->text(); }

 protected:
  void rebuild() override;

 private:
  QWidget* make_controls();
  QWidget* make_access_controls();
  void add_labelled(QHBoxLayout& layout, const QString& text, QWidget* widget, const QString& help);
  BankLayout layout_now() const;
  uint32_t banks() const;
  RunPointer run() const { return const_cast<BankView*>(this)->session().current(); }
  void recompute();
  void choose_first();
  void show_row(int row);
  void show_access();
  void show_time();

  BankRows rows_;
  BankLayout likely_;
  int row_ = -1;
  QWidget* controls_;
  QWidget* content_;
  DataTable* table_;
  BankCanvas* canvas_;
  QLabel* verdict_;
  QLabel* caption_;
  QSlider* wavefront_;
  QSpinBox* sample_;
  QSpinBox* row_bytes_;
  QSpinBox* padding_;
  QCheckBox* swizzle_;
  QCheckBox* heat_;
  JobBar* time_;
};

}  // namespace warpglass::gui
