#include "sim/report/style.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace warpglass::sim {

Style Style::for_stdout() {
  const char* no_colour = std::getenv("NO_COLOR");
  return Style((no_colour == nullptr || *no_colour == '\0') && ::isatty(::fileno(stdout)) != 0);
}

std::string Style::wrap(std::string_view code, std::string_view text) const {
  if (!colour_) return std::string(text);
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

std::string wrapped(std::string_view text, size_t width, size_t indent) {
  std::string out;
  size_t column = indent;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find(' ', at);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view word = text.substr(at, end - at);
    if (column > indent && column + 1 + word.size() > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    at = end + 1;
  }
  return out;
}

}  // namespace warpglass::sim
