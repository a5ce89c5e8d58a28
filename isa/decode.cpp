#include "isa/decode.h"

#include <fmt/format.h>

#include "base/error.h"
#include "isa/branch_target.h"
#include "isa/control_codes.h"
#include "isa/immediate.h"
#include "isa/opcode_table.h"
#include "isa/operand_text.h"
#include "isa/operand_width.h"
#include "isa/text.h"

namespace warpglass::isa {
namespace {

bool is_predicate(const Operand& operand) {
  return operand.kind == OperandKind::Predicate || operand.kind == OperandKind::UniformPredicate;
}
bool is_register(const Operand& operand) {
  return operand.kind == OperandKind::Register || operand.kind == OperandKind::UniformRegister;
}

class Decoder {
 public:
  Decoder(const DisassembledFunction& function, size_t index, uint32_t sm)
      : function_(function), source_(function.instructions[index]), sm_(sm) {}

  Instruction decode() {
    std::string_view text = source_.text;
    result_.bits_low = source_.bits_low;
    result_.bits_high = source_.bits_high;
    result_.control = decode_control_codes(source_.bits_high);
    guard(text);
    mnemonic(text);
    operands(text);
    destinations();
    fill_operand_widths(result_, sm_);
    return result_;
  }

 private:
  Error not_supported(std::string_view what) const {
    return unsupported("{} at 0x{:04x}: {} in `{}` is not in the instruction table", function_.name,
                       source_.address, what, source_.text);
  }
  Error contradiction(std::string_view what) const {
    return bad_input(
        "{} at 0x{:04x}: {} of `{}` and its encoding 0x{:016x}{:016x} differ: the disassembly does not "
        "belong to this machine code or is damaged",
        function_.name, source_.address, what, source_.text, source_.bits_high, source_.bits_low);
  }

  /// `@!P0 ` in front of the mnemonic.
  void guard(std::string_view& text) {
    if (!take(text, "@")) return;
    const size_t end = std::min(text.find(' '), text.size());
    Operand predicate;
    if (!parse_operand(text.substr(0, end), predicate) || !is_predicate(predicate) || predicate.width != 1)
      throw not_supported("the guard");
    result_.guard = predicate.index;
    result_.guard_negate = predicate.invert;
    result_.guard_uniform = predicate.kind == OperandKind::UniformPredicate;
    text = trim(text.substr(end));
  }

  void mnemonic(std::string_view& text) {
    const size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text = trim(text.substr(end));
    size_t dot = std::min(word.find('.'), word.size());
    const auto opcode = find_opcode(word.substr(0, dot));
    if (!opcode) throw not_supported(fmt::format("opcode {}", word.substr(0, dot)));
    result_.opcode = *opcode;
    while (dot < word.size()) {
      word.remove_prefix(dot + 1);
      dot = std::min(word.find('.'), word.size());
      add_modifier(word.substr(0, dot));
    }
    classify();
  }

  void add_modifier(std::string_view text) {
    const auto modifier = find_modifier(text);
    if (!modifier) throw not_supported(fmt::format("modifier .{}", text));
    if (result_.modifier_count == result_.modifiers.size()) throw not_supported("the number of modifiers");
    result_.modifiers[result_.modifier_count++] = *modifier;
  }

  void classify() {
    const InstructionInfo& line = info(result_.opcode);
    result_.pipe = line.pipe;
    result_.latency_class = line.latency_class;
    result_.category = line.category;
    result_.space = line.space;
    if (const auto variant = find_variant(result_)) {
      result_.pipe = variant->pipe;
      result_.latency_class = variant->latency_class;
    }
  }

  void operands(std::string_view text) {
    const auto parts = split_operands(text);
    for (size_t i = 0; i < parts.size(); ++i) {
      Operand operand;
      if (is_decimal_number(parts[i])) {
        const bool pair = info(result_.opcode).immediates == ImmediateType::Half2 && i + 1 < parts.size() &&
                          is_decimal_number(parts[i + 1]);
        number(parts[i], pair ? parts[i + 1] : std::string_view{}, operand);
        i += pair;
      } else {
        read_operand(parts[i], operand);
      }
      if (result_.operand_count == result_.operands.size()) throw not_supported("the number of operands");
      result_.operands[result_.operand_count++] = operand;
    }
    check_target();
  }

  void number(std::string_view first, std::string_view second, Operand& operand) {
    const ImmediateType type = immediate_type();
    if (type == ImmediateType::Integer) throw not_supported(fmt::format("operand {}", first));
    if (!decode_float_immediate(type, first, second, result_.has(Modifier::BF16_V2), source_.bits_low,
                                operand))
      throw contradiction("the immediate");
    if (result_.opcode == Opcode::MUFU) {  // RCP64H and RSQ64H take 32 bits
      operand.value = immediate_field(source_.bits_low);
      operand.width = 1;
    }
  }

