#include "traces/capture/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace warpglass::capture {

void Log::write(std::string_view kind, std::string_view text) const noexcept {
  try {
    std::string line = std::string(kind) + '\t' + std::string(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    line += '\n';
    if (file_.empty()) {
      if (kind == "note") std::fprintf(stderr, "warpglass: %s", line.c_str() + kind.size() + 1);
      return;
    }
    // One write of a whole line to a file opened for appending: lines of several processes do not mix.
    const int fd = open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) return;
    [[maybe_unused]] const ssize_t written = ::write(fd, line.data(), line.size());
    close(fd);
  } catch (...) {
    // A lost message must not disturb the application.
  }
}

std::vector<LogLine> parse_log(std::string_view text) {
  std::vector<LogLine> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    const std::string_view kind = line.substr(0, tab);
    const std::string rest(line.substr(tab + 1));
    if (kind == "seen") lines.push_back({LogKind::Seen, rest});
    if (kind == "capsule") lines.push_back({LogKind::Capsule, rest});
    if (kind == "note") lines.push_back({LogKind::Note, rest});
  }
  return lines;
}

}  // namespace warpglass::capture
