#include "gui/widgets/timeline_painter.h"

#include <algorithm>
#include <cmath>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

// Issue and not selected lie at the bottom of a stack, so that stalls form the upper edge.
constexpr std::array<uint8_t, sim::kStalls> kStackOrder{0, 1, 2, 7, 8, 9, 10, 4, 3, 5, 6, 11, 12, 13, 14, 15, 16};

QColor read_colour() { return QColor(0x56, 0xb4, 0xe9); }
QColor write_colour() { return QColor(0xe6, 0x9f, 0x00); }

}  // namespace

const std::vector<sim::Activity>& TimelinePainter::activity(int sm) const {
  return sm < 0 ? data_.device_activity() : data_.timeline().activity[static_cast<size_t>(sm)];
}

double TimelinePainter::sms(int sm) const { return sm < 0 ? static_cast<double>(data_.timeline().activity.size()) : 1.0; }

std::vector<TimelinePainter::Columns> TimelinePainter::columns_of(int width, double start, double cycles_per_pixel) const {
  const auto bucket = static_cast<double>(data_.timeline().bucket_cycles);
  std::vector<Columns> all;
  for (int x = 0; x < width; ++x) {
    const double from = std::max(0.0, start + x * cycles_per_pixel);
    const auto first = static_cast<uint32_t>(from / bucket);
    const auto last = std::max(first, static_cast<uint32_t>(std::max(0.0, std::ceil((from + cycles_per_pixel) / bucket) - 1)));
    if (!all.empty() && all.back().first == first && all.back().last == last)
      ++all.back().width;
    else
      all.push_back({x, 1, first, last});
  }
  return all;
}

const std::vector<TimelinePainter::Columns>& TimelinePainter::visible_columns(int width) {
  if (columns_width_ != width) {
    columns_ = columns_of(width, axis_.start(), axis_.cycles_per_pixel());
    columns_width_ = width;
  }
  return columns_;
}

void TimelinePainter::row(const TimelineRow& row, const QRect& rect) {
  const sim::Timeline& t = data_.timeline();
  const auto width = static_cast<double>(t.bucket_cycles);
  switch (row.kind) {
    case RowKind::Heading: return;
    case RowKind::Lane: return lane(row, rect);
    case RowKind::SmHeat: return heat(rect);
    case RowKind::StallMix: return stall_mix(activity(row.sm), rect, visible_columns(rect.width()));
    case RowKind::Issue:
    case RowKind::Pipe: {
      const auto& rows = activity(row.sm);
      const double slots = width * t.sub_cores * sms(row.sm);
      const bool issue = row.kind == RowKind::Issue;
      area(rect, issue ? stall_colour(sim::Stall::Selected) : theme().accent,
           [&](size_t b) { return b < rows.size() ? (issue ? rows[b].stalls[0] : rows[b].units[row.unit]) / slots : 0.0; });
      return;
    }
    case RowKind::Queue: {
      const auto& rows = activity(row.sm);
      const double entries = width * t.queue_entries[row.unit] * sms(row.sm);
      area(rect, stall_colour(row.unit == static_cast<size_t>(sim::MioQueue::Lg) ? sim::Stall::LgThrottle : sim::Stall::MioThrottle),
           [&](size_t b) { return b < rows.size() ? rows[b].queues[row.unit] / entries : 0.0; });
      return;
    }
    case RowKind::Hbm: {
      const double possible = std::max(1.0, run_.result.hbm_bytes_per_cycle) * width;
      area(rect, write_colour(), [&](size_t b) { return b < t.memory.size() ? static_cast<double>(t.memory[b].dram_read_bytes + t.memory[b].dram_write_bytes) / possible : 0.0; });
      area(rect, read_colour(), [&](size_t b) { return b < t.memory.size() ? static_cast<double>(t.memory[b].dram_read_bytes) / possible : 0.0; });
      return;
    }
    case RowKind::L2: {
      double most = 1;
      for (const sim::MemoryActivity& m : t.memory) most = std::max(most, static_cast<double>(m.l2_sectors));
      area(rect, QColor(0xcc, 0x79, 0xa7), [&](size_t b) { return b < t.memory.size() ? static_cast<double>(t.memory[b].l2_sectors) / most : 0.0; });
      return;
    }
  }
}

