// Sectors and lines that global and local accesses touch, and how many bytes of them are used.
#pragma once

#include <QLabel>
#include <QSpinBox>

#include "gui/widgets/data_table.h"
#include "gui/widgets/footprint_canvas.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class CoalescingView : public View {
  Q_OBJECT

 public:
  explicit CoalescingView(Session& session, QWidget* parent = nullptr);
  DataTable& table() { return *table_; }
  FootprintCanvas& canvas() { return *canvas_; }

 protected:
  void rebuild() override;

 private:
  std::vector<Column> columns(const RunPointer& run) const;
  void show_row(int row);
  void show_sample();

  std::vector<uint32_t> instructions_;
  int row_ = -1;
  DataTable* table_;
  FootprintCanvas* canvas_;
  QLabel* verdict_;
  QLabel* caption_;
  QSpinBox* sample_;
};

}  // namespace warpglass::gui
