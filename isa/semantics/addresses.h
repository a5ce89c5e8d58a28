// Addresses of a memory instruction, lane by lane, and the translation of generic ones.
#pragma once

#include "isa/semantics/lanes.h"

namespace warpglass::isa::WARPGLASS_LEVEL {

/// Generic windows of shared and local memory are this large.
inline constexpr uint64_t kWindowBytes = 1u << 24;

/// Lanes that do not take part get the address of the first that does, so that loops need no test.
inline void fill_idle(uint64_t* address, uint32_t exec) {
  const uint64_t first = address[__builtin_ctz(exec)];
  WARPGLASS_LANE_LOOP address[l] = (exec >> l) & 1 ? address[l] : first;
}

/// Sum of base (32 or 64 bits), uniform register and offset. immediate: the offset; immediate2: log2 of the scale.
inline void compute_addresses(const WarpState& w, const MicroOp& op, uint64_t* address) {
  const uint32_t* a = row_of(w, op.a);
  const uint32_t* u = row_of(w, op.b);
  const uint64_t offset = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(op.immediate)));
  if (op.space == MemorySpace::Global || op.space == MemorySpace::Generic) {
    const uint64_t uniform = (uint64_t{u[kWarpLanes]} << 32 | u[0]) + offset;
    if (op.wide_address) {
      WARPGLASS_LANE_LOOP address[l] = (uint64_t{a[l + kWarpLanes]} << 32 | a[l]) + uniform;
    } else {
      WARPGLASS_LANE_LOOP address[l] = a[l] + uniform;
    }
  } else {
    const uint32_t uniform = u[0] + static_cast<uint32_t>(offset), scale = op.immediate2 & 0xff;
    WARPGLASS_LANE_LOOP address[l] = (a[l] << scale) + uniform;
  }
  if (w.exec != kAllLanes) fill_idle(address, w.exec);
}

inline MemorySpace space_of(const LaunchContext& launch, uint64_t address) {
  if (address - launch.shared_window < kWindowBytes && launch.shared_window) return MemorySpace::Shared;
  if (address - launch.local_window < kWindowBytes && launch.local_window) return MemorySpace::Local;
  return MemorySpace::Global;
}

/// The space of all lanes, with the addresses made relative to it; None when lanes differ, which leaves the addresses.
inline MemorySpace resolve_generic(const LaunchContext& launch, uint64_t* address) {
  const MemorySpace space = space_of(launch, address[0]);
  for (unsigned l = 1; l < kWarpLanes; ++l)
    if (space_of(launch, address[l]) != space) return MemorySpace::None;
  if (space == MemorySpace::Global) return space;
  const uint64_t window = space == MemorySpace::Shared ? launch.shared_window : launch.local_window;
  WARPGLASS_LANE_LOOP address[l] -= window;
  return space;
}

inline bool inside(const MemoryWindow& window, uint64_t address, uint64_t bytes) {
  const uint64_t offset = address - window.begin;
  return offset <= window.bytes && window.bytes - offset >= bytes;
}

/// Host address of device memory, or nullptr when the capsule does not hold it.
inline uint8_t* find_global(MemoryPort& port, uint64_t address, uint64_t bytes, bool store) {
  MemoryWindow& window = (store ? port.stores : port.loads)[MemoryPort::slot(address)];
  if (!inside(window, address, bytes) && !port.miss(port.owner, address, bytes, store, window)) return nullptr;
  return window.host + (address - window.begin);
}

/// Notes that the chunks of [address, address + bytes) are written. Call after find_global with `store`.
inline void mark_written(MemoryPort& port, uint64_t lookup, uint64_t address, uint64_t bytes) {
  const MemoryWindow& window = port.stores[MemoryPort::slot(lookup)];
  if (window.written == nullptr) return;
  const uint64_t first = (address - window.region_begin) >> 16, last = (address + bytes - 1 - window.region_begin) >> 16;
  for (uint64_t chunk = first; chunk <= last; ++chunk) __atomic_store_n(window.written + chunk, uint8_t{1}, __ATOMIC_RELAXED);
}

inline unsigned first_lane(uint32_t exec) { return static_cast<unsigned>(__builtin_ctz(exec)); }

/// Host address of one lane's access in a resolved space; raises the fault when there is none.
inline uint8_t* lane_pointer(WarpState& w, const MicroOp& op, MemorySpace space, uint64_t address, unsigned lane, bool store) {
  BlockContext& block = *w.block;
  if (address & (op.bytes - 1u)) raise_fault(w, op, Fault::Misaligned, address, lane);
  switch (space) {
    case MemorySpace::Shared:
      if (address + op.bytes > block.shared_bytes)
        raise_fault(w, op, address >> 24 ? Fault::ForeignShared : Fault::OutsideShared, address, lane);
      return block.shared + address;
    case MemorySpace::Local: {
      const uint64_t offset = address - block.local_low;
      if (offset > block.local_stride || block.local_stride - offset < op.bytes)
        raise_fault(w, op, Fault::OutsideLocal, address, lane);
      return w.local + uint64_t{lane} * block.local_stride + offset;
    }
    default: break;
  }
  uint8_t* host = find_global(*block.memory, address, op.bytes, store);
  if (host == nullptr) raise_fault(w, op, Fault::OutsideMemory, address, lane);
  if (store) mark_written(*block.memory, address, address, op.bytes);
  return host;
}

inline void record_access(const WarpState& w, const uint64_t* address, MemorySpace space) {
  AccessRecord* record = w.block->record;
  if (record == nullptr) return;
  record->space = space;
  for (unsigned l = 0; l < kWarpLanes; ++l) record->addresses[l] = address[l];
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
