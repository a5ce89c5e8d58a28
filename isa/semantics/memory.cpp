// Weak loads and stores, constant loads, and asynchronous copies to shared memory (completed at once).
#include "isa/semantics/addresses.h"
#include "isa/semantics/level.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

/// What a lane moves: words of 32 bits, or a byte or half that is extended.
enum class Width : uint8_t { U8, S8, U16, S16, W1, W2, W3, W4 };

constexpr unsigned words_of(Width width) {
  return width == Width::W4 ? 4 : width == Width::W3 ? 3 : width == Width::W2 ? 2 : 1;
}
constexpr unsigned bytes_of(Width width) {
  if (width == Width::U8 || width == Width::S8) return 1;
  if (width == Width::U16 || width == Width::S16) return 2;
  return 4 * words_of(width);
}

template <class T>
inline T peek(const uint8_t* p) {
  T v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

template <Width W>
inline uint32_t load_word(const uint8_t* p) {
  if constexpr (W == Width::U8) return *p;
  if constexpr (W == Width::S8) return static_cast<uint32_t>(static_cast<int32_t>(static_cast<int8_t>(*p)));
  if constexpr (W == Width::U16) return peek<uint16_t>(p);
  if constexpr (W == Width::S16) return static_cast<uint32_t>(static_cast<int32_t>(peek<int16_t>(p)));
  return peek<uint32_t>(p);
}

template <Width W>
inline void store_word(uint8_t* p, uint32_t value) {
  if constexpr (bytes_of(W) == 1) *p = static_cast<uint8_t>(value);
  else if constexpr (bytes_of(W) == 2) __builtin_memcpy(p, &value, 2);
  else __builtin_memcpy(p, &value, 4);
}

/// Addresses of all lanes as seen from the lowest: what the fast paths need to know.
struct Extent {
  uint64_t low, bytes;  ///< bytes from the lowest to the end of the highest
  bool contiguous;      ///< lane l is at low + l * element
  bool same;
  bool aligned;
};

/// Lane l is at address[0] + l * step.
template <unsigned Step>
inline bool in_steps(const uint64_t* address) {
  alignas(64) uint64_t expected[kWarpLanes];
  const uint64_t first = address[0];
  WARPGLASS_LANE_LOOP expected[l] = first + l * uint64_t{Step};
  // Most rows that are none differ in the last lane.
  if (address[kWarpLanes - 1] != expected[kWarpLanes - 1]) return false;
  return rows_equal(address, expected);
}

template <unsigned Element>
inline Extent extent_of(const uint64_t* address) {
  const uint64_t first = address[0];
  const bool first_aligned = (first & (Element - 1)) == 0;
  if (in_steps<Element>(address)) return {first, uint64_t{Element} * kWarpLanes, true, false, first_aligned};
  if (in_steps<0>(address)) return {first, Element, false, true, first_aligned};
  uint64_t low = first, high = first, bits = 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    low = address[l] < low ? address[l] : low;
    high = address[l] > high ? address[l] : high;
    bits |= address[l];
  }
  return {low, high - low + Element, false, false, (bits & (Element - 1)) == 0};
}

/// Finds the host memory of a whole extent, or nullptr: lanes are then looked up one by one.
inline uint8_t* find_extent(WarpState& w, MemorySpace space, const Extent& e, bool store) {
  BlockContext& block = *w.block;
  if (space == MemorySpace::Shared) return e.low + e.bytes <= block.shared_bytes ? block.shared + e.low : nullptr;
  if (space != MemorySpace::Global || e.bytes > (1u << 30)) return nullptr;
  uint8_t* host = find_global(*block.memory, e.low, e.bytes, store);
  if (host && store) mark_written(*block.memory, e.low, e.low, e.bytes);
  return host;
}

/// What leads from addresses of a kernel to the host's. As an integer: a pointer may not leave its object on the way.
inline uintptr_t distance_to(const uint8_t* host, uint64_t address) { return reinterpret_cast<uintptr_t>(host) - address; }