void TimelinePainter::lane(const TimelineRow& row, const QRect& rect) {
  const TimelineLane& lane = data_.lanes()[row.lane];
  const QRect inner = rect.adjusted(0, 1, 0, -1);
  if (axis_.cycles_per_pixel() < 0.25) {
    lane_details(lane, inner);
    return;
  }
  const double scale = painter_.device()->devicePixelRatioF();
  const int width = std::max(1, static_cast<int>(rect.width() * scale));
  std::vector<int8_t> columns(static_cast<size_t>(width));
  data_.dominant(lane, axis_.start(), axis_.cycles_per_pixel() / scale, columns);
  QImage line(width, 1, QImage::Format_ARGB32_Premultiplied);
  auto* pixels = reinterpret_cast<QRgb*>(line.scanLine(0));
  std::array<QRgb, sim::kStalls> colours;
  for (unsigned s = 0; s < sim::kStalls; ++s) colours[s] = stall_colour(static_cast<sim::Stall>(s)).rgb();
  for (size_t x = 0; x < columns.size(); ++x) pixels[x] = columns[x] < 0 ? 0 : colours[static_cast<size_t>(columns[x])];
  painter_.drawImage(inner, line);
}

// Near enough to see single cycles: every segment a box, with its instruction where there is room.
void TimelinePainter::lane_details(const TimelineLane& lane, const QRect& rect) {
  const auto start = static_cast<sim::Cycle>(std::floor(axis_.start())), end = static_cast<sim::Cycle>(std::ceil(axis_.end()));
  const QFontMetrics metrics(painter_.font());
  data_.visit(lane, start, end, [&](const sim::Segment& s) {
    const double left = rect.left() + axis_.to_pixel(static_cast<double>(s.start)), right = rect.left() + axis_.to_pixel(static_cast<double>(s.end()));
    const QRectF box(left, rect.top(), std::max(1.0, right - left - 1), rect.height());
    const QColor colour = stall_colour(s.stall);
    painter_.fillRect(box, colour);
    if (highlighted_ == s.instruction) {
      painter_.setPen(theme().text);
      painter_.setBrush(Qt::NoBrush);
      painter_.drawRect(box.adjusted(0, 0, -1, -1));
    }
    const QRectF visible = box.intersected(QRectF(rect));
    if (visible.width() < metrics.averageCharWidth() * 6 || rect.height() < metrics.height() - 2) return true;
    const auto& program = run_.result.text;
    const QString sass = s.instruction < program.size() ? text(program[s.instruction]) : QString();
    const QString label = s.stall == sim::Stall::Selected ? sass : stall_name(s.stall) + QStringLiteral("  ") + sass;
    painter_.setPen(text_on(colour));
    painter_.drawText(visible.adjusted(3, 0, -2, 0), Qt::AlignVCenter | Qt::TextSingleLine, metrics.elidedText(label, Qt::ElideRight, static_cast<int>(visible.width()) - 5));
    return true;
  });
}

void TimelinePainter::stall_mix(const std::vector<sim::Activity>& rows, const QRect& rect, const std::vector<Columns>& columns) {
  double most = 1;
  for (const sim::Activity& a : rows) {
    double sum = 0;
    for (const uint32_t c : a.stalls) sum += c;
    most = std::max(most, sum);
  }
  QImage image(rect.size(), QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  for (const Columns& column : columns) {
    std::array<double, sim::kStalls> sum{};
    for (size_t b = column.first; b <= column.last && b < rows.size(); ++b)
      for (unsigned s = 0; s < sim::kStalls; ++s) sum[s] += rows[b].stalls[s];
    const double scale = rect.height() / most / static_cast<double>(column.last - column.first + 1);
    double top = rect.height();
    for (const uint8_t s : kStackOrder) {
      const double next = top - sum[s] * scale;
      fill(image, column, static_cast<int>(next + 0.5), static_cast<int>(top + 0.5), stall_colour(static_cast<sim::Stall>(s)).rgb());
      top = next;
    }
  }
  painter_.drawImage(rect.topLeft(), image);
}

// Rows [top, bottom) of the columns, as far as the image has them.
void TimelinePainter::fill(QImage& image, const Columns& column, int top, int bottom, QRgb colour) {
  for (int y = std::max(0, top); y < std::min(bottom, image.height()); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y)) + column.x;
    std::fill(line, line + column.width, colour);
  }
}

