// How to read each page, in a few sentences.
#pragma once

#include <QString>

namespace warpglass::gui {

/// By the page's name; "" for a name that is no page's.
QString view_help(const QString& view);

}  // namespace warpglass::gui
