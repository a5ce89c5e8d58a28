// One kernel's machine code, decoded: what the executor and the timing model run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/control_flow_graph.h"
#include "isa/instruction.h"

namespace warpglass::isa {

/// Where an instruction came from in the source (`-lineinfo`); line 0 when the compiler does not say.
struct SourceLocation {
  uint32_t file = 0;  ///< index into Program::files
  uint32_t line = 0;
};

/// An operand whose value the loader puts in: half of an address (kind Relocated), or the target of an
/// absolute call.
struct CodeRelocation {
  uint32_t instruction = 0;
  std::string symbol;
  int64_t addend = 0;
  bool high = false;  ///< the upper 32 bits of symbol + addend
};

struct Program {
  std::string kernel;                ///< mangled name
  uint32_t sm = 0;                   ///< 90 for sm_90
  uint32_t registers = 0;            ///< per thread
  uint32_t static_shared_bytes = 0;  ///< includes what the system reserves (0x400 on sm_90)
  uint32_t local_bytes = 0;          ///< stack frame per thread
  uint32_t barriers = 0;             ///< named barriers used
  uint32_t parameter_base = 0;       ///< offset of the parameters in constant bank 0
  uint32_t parameter_bytes = 0;
  std::vector<Instruction> instructions;  ///< instruction i is at byte 16 * i of the kernel's section
  std::vector<std::string> text;          ///< disassembly of instruction i, without the trailing semicolon
  std::vector<SourceLocation> locations;
  std::vector<std::string> files;
  std::vector<IndirectBranch> indirect_branches;  ///< what the compiler says of BRX targets, by instruction
  std::vector<CodeRelocation> relocations;        ///< by instruction
  ControlFlowGraph graph;

  uint32_t size() const { return static_cast<uint32_t>(instructions.size()); }
};

/// Decodes `kernel` of a cubin with the disassembly that `nvdisasm -hex -g -c` printed for the same cubin.
/// Throws Unsupported for an opcode, modifier or architecture outside the instruction table, naming it, its
/// address and the kernel; BadInput when cubin and disassembly are broken or do not belong together.
Program load_program(std::span<const uint8_t> cubin, std::string_view disassembly, std::string_view kernel);

}  // namespace warpglass::isa
