#include "gui/app/views.h"

#include "gui/widgets/source_view.h"
#include "gui/widgets/timeline_view.h"
#include "gui/widgets/verdict_view.h"

namespace warpglass::gui {

std::vector<View*> make_views(Session& session, QWidget* parent) {
  return {new VerdictView(session, parent), new TimelineView(session, parent), new SourceView(session, parent)};
}

}  // namespace warpglass::gui