template <typename Value>
void TimelinePainter::area(const QRect& rect, const QColor& colour, Value value) {
  const QRect inner = rect.adjusted(0, 2, 0, -1);
  QImage image(inner.size(), QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  for (const Columns& column : visible_columns(inner.width())) {
    double sum = 0;
    for (size_t b = column.first; b <= column.last; ++b) sum += value(b);
    const double height = std::min(1.0, sum / static_cast<double>(column.last - column.first + 1)) * inner.height();
    // From a quarter of a pixel on it is visible.
    const int pixels = height > 0.25 ? std::max(1, static_cast<int>(height + 0.5)) : 0;
    fill(image, column, inner.height() - pixels, inner.height(), colour.rgb());
  }
  painter_.drawImage(inner.topLeft(), image);
  painter_.setPen(theme().line);
  painter_.drawLine(inner.left(), inner.bottom() + 1, inner.right(), inner.bottom() + 1);
}

void TimelinePainter::heat(const QRect& rect) {
  const sim::Timeline& t = data_.timeline();
  const auto count = static_cast<int>(t.activity.size());
  if (count == 0) return;
  QImage image(rect.width(), count, QImage::Format_RGB32);
  const QColor low = blend(theme().base, theme().text, 0.04), high = stall_colour(sim::Stall::Selected);
  const double slots = static_cast<double>(t.bucket_cycles) * t.sub_cores;
  std::array<QRgb, 64> shades;
  for (size_t i = 0; i < shades.size(); ++i) shades[i] = blend(low, high, std::sqrt(static_cast<double>(i) / 63)).rgb();
  const std::vector<Columns>& columns = visible_columns(rect.width());
  for (int sm = 0; sm < count; ++sm) {
    const auto& rows = t.activity[static_cast<size_t>(sm)];
    for (const Columns& column : columns) {
      double sum = 0;
      for (size_t b = column.first; b <= column.last && b < rows.size(); ++b) sum += rows[b].stalls[0];
      fill(image, column, sm, sm + 1, shades[static_cast<size_t>(std::min(1.0, sum / slots / static_cast<double>(column.last - column.first + 1)) * 63)]);
    }
  }
  painter_.drawImage(rect.adjusted(0, 1, 0, -1), image);
}

void TimelinePainter::ruler(const QRect& rect) {
  const Theme t = theme();
  const QFontMetrics metrics(painter_.font());
  const double step = axis_.tick_cycles(metrics.horizontalAdvance(QStringLiteral("000,000,000")) + scaled(20));
  painter_.setPen(t.muted);
  for (double cycle = std::ceil(axis_.start() / step) * step; cycle <= axis_.end(); cycle += step) {
    const double x = rect.left() + axis_.to_pixel(cycle);
    painter_.drawLine(QPointF(x, rect.bottom() - scaled(4)), QPointF(x, rect.bottom()));
    painter_.drawText(QPointF(x + 3, rect.bottom() - scaled(4)), grouped(static_cast<uint64_t>(cycle)));
  }
}

void TimelinePainter::minimap(const QRect& rect) {
  stall_mix(data_.device_activity(), rect, columns_of(rect.width(), 0, static_cast<double>(axis_.extent()) / std::max(1, rect.width())));
  const double scale = rect.width() / static_cast<double>(axis_.extent());
  const QRectF visible(rect.left() + axis_.start() * scale, rect.top(), std::max(3.0, (axis_.end() - axis_.start()) * scale), rect.height() - 1);
  QColor veil = theme().base;
  veil.setAlpha(150);
  painter_.fillRect(QRectF(rect.left(), rect.top(), visible.left() - rect.left(), rect.height()), veil);
  painter_.fillRect(QRectF(visible.right(), rect.top(), rect.right() - visible.right() + 1, rect.height()), veil);
  painter_.setPen(QPen(theme().text, 1));
  painter_.setBrush(Qt::NoBrush);
  painter_.drawRect(visible);
}

}  // namespace warpglass::gui
