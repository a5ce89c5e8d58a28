// The first page: what limits the kernel, in the words of `warpglass report`.
#pragma once

#include <QScrollArea>

#include "gui/widgets/view.h"
#include "sim/report/finding.h"

class QLabel;

namespace warpglass::gui {

class GainsBar;

class VerdictView : public View {
  Q_OBJECT

 public:
  explicit VerdictView(Session& session, QWidget* parent = nullptr);
  std::vector<CsvTable> tables() const override;

 protected:
  void rebuild() override;

 private:
  QWidget* heading(const sim::RunResult& result);
  QWidget* tiles(const RunDocument& run);
  QWidget* finding(const sim::Finding& finding, size_t number);
  void show_gains();
  QString places_html(const sim::RunResult& result, const sim::Finding& finding) const;
  void follow_link(const QString& link);

  QScrollArea* area_;
  GainsBar* gains_;
  QLabel* costs_ = nullptr;   ///< what each obstacle costs, in the page
  std::vector<std::pair<std::string, QLabel*>> gain_labels_;   ///< rule, where its expected gain is shown
};

}  // namespace warpglass::gui
