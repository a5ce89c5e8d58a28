// Colour for terminals; NO_COLOR (no-color.org) and pipes get plain text.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::sim {

class Style {
 public:
  explicit Style(bool colour) : colour_(colour) {}
  /// Colour when standard output is a terminal and NO_COLOR is not set.
  static Style for_stdout();

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string red(std::string_view text) const { return wrap("31", text); }
  std::string yellow(std::string_view text) const { return wrap("33", text); }
  std::string green(std::string_view text) const { return wrap("32", text); }
  std::string cyan(std::string_view text) const { return wrap("36", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool colour_;
};

/// `text` broken at spaces into lines of at most `width` columns, each after the first indented by `indent`.
std::string wrapped(std::string_view text, size_t width, size_t indent);

}  // namespace warpglass::sim
