// Shared-memory bank conflicts from the kernel's real addresses, and what another layout would change.
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>

#include "gui/widgets/bank_canvas.h"
#include "gui/widgets/data_table.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class BankView : public View {
  Q_OBJECT

 public:
  explicit BankView(Session& session, QWidget* parent = nullptr);
  DataTable& table() { return *table_; }
  BankCanvas& canvas() { return *canvas_; }
  QSpinBox& padding() { return *padding_; }
  QCheckBox& swizzle() { return *swizzle_; }
  QString verdict() const { return verdict_->text(); }

 protected:
  void rebuild() override;

 private:
  struct Row {
    uint32_t instruction = 0;
    std::vector<const AccessSample*> samples;
    sim::SharedAccess now, what_if;      ///< summed over the samples
    double executed = 0;
    /// Wavefronts of the whole kernel: the exact count, scaled by what the samples say of the other layout.
    double total_now = 0, total_what_if = 0, total_ideal = 0;
  };
  QWidget* make_controls();
  BankLayout layout_now() const;
  uint32_t banks() const;
  void recompute();
  void show_row(int row);
  void show_access();
  void describe();

  std::vector<Row> rows_;
  int row_ = -1;
  DataTable* table_;
  BankCanvas* canvas_;
  QLabel* verdict_;
  QLabel* caption_;
  QSlider* wavefront_;
  QSpinBox* sample_;
  QSpinBox* row_bytes_;
  QSpinBox* padding_;
  QCheckBox* swizzle_;
};

}  // namespace warpglass::gui
