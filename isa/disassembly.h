// The text that `nvdisasm -hex -g -c` prints, taken apart into lines: no operand is understood here.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::isa {

/// One instruction as printed. Views point into the text that was parsed.
struct DisassembledInstruction {
  uint32_t address = 0;    ///< byte offset in the function's section
  uint32_t text_line = 0;  ///< line number in the disassembly, from 1
  std::string_view text;   ///< guard, mnemonic and operands, without the semicolon
  uint64_t bits_low = 0;
  uint64_t bits_high = 0;
  uint32_t file = 0;  ///< index into Disassembly::files
  uint32_t line = 0;  ///< source line of the innermost inlined function, 0 if not known
};

/// One code section: a kernel with the device functions that the compiler put behind it.
struct DisassembledFunction {
  std::string_view name;                              ///< mangled, without ".text."
  std::vector<DisassembledInstruction> instructions;  ///< at 0, 16, 32, …
  std::map<std::string_view, uint32_t> labels;        ///< label or symbol -> byte offset in the section
};

struct Disassembly {
  uint32_t sm = 0;                 ///< 90 for `.target sm_90`, 0 if not printed
  std::vector<std::string> files;  ///< source files; entry 0 is "" (not known)
  std::vector<DisassembledFunction> functions;

  /// nullptr if there is none of that name.
  const DisassembledFunction* find(std::string_view kernel) const;
};

/// Throws BadInput, with the line number, when the text is not what nvdisasm prints. The result refers to
/// `text`.
Disassembly parse_disassembly(std::string_view text);

}  // namespace warpglass::isa
