// Resolving an instruction's operands: registers to row offsets, immediates and constants to rows of the launch,
// modifiers to masks. The semantics ask a Binder for what they need; what nobody asked for is refused.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

#include "isa/semantics/micro_op.h"

namespace warpglass::isa {

/// How operand modifiers act on the bits.
enum class ValueType : uint8_t { Integer, Float, Double, Half, Integer64 };

/// Rows that a warp has: registers, sinks, uniform registers.
struct RowLayout {
  uint32_t registers = 0;
  uint32_t uniform_registers = 0;
  uint32_t sink() const { return registers * kRowBytes; }
  uint32_t uniform(uint32_t number) const { return (registers + kSinkRows + number) * kRowBytes; }
  uint32_t rows() const { return registers + kSinkRows + uniform_registers + kSinkRows; }
};

/// The launch's constant rows; row 0…3 are zero. Equal values share a row.
class SplatRows {
 public:
  SplatRows() { for (int i = 0; i < 4; ++i) append(0); }
  uint32_t zero() const { return 0; }
  uint32_t single(uint32_t value);
  uint32_t pair(uint32_t low, uint32_t high);
  uint32_t quad(const std::array<uint32_t, 4>& words);
  const std::vector<uint32_t>& words() const { return words_; }

 private:
  uint32_t append(uint32_t value);
  std::vector<uint32_t> words_;
  std::map<uint64_t, uint32_t> singles_, pairs_;
};

/// Constant banks as the kernel sees them.
using ConstantBanks = std::array<std::vector<uint8_t>, 32>;

class Binder {
 public:
  Binder(const Instruction& instruction, MicroOp& op, const RowLayout& layout, SplatRows& splats,
         const ConstantBanks& banks);

  const Instruction& instruction;
  MicroOp& op;

  /// Operands by role, in the order of the text.
  unsigned results = 0, predicate_results = 0, values = 0, predicates = 0;
  std::array<const Operand*, 4> result{};
  std::array<const Operand*, 4> predicate_result{};
  std::array<const Operand*, 8> value{};
  std::array<const Operand*, 8> predicate{};
  const Operand* memory = nullptr;

  /// True if the instruction has the modifier, which then counts as understood.
  bool has(Modifier modifier);
  /// Modifiers that change nothing here.
  void ignore(std::initializer_list<Modifier> modifiers);
  /// True when every modifier was asked for.
  bool all_modifiers_known() const { return (seen_ | ~((1u << instruction.modifier_count) - 1)) == 0xffffffffu; }

  /// Value operand `i` as a Source; an absent one reads zero.
  Source source(unsigned i, ValueType type);
  Source source_of(const Operand& operand, ValueType type);
  PredicateSource predicate_source(unsigned i, bool absent = true);
  PredicateSource predicate_of(const Operand& operand) const;

  /// Fills a, b, c, d from the value operands, the result row, the predicate results and the predicate sources.
  void bind(ValueType type);
  /// Result row `i`, or the sink.
  uint32_t result_row(unsigned i = 0) const;
  uint32_t row_of(const Operand& operand) const;
  uint8_t predicate_slot(unsigned i) const;
  static uint8_t slot_of(const Operand& operand);
  /// 32-bit immediate of the encoding (bits 32–63).
  uint32_t encoded_immediate() const { return static_cast<uint32_t>(instruction.bits_low >> 32); }
  bool is_constant(unsigned i, uint32_t& out) const;  ///< value operand is an immediate
  /// Why `bind` could not: set by source_of; translate reports it.
  const char* problem = nullptr;
  uint32_t splat(uint32_t word) { return splats_.single(word); }
  uint32_t zero_row() const { return splats_.zero(); }
  const RowLayout& layout() const { return layout_; }

 private:
  void classify();
  bool constant_word(const Operand& operand, uint32_t word, uint32_t& out);

  const RowLayout& layout_;
  SplatRows& splats_;
  const ConstantBanks& banks_;
  uint32_t seen_ = 0;
};

}  // namespace warpglass::isa
