#include "gui/widgets/theme.h"

#include <QFontDatabase>
#include <QFontMetrics>
#include <algorithm>

namespace warpglass::gui {
namespace {

double current_text_size = 1;

}  // namespace

Theme theme() {
  const QPalette palette = QApplication::palette();
  Theme t;
  t.window = palette.color(QPalette::Window);
  t.base = palette.color(QPalette::Base);
  t.text = palette.color(QPalette::Text);
  t.dark = t.base.lightnessF() < 0.5;
  t.card = palette.color(QPalette::AlternateBase);
  t.muted = blend(t.base, t.text, t.dark ? 0.62 : 0.60);
  t.line = blend(t.base, t.text, 0.18);
  t.accent = palette.color(QPalette::Highlight);
  t.good = t.dark ? QColor(0x4c, 0xc3, 0x8a) : QColor(0x00, 0x7a, 0x55);
  t.warning = t.dark ? QColor(0xf0, 0xb4, 0x3c) : QColor(0xa8, 0x6b, 0x00);
  t.bad = t.dark ? QColor(0xff, 0x7b, 0x54) : QColor(0xc2, 0x41, 0x0c);
  return t;
}

QPalette palette_for(bool dark) {
  QPalette p;
  const auto set = [&](QPalette::ColorRole role, QRgb light_colour, QRgb dark_colour) { p.setColor(role, QColor::fromRgb(dark ? dark_colour : light_colour)); };
  set(QPalette::Window, 0xfff3f4f6, 0xff1d2126);
  set(QPalette::WindowText, 0xff1b1f24, 0xffe3e6ea);
  set(QPalette::Base, 0xffffffff, 0xff15181c);
  set(QPalette::AlternateBase, 0xfff7f8fa, 0xff1a1e23);
  set(QPalette::Text, 0xff1b1f24, 0xffe3e6ea);
  set(QPalette::PlaceholderText, 0xff6b7280, 0xff8b939e);
  set(QPalette::Button, 0xffe9ebef, 0xff2a2f36);
  set(QPalette::ButtonText, 0xff1b1f24, 0xffe3e6ea);
  set(QPalette::ToolTipBase, 0xffffffff, 0xff2a2f36);
  set(QPalette::ToolTipText, 0xff1b1f24, 0xffe3e6ea);
  set(QPalette::Highlight, 0xff1f6feb, 0xff388bfd);
  set(QPalette::HighlightedText, 0xffffffff, 0xffffffff);
  set(QPalette::Link, 0xff1158c7, 0xff6cb0ff);
  set(QPalette::LinkVisited, 0xff1158c7, 0xff6cb0ff);
  const QColor off = QColor::fromRgb(dark ? 0xff6e7681 : 0xff9aa1ab);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) p.setColor(QPalette::Disabled, role, off);
  return p;
}

void apply_palette(bool dark) {
  QPalette p = palette_for(dark);
  QApplication::setPalette(p);
  // Fusion draws outlines darker than the window, which dark windows swallow: what is edited gets a lighter ground.
  p.setColor(QPalette::Base, dark ? QColor(0x34, 0x3b, 0x44) : p.color(QPalette::Base));
  for (const char* widget : {"QCheckBox", "QAbstractSpinBox", "QLineEdit", "QSlider"}) QApplication::setPalette(p, widget);
}

void apply_text_size(double times) {
  QFont font = QApplication::font();
  font.setPointSizeF(std::max(1.0, font.pointSizeF() / current_text_size * times));
  current_text_size = times;
  QApplication::setFont(font);
}

double text_size() { return current_text_size; }

int scaled(int pixels) {
  static constexpr double kUsualHeight = 15;  // of the line height at 9 points and 96 dots an inch
  const double height = QFontMetricsF(QApplication::font()).height();
  return std::max(1, static_cast<int>(pixels * std::max(0.6, height / kUsualHeight) + 0.5));
}

QColor blend(const QColor& under, const QColor& over, double amount) {
  const auto mix = [&](double a, double b) { return a + (b - a) * std::clamp(amount, 0.0, 1.0); };
  return QColor::fromRgbF(static_cast<float>(mix(under.redF(), over.redF())), static_cast<float>(mix(under.greenF(), over.greenF())),
                          static_cast<float>(mix(under.blueF(), over.blueF())));
}

QColor text_on(const QColor& background) {
  const double luminance = 0.299 * background.redF() + 0.587 * background.greenF() + 0.114 * background.blueF();
  return luminance > 0.55 ? QColor(0x11, 0x11, 0x11) : QColor(0xff, 0xff, 0xff);
}

QFont sized_font(double factor, bool bold) {
  QFont font = QApplication::font();
  font.setPointSizeF(std::max(1.0, font.pointSizeF() * factor));
  font.setBold(bold);
  return font;
}

QFont fixed_font() {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPointSizeF(QApplication::font().pointSizeF());
  return font;
}

}  // namespace warpglass::gui
