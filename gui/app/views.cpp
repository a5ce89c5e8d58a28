#include "gui/app/views.h"

#include "gui/widgets/bank_view.h"
#include "gui/widgets/coalescing_view.h"
#include "gui/widgets/compare_view.h"
#include "gui/widgets/memory_view.h"
#include "gui/widgets/occupancy_view.h"
#include "gui/widgets/roofline_view.h"
#include "gui/widgets/source_view.h"
#include "gui/widgets/timeline_view.h"
#include "gui/widgets/verdict_view.h"

namespace warpglass::gui {

std::vector<View*> make_views(Session& session, QWidget* parent) {
  return {new VerdictView(session, parent), new TimelineView(session, parent), new SourceView(session, parent),
          new BankView(session, parent), new CoalescingView(session, parent), new MemoryView(session, parent),
          new OccupancyView(session, parent), new RooflineView(session, parent), new CompareView(session, parent)};
}

}  // namespace warpglass::gui
