// Any text as a disassembly: decoded or refused, never a crash.
#include <string_view>
#include <vector>

#include "base/error.h"
#include "isa/control_flow_graph.h"
#include "isa/decode.h"
#include "isa/disassembly.h"

namespace {

using namespace warpglass;

/// Decodes what can be decoded; other instructions become NOPs, so that one bad line does not hide the rest.
void decode(const isa::DisassembledFunction& function, uint32_t sm) {
  std::vector<isa::Instruction> instructions;
  std::vector<isa::IndirectBranch> indirect;
  for (size_t i = 0; i < function.instructions.size(); ++i) {
    isa::Instruction instruction;
    instruction.opcode = isa::Opcode::NOP;
    try {
      instruction = isa::decode_instruction(function, i, sm);
    } catch (const Error&) {
    }
    instructions.push_back(instruction);
    indirect.push_back({static_cast<uint32_t>(i), isa::indirect_targets(function, i)});
  }
  const isa::ControlFlowGraph graph = isa::build_control_flow_graph(instructions, indirect);
  for (uint32_t i = 0; i < instructions.size(); ++i) graph.reconvergence(i);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const isa::Disassembly disassembly = isa::parse_disassembly({reinterpret_cast<const char*>(data), size});
    for (const isa::DisassembledFunction& function : disassembly.functions) decode(function, disassembly.sm);
  } catch (const Error&) {
  }
  return 0;
}
