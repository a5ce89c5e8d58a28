// Smaller pictures: an image of at most 256 colours.
#pragma once

#include <QImage>

namespace warpglass::gui {

/// Keeps the most frequent colours exactly; the others (the edges of letters) become the nearest of them.
QImage with_few_colours(const QImage& image);

}  // namespace warpglass::gui
