// Bytes between SMs, L1, shared memory, L2 and HBM.
#pragma once

#include "gui/core/memory_flow.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class MemoryView : public View {
  Q_OBJECT

 public:
  explicit MemoryView(Session& session, QWidget* parent = nullptr);
  const MemoryFlow& flow() const { return flow_; }
  std::vector<CsvTable> tables() const override;

 protected:
  void rebuild() override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString note() const;
  bool session_time() const;
  QRectF box_of(MemoryLevel level) const;
  void draw_level(QPainter& painter, const FlowLevel& level) const;
  void draw_link(QPainter& painter, const FlowLink& link, double y) const;

  MemoryFlow flow_;
  QString baseline_;   ///< its name; "" without one
};

}  // namespace warpglass::gui
