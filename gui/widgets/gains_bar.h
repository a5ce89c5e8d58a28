// Whether the expected gains of the findings are known, and how to get them.
#pragma once

#include "gui/widgets/job_bar.h"

namespace warpglass::gui {

class GainsBar : public JobBar {
  Q_OBJECT

 public:
  explicit GainsBar(Session& session, QWidget* parent = nullptr);
  void refresh();

 private:
  Session& session_;
};

}  // namespace warpglass::gui
