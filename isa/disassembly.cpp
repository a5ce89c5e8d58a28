#include "isa/disassembly.h"

#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "isa/instruction.h"
#include "isa/text.h"

namespace warpglass::isa {
namespace {

/// "/* 0x0123456789abcdef */" at the end of `line`, which is cut off; nothing if there is none.
std::optional<uint64_t> take_encoding(std::string_view& line) {
  constexpr size_t kLength = sizeof("/* 0x0123456789abcdef */") - 1;
  if (line.size() < kLength) return std::nullopt;
  std::string_view tail = line.substr(line.size() - kLength);
  if (!take(tail, "/* 0x") || !tail.ends_with(" */")) return std::nullopt;
  tail.remove_suffix(3);
  const auto bits = to_integer<uint64_t>(tail, 16);
  if (bits) line = trim(line.substr(0, line.size() - kLength));
  return bits;
}

/// The text between the first pair of quotes.
std::string_view quoted(std::string_view text) {
  const size_t first = text.find('"');
  if (first == std::string_view::npos) return {};
  const size_t last = text.find('"', first + 1);
  return last == std::string_view::npos ? std::string_view{} : text.substr(first + 1, last - first - 1);
}

class Parser {
 public:
  Disassembly parse(std::string_view text) {
    result_.files.emplace_back();
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      ++line_number_;
      line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (half_done_) throw broken("the second half of an instruction's encoding is missing");
    return std::move(result_);
  }

 private:
  Error broken(std::string_view what) const {
    return bad_input("disassembly, line {}: {}; make it again with nvdisasm -hex -g -c", line_number_, what);
  }

  void line(std::string_view raw) {
    const std::string_view text = trim(raw);
    if (half_done_) return second_half(text);
    if (text.starts_with("/*")) return instruction(text);
    if (text.starts_with("//## File")) return location(text);
    if (text.starts_with(".target")) return target(text);
    if (text.starts_with(".section\t") || text.starts_with(".section ")) return section(text);
    // Labels and symbols begin in the first column; directives and data do not matter.
    if (function_ && text.ends_with(':') && !raw.starts_with(' ') && !raw.starts_with('\t'))
      label(text.substr(0, text.size() - 1));
  }

  void target(std::string_view text) {
    const size_t at = text.find("sm_");
    if (at == std::string_view::npos) throw broken("`.target` names no sm_ architecture");
    text.remove_prefix(at + 3);
    const auto sm = take_number(text);
    if (!sm) throw broken("`.target` names no sm_ architecture");
    result_.sm = *sm;
  }

  void section(std::string_view text) {
    take(text, ".section");
    text = trim(text);
    take(text, "\"");
    function_ = nullptr;
    if (!take(text, ".text.")) return;
    const size_t end = text.find_first_of(",\"");
    if (end == std::string_view::npos || end == 0) throw broken("a code section has no name");
    result_.functions.push_back({text.substr(0, end), {}, {}});
    function_ = &result_.functions.back();
    file_ = source_line_ = 0;
  }

  void label(std::string_view name) {
    const auto offset = static_cast<uint32_t>(function_->instructions.size() * kInstructionBytes);
    function_->labels.emplace(name, offset);
    after_comment_ = Comment::None;
  }

  void location(std::string_view text) {
    const std::string_view file = quoted(text);
    const size_t at = text.find("\", line ");
    if (file.empty() || at == std::string_view::npos) throw broken("a source comment names no file and line");
    std::string_view number = text.substr(at + sizeof("\", line ") - 1);
    const auto source_line = take_number(number);
    if (!source_line) throw broken("a source comment names no line");
    // Of a chain of inlined calls the first comment is the innermost function.
    if (after_comment_ != Comment::Inlined) {
      file_ = file_index(file);
      source_line_ = *source_line;
    }
    const bool inlined = number.find("inlined at") != std::string_view::npos;
    after_comment_ = inlined || after_comment_ == Comment::Inlined ? Comment::Inlined : Comment::Plain;
  }

  uint32_t file_index(std::string_view file) {
    const auto [at, added] = file_indices_.try_emplace(file, static_cast<uint32_t>(result_.files.size()));
    if (added) result_.files.emplace_back(file);
    return at->second;
  }

  void instruction(std::string_view text) {
    if (!function_) throw broken("an instruction stands outside of a code section");
    const auto bits = take_encoding(text);
    if (!bits) throw broken("an instruction has no encoding (nvdisasm needs -hex)");
    take(text, "/*");
    const size_t end = text.find("*/");
    const auto address = to_integer<uint32_t>(text.substr(0, std::min(end, text.size())), 16);
    if (end == std::string_view::npos || !address) throw broken("an instruction has no address");
    if (*address != function_->instructions.size() * kInstructionBytes)
      throw broken("an instruction's address does not follow the one before it");
    text = trim(text.substr(end + 2));
    if (!text.ends_with(';')) throw broken("an instruction does not end with a semicolon");
    text = trim(text.substr(0, text.size() - 1));
    function_->instructions.push_back({*address, line_number_, text, *bits, 0, file_, source_line_});
    half_done_ = true;
    after_comment_ = Comment::None;
  }

  void second_half(std::string_view text) {
    const auto bits = take_encoding(text);
    if (!bits || !text.empty()) throw broken("the second half of an instruction's encoding is missing");
    function_->instructions.back().bits_high = *bits;
    half_done_ = false;
  }

  enum class Comment { None, Plain, Inlined };

  Disassembly result_;
  DisassembledFunction* function_ = nullptr;
  std::unordered_map<std::string_view, uint32_t> file_indices_;
  uint32_t line_number_ = 0;
  uint32_t file_ = 0;
  uint32_t source_line_ = 0;
  Comment after_comment_ = Comment::None;  ///< kind of source comments since the last instruction
  bool half_done_ = false;                 ///< the last instruction lacks its high 64 bits
};

}  // namespace

const DisassembledFunction* Disassembly::find(std::string_view kernel) const {
  for (const DisassembledFunction& function : functions)
    if (function.name == kernel) return &function;
  return nullptr;
}

Disassembly parse_disassembly(std::string_view text) {
  return Parser().parse(text);
}

}  // namespace warpglass::isa
