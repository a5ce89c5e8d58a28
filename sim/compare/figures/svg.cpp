#include "sim/compare/figures/svg.h"

#include <fmt/format.h>

namespace warpglass::sim {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string_view name(Anchor anchor) {
  return anchor == Anchor::Start ? "start" : anchor == Anchor::Middle ? "middle" : "end";
}

}  // namespace

std::string svg_number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

Svg::Svg(double width, double height, std::string_view title)
    : width_(width), height_(height), title_(title) {}

void Svg::shape(std::string_view element, std::string_view tag, std::string_view tooltip) {
  if (tooltip.empty())
    body_ += fmt::format("{}/>\n", element);
  else
    body_ += fmt::format("{}><title>{}</title></{}>\n", element, escaped(tooltip), tag);
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view fill,
                    std::string_view tooltip) {
  shape(fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}")", svg_number(x), svg_number(y),
                    svg_number(width), svg_number(height), fill),
        "rect", tooltip);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view stroke, double width,
               std::string_view dashes) {
  shape(fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{}" stroke-width="{}"{})",
                    svg_number(x1), svg_number(y1), svg_number(x2), svg_number(y2), stroke, svg_number(width),
                    dashes.empty() ? "" : fmt::format(R"( stroke-dasharray="{}")", dashes)),
        "line", "");
}

void Svg::circle(double x, double y, double radius, std::string_view fill, std::string_view tooltip) {
  shape(fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="{}" fill-opacity="0.8")", svg_number(x),
                    svg_number(y), svg_number(radius), fill),
        "circle", tooltip);
}

void Svg::triangle(double x, double y, double radius, std::string_view fill, std::string_view tooltip) {
  shape(fmt::format(R"(<polygon points="{},{} {},{} {},{}" fill="{}" fill-opacity="0.8")", svg_number(x),
                    svg_number(y - radius), svg_number(x + radius), svg_number(y + radius),
                    svg_number(x - radius), svg_number(y + radius), fill),
        "polygon", tooltip);
}

void Svg::polygon(std::string_view points, std::string_view fill) {
  shape(fmt::format(R"(<polygon points="{}" fill="{}")", points, fill), "polygon", "");
}

void Svg::text(double x, double y, std::string_view text, double size, Anchor anchor, std::string_view fill) {
  body_ += fmt::format(R"(<text x="{}" y="{}" font-size="{}" text-anchor="{}" fill="{}">{}</text>)",
                       svg_number(x), svg_number(y), svg_number(size), name(anchor), fill, escaped(text));
  body_ += '\n';
}

void Svg::vertical_text(double x, double y, std::string_view text, double size) {
  body_ += fmt::format(R"x(<text x="{0}" y="{1}" transform="rotate(-90 {0} {1})" )x"
                       R"(font-size="{2}" text-anchor="middle" fill="#222222">{3}</text>)",
                       svg_number(x), svg_number(y), svg_number(size), escaped(text));
  body_ += '\n';
}

void Svg::begin_clip(double x, double y, double width, double height) {
  ++clips_;
  body_ += fmt::format(
      "<clipPath id=\"clip{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n<g "
      "clip-path=\"url(#clip{})\">\n",
      clips_, svg_number(x), svg_number(y), svg_number(width), svg_number(height), clips_);
}

void Svg::end_clip() {
  body_ += "</g>\n";
}

std::string Svg::str() const {
  const std::string w = svg_number(width_), h = svg_number(height_);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
             "font-family=\"sans-serif\" role=\"img\">\n<title>{2}</title>\n"
             "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
             w, h, escaped(title_)) +
         body_ + "</svg>\n";
}

}  // namespace warpglass::sim
