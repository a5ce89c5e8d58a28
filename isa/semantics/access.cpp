#include "isa/semantics/access.h"

#include "isa/semantics/addresses.h"
#include "isa/semantics/atomic_value.h"

namespace warpglass::isa {

using namespace baseline;  // NOLINT: the lane helpers of the portable level

namespace {

AtomicOperation operation_of(const MicroOp& op) { return static_cast<AtomicOperation>(op.d.mask & 0xff); }
AtomicType type_of(const MicroOp& op) { return static_cast<AtomicType>(op.d.mask >> 8 & 0xff); }
bool sign_extends(const MicroOp& op) { return op.d.mask >> 16 & 1; }
bool has_result(const MicroOp& op) { return op.d.mask >> 17 & 1; }

unsigned words_of(const MicroOp& op) { return op.bytes > 4 ? op.bytes / 4u : 1u; }

bool adds_floats(const MicroOp& op) {
  return operation_of(op) == AtomicOperation::Add && type_of(op) >= AtomicType::F32;
}

uint8_t* place_of(WarpState& w, const PendingAccess& access, unsigned lane, bool store) {
  const MicroOp& op = *access.op;
  uint64_t address = access.addresses[lane];
  MemorySpace space = access.space;
  if (space == MemorySpace::None) {
    const LaunchContext& launch = *w.block->launch;
    space = space_of(launch, address);
    if (space == MemorySpace::Shared) address -= launch.shared_window;
    if (space == MemorySpace::Local) address -= launch.local_window;
  }
  uint8_t* host = lane_pointer(w, op, space, address, lane, store);
  const MemoryPort& port = *w.block->memory;
  if (space == MemorySpace::Global && adds_floats(op) && port.accumulated) port.accumulated(port.owner, address, op.bytes);
  return host;
}

void load_lane(WarpState& w, const MicroOp& op, const uint8_t* p, unsigned lane) {
  for (unsigned k = 0; k < words_of(op); ++k) {
    uint32_t value = 0;
    __builtin_memcpy(&value, p + 4 * k, op.bytes < 4 ? op.bytes : 4);
    if (sign_extends(op)) {
      const unsigned shift = 32 - 8 * op.bytes;
      value = static_cast<uint32_t>(static_cast<int32_t>(value << shift) >> shift);
    }
    w.row(op.result + k * kRowBytes)[lane] = value;
  }
}

void store_lane(const PendingAccess& access, uint8_t* p, unsigned lane) {
  const MicroOp& op = *access.op;
  for (unsigned k = 0; k < words_of(op); ++k)
    __builtin_memcpy(p + 4 * k, &access.data[k][lane], op.bytes < 4 ? op.bytes : 4);
}

uint64_t operand(const PendingAccess& access, unsigned first, unsigned lane) {
  const uint64_t high = access.op->bytes == 8 ? access.data[first + 1][lane] : 0;
  return high << 32 | access.data[first][lane];
}

void atomic_lane(WarpState& w, const PendingAccess& access, uint8_t* p, unsigned lane) {
  const MicroOp& op = *access.op;
  uint64_t old = 0;
  __builtin_memcpy(&old, p, op.bytes);
  const AtomicOperation what = operation_of(op);
  const uint64_t first = operand(access, 0, lane), second = operand(access, 4, lane);
  const uint64_t fresh = atomic_value(what, type_of(op), old, first, second);
  __builtin_memcpy(p, &fresh, op.bytes);
  if (!has_result(op)) return;
  // CAST tells whether it stored, CAS what was there.
  const uint64_t result = what == AtomicOperation::CompareSwapFlag ? (old == first ? 1 : 0) : old;
  w.row(op.result)[lane] = static_cast<uint32_t>(result);
  if (op.bytes == 8 && what != AtomicOperation::CompareSwapFlag)
    w.row(op.result + kRowBytes)[lane] = static_cast<uint32_t>(result >> 32);
}

void copy_rows(const uint32_t* from, unsigned words, PendingAccess& access, unsigned first) {
  for (unsigned k = 0; k < words; ++k)
    for (unsigned l = 0; l < kWarpLanes; ++l) access.data[first + k][l] = from[k * kWarpLanes + l];
}

}  // namespace

void begin_access(WarpState& w, const MicroOp& op, PendingAccess& access) {
  access.op = &op;
  access.exec = w.exec;
  compute_addresses(w, op, access.addresses.data());
  access.space = op.space == MemorySpace::Generic ? resolve_generic(*w.block->launch, access.addresses.data()) : op.space;
  record_access(w, access.addresses.data(), access.space == MemorySpace::None ? MemorySpace::Global : access.space);
  const AtomicOperation what = operation_of(op);
  if (what == AtomicOperation::Load || what == AtomicOperation::Increment) return;
  copy_rows(row_of(w, op.c), words_of(op), access, 0);
  if (what == AtomicOperation::CompareSwap || what == AtomicOperation::CompareSwapFlag) {
    Source second = op.d;
    copy_rows(row_of(w, second), words_of(op), access, 4);
  }
}

void finish_access(WarpState& w, const PendingAccess& access) {
  const MicroOp& op = *access.op;
  const AtomicOperation what = operation_of(op);
  for (uint32_t left = access.exec; left; left &= left - 1) {
    const unsigned lane = first_lane(left);
    uint8_t* p = place_of(w, access, lane, what != AtomicOperation::Load);
    if (what == AtomicOperation::Load)
      load_lane(w, op, p, lane);
    else if (what == AtomicOperation::Store)
      store_lane(access, p, lane);
    else
      atomic_lane(w, access, p, lane);
  }
}

void perform_access(WarpState& w, const MicroOp& op) {
  PendingAccess access;
  begin_access(w, op, access);
  finish_access(w, access);
}

}  // namespace warpglass::isa