template <Width W>
void load_lanes(WarpState& w, const MicroOp& op, MemorySpace space, const uint64_t* address) {
  uint32_t values[4][kWarpLanes];
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    if (!((w.exec >> l) & 1)) continue;
    const MemorySpace own = space == MemorySpace::None ? space_of(*w.block->launch, address[l]) : space;
    const uint64_t window = space != MemorySpace::None || own == MemorySpace::Global ? 0
                            : own == MemorySpace::Shared                             ? w.block->launch->shared_window
                                                                                     : w.block->launch->local_window;
    const uint8_t* p = lane_pointer(w, op, own, address[l] - window, l, false);
    for (unsigned k = 0; k < words_of(W); ++k) values[k][l] = load_word<W>(p + 4 * k);
  }
  for (unsigned k = 0; k < words_of(W); ++k)
    write_row(w, w.row(op.result + k * kRowBytes), [&](unsigned l) { return (w.exec >> l) & 1 ? values[k][l] : 0; });
}

template <Width W>
void load_from(WarpState& w, const MicroOp& op, MemorySpace space, const uint64_t* address) {
  const Extent e = extent_of<bytes_of(W)>(address);
  const uint8_t* host = e.aligned ? find_extent(w, space, e, false) : nullptr;
  if (host == nullptr) return load_lanes<W>(w, op, space, address);
  if (W == Width::W1 && e.contiguous) {
    if (w.exec == kAllLanes) {
      __builtin_memcpy(w.row(op.result), host, kRowBytes);
    } else {
      // Idle lanes have the first lane's address, so a contiguous row is a full one or one whose idle lanes lead.
      write(w, op, [=](unsigned l) { return peek<uint32_t>(host + 4 * l); });
    }
  } else if (e.same) {
    for (unsigned k = 0; k < words_of(W); ++k) {
      const uint32_t value = load_word<W>(host + 4 * k);
      write_row(w, w.row(op.result + k * kRowBytes), [=](unsigned) { return value; });
    }
  } else {
    const uintptr_t base = distance_to(host, e.low);
    for (unsigned k = 0; k < words_of(W); ++k)
      write_row(w, w.row(op.result + k * kRowBytes),
                [=](unsigned l) { return load_word<W>(reinterpret_cast<const uint8_t*>(base + address[l] + 4 * k)); });
  }
}

template <Width W>
void load(WarpState& w, const MicroOp& op) {
  alignas(64) uint64_t address[kWarpLanes];
  compute_addresses(w, op, address);
  const MemorySpace space = op.space == MemorySpace::Generic ? resolve_generic(*w.block->launch, address) : op.space;
  record_access(w, address, space == MemorySpace::None ? MemorySpace::Global : space);
  load_from<W>(w, op, space, address);
}

/// The addresses of shared memory have 32 bits, which makes the common cases cheap to recognise.
struct SharedAddresses {
  alignas(64) uint32_t address[kWarpLanes];
  bool contiguous = false, same = false;
  uint32_t highest = 0, bits = 0;

  template <unsigned Element>
  void compute(const WarpState& w, const MicroOp& op) {
    const uint32_t* a = row_of(w, op.a);
    const uint32_t uniform = row_of(w, op.b)[0] + op.immediate, scale = op.immediate2;
    WARPGLASS_LANE_LOOP address[l] = (a[l] << scale) + uniform;
    const uint32_t first = address[w.exec == kAllLanes ? 0 : first_lane(w.exec)];
    if (w.exec != kAllLanes) WARPGLASS_LANE_LOOP address[l] = (w.exec >> l) & 1 ? address[l] : first;
    alignas(64) uint32_t expected[kWarpLanes];
    WARPGLASS_LANE_LOOP expected[l] = first + l * Element;
    contiguous = rows_equal(address, expected);
    if (contiguous) {
      highest = expected[kWarpLanes - 1], bits = first;
      return;
    }
    WARPGLASS_LANE_LOOP expected[l] = first;
    same = rows_equal(address, expected);
    highest = bits = first;
    if (same) return;
    for (unsigned l = 0; l < kWarpLanes; ++l) {
      highest = address[l] > highest ? address[l] : highest;
      bits |= address[l];
    }
  }
  template <unsigned Element>
  bool valid(const BlockContext& block) const {
    return (bits & (Element - 1)) == 0 && uint64_t{highest} + Element <= block.shared_bytes;
  }
  void widen(uint64_t* wide) const { WARPGLASS_LANE_LOOP wide[l] = address[l]; }
};