  ImmediateType immediate_type() const {
    const ImmediateType type = info(result_.opcode).immediates;
    // Conversions from F64, and the functions that see only the high half of a double.
    const bool wide =
        result_.has(Modifier::F64) || result_.has(Modifier::RCP64H) || result_.has(Modifier::RSQ64H);
    return type == ImmediateType::Single && wide ? ImmediateType::Double : type;
  }

  void read_operand(std::string_view text, Operand& operand) {
    if (text.starts_with("`(")) return label(text, operand);
    if (text.starts_with('{')) return scoreboards(text, operand);
    if (text.starts_with("32@lo(") || text.starts_with("32@hi(")) {
      operand.kind = OperandKind::Relocated;
      return;
    }
    if (!parse_operand(text, operand)) throw not_supported(fmt::format("operand {}", text));
    if (operand.kind == OperandKind::SpecialRegister) special_register(operand);
  }

  void special_register(const Operand& operand) {
    // The indices of a thread are in the LSU, all else that S2R reads in the ADU (see isa/instructions.inc).
    const bool thread = operand.special == SpecialRegister::TidX ||
                        operand.special == SpecialRegister::TidY || operand.special == SpecialRegister::TidZ;
    if (result_.opcode == Opcode::S2R && thread) result_.pipe = Pipe::Lsu;
  }

  void label(std::string_view text, Operand& operand) {
    operand.kind = OperandKind::Label;
    std::string_view name = text;
    take(name, "`(");
    if (!name.ends_with(')')) throw not_supported(fmt::format("operand {}", text));
    name.remove_suffix(1);
    const auto found = function_.labels.find(name);
    if (found == function_.labels.end()) {
      // Calls to printf, malloc and assertions stand in many kernels that never make them.
      if (result_.opcode != Opcode::CALL) throw not_supported(fmt::format("label {}", name));
      operand.value = -1;
      return;
    }
    operand.value = found->second;
    // RET, and calls through a register, print the symbol that their address is relative to.
    const bool indirect =
        result_.opcode == Opcode::RET || (result_.opcode == Opcode::CALL && result_.operand_count > 0);
    if (!indirect) result_.target = found->second / kInstructionBytes;
  }

  /// `{4,3,1}` of DEPBAR: a mask of scoreboards.
  void scoreboards(std::string_view text, Operand& operand) {
    operand.kind = OperandKind::Immediate;
    take(text, "{");
    while (const auto number = take_number(text)) {
      if (*number > 5) break;
      operand.value |= int64_t{1} << *number;
      if (take(text, "}")) {
        if (text.empty()) return;
        break;
      }
      take(text, ",");
    }
    throw not_supported("the list of scoreboards");
  }

  void check_target() {
    if (result_.target == kNoTarget) return;
    const auto encoded = encoded_target(result_, source_.address, sm_);
    if (encoded && *encoded != int64_t{result_.target} * kInstructionBytes)
      throw contradiction("the branch target");
  }

  void destinations() {
    const uint8_t rule = info(result_.opcode).destinations;
    unsigned count = rule;
    const auto more = [&](auto&& test) {
      return count < result_.operand_count && test(result_.operands[count]);
    };
    if (rule == kWithPredicates) {
      count = 0;
      while (more(is_predicate)) ++count;
      if (more(is_register)) ++count;
      while (more(is_predicate)) ++count;
    } else if (rule == kAllButLast) {
      count = result_.operand_count ? result_.operand_count - 1u : 0;
    } else if (rule == kBeforeMemory) {
      count = 0;
      while (more([](const Operand& operand) { return operand.kind != OperandKind::Memory; })) ++count;
    }
    if (count > result_.operand_count) throw not_supported("the number of operands");
    for (unsigned i = 0; i < count; ++i) result_.operands[i].destination = true;
  }

  const DisassembledFunction& function_;
  const DisassembledInstruction& source_;
  uint32_t sm_;
  Instruction result_;
};

}  // namespace

Instruction decode_instruction(const DisassembledFunction& function, size_t index, uint32_t sm) {
  return Decoder(function, index, sm).decode();
}

std::vector<uint32_t> indirect_targets(const DisassembledFunction& function, size_t index) {
  std::vector<uint32_t> result;
  std::string_view text = function.instructions[index].text;
  constexpr std::string_view kStart = "(*\"BRANCH_TARGETS ";
  const size_t start = text.find(kStart);
  if (start == std::string_view::npos) return result;
  text.remove_prefix(start + kStart.size());
  text = text.substr(0, std::min(text.find('"'), text.size()));
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    const auto found = function.labels.find(trim(text.substr(0, end)));
    if (found != function.labels.end()) result.push_back(found->second / kInstructionBytes);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace warpglass::isa
