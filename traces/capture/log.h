// What the library tells the tool: lines of "kind TAB text" in a file that every captured process appends to.
// The application's own output stays its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpglass::capture {

enum class LogKind { Seen, Capsule, Note };

struct LogLine {
  LogKind kind;
  std::string text;
};

/// Appends to `file`; to standard error, with the program's name before it, if `file` is empty. Never throws.
class Log {
 public:
  explicit Log(std::string file) : file_(std::move(file)) {}
  void seen(std::string_view kernel) const { write("seen", kernel); }
  void capsule(std::string_view path) const { write("capsule", path); }
  void note(std::string_view sentence) const { write("note", sentence); }

 private:
  void write(std::string_view kind, std::string_view text) const noexcept;
  std::string file_;
};

/// Lines of other kinds are left out.
std::vector<LogLine> parse_log(std::string_view text);

}  // namespace warpglass::capture
