// A page as a file: picture, drawing or table.
#pragma once

#include <QString>

#include "gui/widgets/view.h"

namespace warpglass::gui {

/// The suffixes that `export_view` knows, as a file dialog's filter.
QString export_filter();

/// Writes the page as it is now to `path`: .png, .svg or .csv. Under a temporary name first, so a failure
/// leaves what was there. Throws Error with a sentence: another suffix, a page without numbers (.csv), built
/// without Qt's SVG module, a place that cannot be written.
void export_view(View& view, const QString& path);

}  // namespace warpglass::gui
