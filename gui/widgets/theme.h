// Colours that follow the palette, light or dark.
#pragma once

#include <QApplication>
#include <QColor>
#include <QPalette>

namespace warpglass::gui {

struct Theme {
  QColor window, base, card, text, muted, line, accent, good, warning, bad;
  bool dark = false;
};

/// The theme of the application's palette.
Theme theme();
/// Gives the whole application light or dark colours.
void apply_palette(bool dark);
/// Light and dark palettes for the Fusion style.
QPalette palette_for(bool dark);
/// Pixels for sizes given at the usual font size: everything grows with the font.
int scaled(int pixels);
/// Blends `amount` (0 to 1) of `over` onto `under`.
QColor blend(const QColor& under, const QColor& over, double amount);
/// Black or white, whichever is read better on `background`.
QColor text_on(const QColor& background);
/// Times the size of text that the desktop asks for; the whole window grows with it.
void apply_text_size(double times);
double text_size();
/// The application's font, larger or smaller.
QFont sized_font(double factor, bool bold = false);
QFont fixed_font();

}  // namespace warpglass::gui