template <Width W>
void load_shared(WarpState& w, const MicroOp& op) {
  SharedAddresses s;
  s.compute<bytes_of(W)>(w, op);
  const BlockContext& block = *w.block;
  if (block.record != nullptr || !s.valid<bytes_of(W)>(block)) {
    alignas(64) uint64_t wide[kWarpLanes];
    s.widen(wide);
    record_access(w, wide, MemorySpace::Shared);
    if (!s.valid<bytes_of(W)>(block)) return load_lanes<W>(w, op, MemorySpace::Shared, wide);
  }
  const uint8_t* shared = block.shared;
  if (W == Width::W1 && s.contiguous) {
    const uint8_t* from = shared + s.address[0];
    if (w.exec == kAllLanes) __builtin_memcpy(w.row(op.result), from, kRowBytes);
    else write(w, op, [=](unsigned l) { return peek<uint32_t>(from + 4 * l); });
  } else if (s.same) {
    for (unsigned k = 0; k < words_of(W); ++k) {
      const uint32_t value = load_word<W>(shared + s.address[0] + 4 * k);
      write_row(w, w.row(op.result + k * kRowBytes), [=](unsigned) { return value; });
    }
  } else {
    for (unsigned k = 0; k < words_of(W); ++k)
      write_row(w, w.row(op.result + k * kRowBytes), [&](unsigned l) { return load_word<W>(shared + s.address[l] + 4 * k); });
  }
}

template <Width W>
void store_lanes(WarpState& w, const MicroOp& op, MemorySpace space, const uint64_t* address, const uint32_t* data) {
  for (uint32_t left = w.exec; left; left &= left - 1) {
    const unsigned l = first_lane(left);
    const MemorySpace own = space == MemorySpace::None ? space_of(*w.block->launch, address[l]) : space;
    const uint64_t window = space != MemorySpace::None || own == MemorySpace::Global ? 0
                            : own == MemorySpace::Shared                             ? w.block->launch->shared_window
                                                                                     : w.block->launch->local_window;
    uint8_t* p = lane_pointer(w, op, own, address[l] - window, l, true);
    for (unsigned k = 0; k < words_of(W); ++k) store_word<W>(p + 4 * k, data[k * kWarpLanes + l]);
  }
}

/// Lanes are stored in order: of several that write one place the last wins.
template <Width W>
void store(WarpState& w, const MicroOp& op) {
  alignas(64) uint64_t address[kWarpLanes];
  compute_addresses(w, op, address);
  const MemorySpace space = op.space == MemorySpace::Generic ? resolve_generic(*w.block->launch, address) : op.space;
  record_access(w, address, space == MemorySpace::None ? MemorySpace::Global : space);
  const uint32_t* data = row_of(w, op.c);
  const Extent e = extent_of<bytes_of(W)>(address);
  uint8_t* host = e.aligned && e.bytes < (1u << 20) ? find_extent(w, space, e, true) : nullptr;
  if (host == nullptr) return store_lanes<W>(w, op, space, address, data);
  if (W == Width::W1 && e.contiguous && w.exec == kAllLanes) {
    __builtin_memcpy(host, data, kRowBytes);
    return;
  }
  const uintptr_t base = distance_to(host, e.low);
  const auto store_lane = [&](unsigned l) {
    for (unsigned k = 0; k < words_of(W); ++k)
      store_word<W>(reinterpret_cast<uint8_t*>(base + address[l] + 4 * k), data[k * kWarpLanes + l]);
  };
  if (w.exec == kAllLanes) {
    for (unsigned l = 0; l < kWarpLanes; ++l) store_lane(l);
  } else {
    for (uint32_t left = w.exec; left; left &= left - 1) store_lane(first_lane(left));
  }
}

/// LDGSTS: global to shared, lane by lane. Where p0 is false nothing is read and, with ZFILL, zeros are written.
void copy_to_shared(WarpState& w, const MicroOp& op) {
  alignas(64) uint64_t from[kWarpLanes], to[kWarpLanes];
  compute_addresses(w, op, from);
  MicroOp destination = op;
  destination.space = MemorySpace::Shared;
  destination.a = op.c;
  destination.b = op.d;
  destination.immediate = op.immediate2;
  destination.immediate2 = 0;
  compute_addresses(w, destination, to);
  record_access(w, from, MemorySpace::Global);
  const uint32_t reads = read_predicate(w, op.p0);
  for (uint32_t left = w.exec; left; left &= left - 1) {
    const unsigned l = first_lane(left);
    uint8_t* p = lane_pointer(w, op, MemorySpace::Shared, to[l], l, true);
    if ((reads >> l) & 1)
      __builtin_memcpy(p, lane_pointer(w, op, MemorySpace::Global, from[l], l, false), op.bytes);
    else
      __builtin_memset(p, 0, op.bytes);
  }
}

