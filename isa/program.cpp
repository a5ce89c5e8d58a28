#include "isa/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "isa/cubin.h"
#include "isa/decode.h"
#include "isa/disassembly.h"

namespace warpglass::isa {
namespace {

/// The architectures whose encodings this version knows.
void check_architecture(uint32_t sm, std::string_view kernel) {
  if (sm != 80 && sm != 86 && sm != 87 && sm != 89 && sm != 90)
    throw unsupported("{}: machine code for sm_{} is not supported (sm_80, sm_86, sm_89 and sm_90 are)",
                      kernel, sm);
}

std::string kernel_names(const Cubin& cubin) {
  std::string result;
  for (const CubinKernel& kernel : cubin.kernels) result += (result.empty() ? "" : ", ") + kernel.name;
  return result.empty() ? "none" : result;
}

void check_same_code(const CubinKernel& kernel, const DisassembledFunction& function) {
  if (function.instructions.size() * kInstructionBytes != kernel.code.size())
    throw bad_input("{}: the disassembly has {} instructions, the cubin {}: they do not belong together",
                    kernel.name, function.instructions.size(), kernel.code.size() / kInstructionBytes);
  for (const DisassembledInstruction& instruction : function.instructions) {
    const uint64_t bits[2] = {instruction.bits_low, instruction.bits_high};
    if (std::memcmp(kernel.code.data() + instruction.address, bits, sizeof bits) != 0)
      throw bad_input(
          "{} at 0x{:04x} (disassembly, line {}): the encoding is not the cubin's: they do not belong "
          "together",
          kernel.name, instruction.address, instruction.text_line);
  }
}

void decode_all(const DisassembledFunction& function, Program& program) {
  program.instructions.reserve(function.instructions.size());
  for (size_t i = 0; i < function.instructions.size(); ++i) {
    const DisassembledInstruction& line = function.instructions[i];
    program.instructions.push_back(decode_instruction(function, i, program.sm));
    program.text.emplace_back(line.text);
    program.locations.push_back({line.file, line.line});
    if (program.instructions.back().opcode == Opcode::BRX ||
        program.instructions.back().opcode == Opcode::BRXU)
      program.indirect_branches.push_back({static_cast<uint32_t>(i), indirect_targets(function, i)});
  }
}

void copy_relocations(const CubinKernel& kernel, Program& program) {
  constexpr uint32_t kAbsolute32High = 0x39;  // R_CUDA_ABS32_HI_32
  for (const Relocation& relocation : kernel.relocations) {
    const uint64_t instruction = relocation.offset / kInstructionBytes;
    if (instruction >= program.size())
      throw bad_input("{}: a relocation lies outside of the code", kernel.name);
    program.relocations.push_back({static_cast<uint32_t>(instruction), relocation.symbol, relocation.addend,
                                   relocation.type == kAbsolute32High});
  }
  std::sort(program.relocations.begin(), program.relocations.end(),
            [](const auto& a, const auto& b) { return a.instruction < b.instruction; });
}

}  // namespace

Program load_program(std::span<const uint8_t> cubin_bytes, std::string_view disassembly_text,
                     std::string_view kernel_name) {
  const Cubin cubin = read_cubin(cubin_bytes);
  const CubinKernel* kernel = cubin.find(kernel_name);
  if (!kernel) throw bad_input("cubin: no kernel {} (there are: {})", kernel_name, kernel_names(cubin));
  check_architecture(cubin.sm, kernel_name);
  const Disassembly disassembly = parse_disassembly(disassembly_text);
  if (disassembly.sm != 0 && disassembly.sm != cubin.sm)
    throw bad_input("{}: the cubin is for sm_{}, its disassembly for sm_{}", kernel_name, cubin.sm,
                    disassembly.sm);
  const DisassembledFunction* function = disassembly.find(kernel_name);
  if (!function) throw bad_input("{}: the disassembly does not contain this kernel", kernel_name);
  check_same_code(*kernel, *function);

  Program program;
  program.kernel = kernel->name;
  program.sm = cubin.sm;
  program.registers = kernel->registers;
  program.static_shared_bytes = kernel->static_shared_bytes;
  program.local_bytes = kernel->local_bytes;
  program.barriers = kernel->barriers;
  program.parameter_base = kernel->parameter_base;
  program.parameter_bytes = kernel->parameter_bytes;
  program.files = disassembly.files;
  decode_all(*function, program);
  copy_relocations(*kernel, program);
  program.graph = build_control_flow_graph(program.instructions, program.indirect_branches);
  return program;
}

}  // namespace warpglass::isa
