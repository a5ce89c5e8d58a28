// The pages of the window, in their order.
#pragma once

#include <vector>

#include "gui/widgets/view.h"

namespace warpglass::gui {

std::vector<View*> make_views(Session& session, QWidget* parent);

}  // namespace warpglass::gui