/// c[bank][R + offset]: d holds nothing; immediate2 is the bank.
void load_constant(WarpState& w, const MicroOp& op) {
  const uint32_t* a = row_of(w, op.a);
  const auto& bank = w.block->launch->banks[op.immediate2];
  record_access(w, [&] {
    static thread_local uint64_t address[kWarpLanes];
    for (unsigned l = 0; l < kWarpLanes; ++l) address[l] = static_cast<uint32_t>(a[l] + op.immediate);
    return address;
  }(), MemorySpace::Constant);
  const unsigned words = op.bytes > 4 ? op.bytes / 4 : 1;
  for (uint32_t left = w.exec; left; left &= left - 1) {
    const unsigned l = first_lane(left);
    const uint32_t address = a[l] + op.immediate;
    if (uint64_t{address} + op.bytes > bank.size()) raise_fault(w, op, Fault::OutsideConstant, address, l);
    for (unsigned k = 0; k < words; ++k) {
      uint32_t value = 0;
      __builtin_memcpy(&value, bank.data() + address + 4 * k, op.bytes < 4 ? op.bytes : 4);
      if (op.p2.slot == 0) {  // signed sub-word
        const unsigned shift = 32 - 8 * op.bytes;
        value = static_cast<uint32_t>(static_cast<int32_t>(value << shift) >> shift);
      }
      w.row(op.result + k * kRowBytes)[l] = value;
    }
  }
}

template <unsigned Words>
void load_splat(WarpState& w, const MicroOp& op) {
  const uint32_t* a = row_of(w, op.a);
  for (unsigned k = 0; k < Words; ++k)
    write_row(w, w.row(op.result + k * kRowBytes), [=](unsigned l) { return a[k * kWarpLanes + l]; });
}

Width width_modifier(Binder& b) {
  if (b.has(Modifier::U8)) return Width::U8;
  if (b.has(Modifier::S8)) return Width::S8;
  if (b.has(Modifier::U16)) return Width::U16;
  if (b.has(Modifier::S16)) return Width::S16;
  if (b.has(Modifier::B128)) return Width::W4;
  if (b.has(Modifier::B96)) return Width::W3;
  if (b.has(Modifier::B64)) return Width::W2;
  b.has(Modifier::B32);
  return Width::W1;
}

/// Cache hints, and orders that need no care: these accesses take effect at once.
void ignore_hints(Binder& b) {
  b.ignore({Modifier::E, Modifier::EF, Modifier::EL, Modifier::LU, Modifier::EU, Modifier::NA, Modifier::EN, Modifier::LTC64B,
            Modifier::LTC128B, Modifier::LTC256B, Modifier::CONSTANT, Modifier::STRONG, Modifier::WEAK, Modifier::SM, Modifier::CTA,
            Modifier::GPU, Modifier::SYS, Modifier::PRIVATE, Modifier::MMIO, Modifier::BYPASS, Modifier::ACCESS, Modifier::VC});
}

void bind_address(Binder& b, const Operand& memory, Source& base, Source& uniform, uint32_t& offset, bool& wide) {
  wide = memory.width == 2 && memory.index != kRegisterZero;
  base = Source{};
  if (memory.index != kRegisterZero) base.base = 0, base.offset = memory.index * kRowBytes;
  uniform = Source{};
  if (memory.uniform != kUniformRegisterZero) uniform.base = 0, uniform.offset = b.layout().uniform(memory.uniform);
  offset = static_cast<uint32_t>(memory.value);
}

Execute pick_load(Width width) {
  switch (width) {
    case Width::U8: return load<Width::U8>;
    case Width::S8: return load<Width::S8>;
    case Width::U16: return load<Width::U16>;
    case Width::S16: return load<Width::S16>;
    case Width::W1: return load<Width::W1>;
    case Width::W2: return load<Width::W2>;
    case Width::W4: return load<Width::W4>;
    default: return nullptr;
  }
}

