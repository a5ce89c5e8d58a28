// The page with the timeline, its legend and what is selected in words.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <map>

#include "gui/widgets/timeline_canvas.h"
#include "gui/widgets/view.h"

class QHBoxLayout;

namespace warpglass::gui {

class TimelineView : public View {
  Q_OBJECT

 public:
  explicit TimelineView(Session& session, QWidget* parent = nullptr);
  TimelineCanvas& canvas() { return *canvas_; }
  std::vector<CsvTable> tables() const override;
  QVariant state() const override;
  void restore(const QVariant& state) override;

 protected:
  void rebuild() override;

 private:
  void make_commands(QHBoxLayout& bar);
  QString legend_text() const;
  void describe(const QString& words);
  void remember_range();
  /// Simulates again with all SMs, or the chosen one too, recorded.
  void record_all();
  void record_chosen();

  TimelineCanvas* canvas_;
  QLabel* legend_;
  QLabel* limits_;
  QLabel* words_;
  QPushButton* record_ = nullptr;
  std::optional<uint32_t> chosen_sm_;
  RunPointer shown_;
  std::map<QString, TimeRange> ranges_;  // what was last visible of a run that is not shown whole, by its path
};

}  // namespace warpglass::gui
