// A small SVG writer: shapes and text with plain numbers, so that the same figure is the same bytes.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::sim {

enum class Anchor : uint8_t { Start, Middle, End };

/// Coordinates in pixels, the origin at the top left. The background is white whatever page it is on.
class Svg {
 public:
  Svg(double width, double height, std::string_view title);

  void rectangle(double x, double y, double width, double height, std::string_view fill,
                 std::string_view tooltip = "");
  void line(double x1, double y1, double x2, double y2, std::string_view stroke, double width = 1,
            std::string_view dashes = "");
  void circle(double x, double y, double radius, std::string_view fill, std::string_view tooltip = "");
  void triangle(double x, double y, double radius, std::string_view fill, std::string_view tooltip = "");
  /// `points`: "x,y x,y …".
  void polygon(std::string_view points, std::string_view fill);
  void text(double x, double y, std::string_view text, double size = 12, Anchor anchor = Anchor::Start,
            std::string_view fill = "#222222");
  /// Read from bottom to top, centred at (x, y).
  void vertical_text(double x, double y, std::string_view text, double size = 12);
  /// What follows until `end_clip` is cut off outside the rectangle.
  void begin_clip(double x, double y, double width, double height);
  void end_clip();

  /// The whole document.
  std::string str() const;

 private:
  void shape(std::string_view element, std::string_view tag, std::string_view tooltip);
  double width_, height_;
  unsigned clips_ = 0;
  std::string title_, body_;
};

/// At most two decimals and no trailing zeros: "12", "0.5".
std::string svg_number(double value);

}  // namespace warpglass::sim