Execute pick_load_shared(Width width) {
  switch (width) {
    case Width::U8: return load_shared<Width::U8>;
    case Width::S8: return load_shared<Width::S8>;
    case Width::U16: return load_shared<Width::U16>;
    case Width::S16: return load_shared<Width::S16>;
    case Width::W1: return load_shared<Width::W1>;
    case Width::W2: return load_shared<Width::W2>;
    case Width::W4: return load_shared<Width::W4>;
    default: return nullptr;
  }
}

Execute pick_store(Width width) {
  switch (width) {
    case Width::U8:
    case Width::S8: return store<Width::U8>;
    case Width::U16:
    case Width::S16: return store<Width::U16>;
    case Width::W1: return store<Width::W1>;
    case Width::W2: return store<Width::W2>;
    case Width::W4: return store<Width::W4>;
    default: return nullptr;
  }
}

uint32_t scale_of(const Operand& memory) {
  return memory.select == select::kScale4 ? 2 : memory.select == select::kScale8 ? 3 : memory.select == select::kScale16 ? 4 : 0;
}

Execute bind_access(Binder& b, bool is_store) {
  if (b.memory == nullptr || b.predicate_results || b.predicates) return nullptr;
  b.op.kind = MicroKind::Memory;
  b.op.space = b.instruction.space;
  const Width width = width_modifier(b);
  b.op.bytes = static_cast<uint8_t>(bytes_of(width));
  ignore_hints(b);
  bind_address(b, *b.memory, b.op.a, b.op.b, b.op.immediate, b.op.wide_address);
  b.op.immediate2 = scale_of(*b.memory);
  b.op.result = b.result_row();
  if (!is_store) return b.op.space == MemorySpace::Shared ? pick_load_shared(width) : pick_load(width);
  b.op.c = b.source(0, ValueType::Integer);
  return pick_store(width);
}

Execute bind_copy(Binder& b) {
  // LDGSTS [shared], desc[UR][global]{, P}
  if (b.memory == nullptr || b.values != 1 || b.value[0]->kind != OperandKind::Memory) return nullptr;
  b.op.kind = MicroKind::Memory;
  b.op.space = MemorySpace::Global;
  b.op.bytes = static_cast<uint8_t>(bytes_of(width_modifier(b)));
  ignore_hints(b);
  b.has(Modifier::ZFILL);
  bool wide = false;
  bind_address(b, *b.memory, b.op.c, b.op.d, b.op.immediate2, wide);
  bind_address(b, *b.value[0], b.op.a, b.op.b, b.op.immediate, b.op.wide_address);
  b.op.p0 = b.predicate_source(0);
  return copy_to_shared;
}

Execute bind_constant(Binder& b) {
  if (b.values < 1 || b.value[0]->kind != OperandKind::Constant) return nullptr;
  const Width width = width_modifier(b);
  b.op.bytes = static_cast<uint8_t>(bytes_of(width));
  b.op.result = b.result_row();
  const Operand& operand = *b.value[0];
  if (operand.index == kRegisterZero && operand.uniform == kUniformRegisterZero && width >= Width::W1 && width <= Width::W2) {
    b.op.a = b.source(0, width == Width::W2 ? ValueType::Integer64 : ValueType::Integer);
    return width == Width::W2 ? load_splat<2> : load_splat<1>;
  }
  b.op.a = Source{};
  if (operand.uniform != kUniformRegisterZero) {
    if (operand.index != kRegisterZero) return nullptr;
    b.op.a.base = 0, b.op.a.offset = b.layout().uniform(operand.uniform);
  } else if (operand.index != kRegisterZero) {
    b.op.a.base = 0, b.op.a.offset = operand.index * kRowBytes;
  }
  b.op.immediate = static_cast<uint32_t>(operand.value);
  b.op.immediate2 = operand.bank;
  b.op.kind = MicroKind::Memory;
  b.op.space = MemorySpace::Constant;
  b.op.p2.slot = width == Width::S8 || width == Width::S16 ? 0 : kPredicateTrue;
  return load_constant;
}

}  // namespace

Execute bind_memory(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::LDG:
    case Opcode::LD:
    case Opcode::LDS:
    case Opcode::LDL: return bind_access(b, false);
    case Opcode::STG:
    case Opcode::ST:
    case Opcode::STS:
    case Opcode::STL: return bind_access(b, true);
    case Opcode::LDGSTS: return bind_copy(b);
    case Opcode::LDC:
    case Opcode::ULDC: return bind_constant(b);
    default: return nullptr;
  }
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
