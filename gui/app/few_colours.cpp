#include "gui/app/few_colours.h"

#include <QHash>
#include <algorithm>
#include <vector>

namespace warpglass::gui {
namespace {

constexpr size_t kMostColours = 256;

int distance(QRgb a, QRgb b) {
  const int red = qRed(a) - qRed(b), green = qGreen(a) - qGreen(b), blue = qBlue(a) - qBlue(b);
  return 3 * red * red + 4 * green * green + 2 * blue * blue;
}

}  // namespace

QImage with_few_colours(const QImage& image) {
  const QImage source = image.convertToFormat(QImage::Format_RGB32);
  QHash<QRgb, int> counts;
  for (int y = 0; y < source.height(); ++y)
    for (int x = 0; x < source.width(); ++x) ++counts[source.pixel(x, y)];
  std::vector<std::pair<int, QRgb>> order;
  for (auto at = counts.cbegin(); at != counts.cend(); ++at) order.emplace_back(at.value(), at.key());
  std::sort(order.begin(), order.end(), std::greater<>());
  QList<QRgb> table;
  for (size_t i = 0; i < std::min(kMostColours, order.size()); ++i) table << order[i].second;
  QHash<QRgb, uchar> nearest;
  for (const auto& [count, colour] : order) {
    const auto best = std::min_element(table.cbegin(), table.cend(), [colour = colour](QRgb a, QRgb b) {
      return distance(a, colour) < distance(b, colour);
    });
    nearest[colour] = static_cast<uchar>(best - table.cbegin());
  }
  QImage result(source.size(), QImage::Format_Indexed8);
  result.setColorTable(table);
  for (int y = 0; y < source.height(); ++y)
    for (int x = 0; x < source.width(); ++x) result.scanLine(y)[x] = nearest[source.pixel(x, y)];
  return result;
}

}  // namespace warpglass::gui
