#include "traces/replay/block.h"

#include <bit>
#include <cstring>

#include "base/error.h"
#include "isa/semantics/control.h"
#include "isa/semantics/divergence.h"

namespace warpglass {

using isa::MicroKind;
using isa::MicroOp;
using isa::WarpState;

namespace {

const uint32_t* row_of(const WarpState& w, const isa::Source& s) {
  return reinterpret_cast<const uint32_t*>(w.base[s.base] + s.offset);
}

uint32_t first_lane(uint32_t mask) { return static_cast<uint32_t>(std::countr_zero(mask)); }

constexpr size_t kLineWords = 16;  // rows start at a cache line

}  // namespace

Block::Block(std::shared_ptr<const LaunchImage> image, isa::MemoryPort& memory, isa::AccessRecord* record)
    : image_(std::move(image)) {
  const unsigned warps = image_->shape.warps_per_block();
  const size_t row_words = size_t{image_->code.layout.rows()} * kLanes;
  rows_.resize(warps * row_words + kLineWords);
  shared_.resize(image_->context.shared_bytes);
  warps_.resize(warps);
  context_.launch = &image_->context;
  context_.memory = &memory;
  context_.shared = shared_.data();
  context_.shared_bytes = image_->context.shared_bytes;
  context_.local_low = image_->local_low;
  context_.local_stride = image_->local_bytes;
  context_.record = record;
  // Generic addresses reach local memory only where the kernel has a stack frame.
  bool uses_local = image_->program.local_bytes > 0;
  for (const MicroOp& op : image_->code.ops) uses_local |= op.space == isa::MemorySpace::Local;
  if (uses_local) local_.resize(size_t{warps} * kLanes * image_->local_bytes);
  else context_.local_stride = 0;
  const auto misfit = reinterpret_cast<uintptr_t>(rows_.data()) / sizeof(uint32_t) % kLineWords;
  uint32_t* rows = rows_.data() + (misfit ? kLineWords - misfit : 0);
  for (unsigned w = 0; w < warps; ++w) {
    warps_[w].base[0] = reinterpret_cast<uint8_t*>(rows + w * row_words);
    // The launch's rows are only read.
    warps_[w].base[1] = reinterpret_cast<uint8_t*>(const_cast<uint32_t*>(image_->code.splats.words().data()));
    warps_[w].block = &context_;
    warps_[w].index = w;
    if (uses_local) warps_[w].local = local_.data() + size_t{w} * kLanes * image_->local_bytes;
  }
}

void Block::start_warp(unsigned index) {
  WarpState& w = warps_[index];
  std::memset(w.base[0], 0, size_t{image_->code.layout.rows()} * isa::kRowBytes);
  w.predicates.fill(0);
  w.predicates[isa::kPredicateTrue] = w.predicates[isa::kUniformPredicateBase + isa::kPredicateTrue] = isa::kAllLanes;
  for (auto& barrier : w.convergence) barrier.fill(0);
  const uint32_t threads = image_->shape.threads_per_block() - index * kLanes;
  isa::start_warp(w, threads >= kLanes ? isa::kAllLanes : (1u << threads) - 1);
}

void Block::start(uint64_t number) {
  const Dim3& grid = image_->shape.grid;
  context_.index = {static_cast<uint32_t>(number % grid.x), static_cast<uint32_t>(number / grid.x % grid.y),
                    static_cast<uint32_t>(number / grid.x / grid.y)};
  context_.clock = context_.timer = 0;
  std::fill(shared_.begin(), shared_.end(), uint8_t{0});
  std::fill(local_.begin(), local_.end(), uint8_t{0});
  for (NamedBarrier& barrier : barriers_) barrier.reset();
  live_warps_ = warp_count();
  finished_mask_ = 0;
  for (unsigned w = 0; w < warp_count(); ++w) start_warp(w);
}

uint32_t Block::run(unsigned warp, uint32_t budget, isa::InstructionCounts* counts) {
  WarpState& w = warps_[warp];
  const MicroOp* ops = image_->code.ops.data();
  uint32_t left = budget;
  while (left && !w.blocked && !w.finished) {
    left = image_->code.run_lanes(w, ops, counts, left);
    if (left == 0) break;
    const MicroOp& op = ops[w.pc];
    const uint32_t on = isa::guarded(w, op, w.active);
    if (op.kind != MicroKind::PastEnd) {
      isa::InstructionCounts& c = counts[op.index];
      ++c.warps;
      c.threads += static_cast<uint64_t>(std::popcount(w.active));
      c.threads_on += static_cast<uint64_t>(std::popcount(on));
    }
    control(warp, op, on);
    --left;
    if (op.kind == MicroKind::Yield) break;
  }
  context_.clock += budget - left;
  context_.timer = context_.clock;
  return budget - left;
}

uint64_t Block::run_all(uint32_t turn, uint64_t budget, isa::InstructionCounts* counts) {
  uint64_t done = 0;
  while (live_warps_ && done < budget) {
    uint64_t round = 0;
    for (unsigned w = 0; w < warp_count(); ++w)
      if (!warps_[w].blocked && !warps_[w].finished) round += run(w, turn, counts);
    if (round == 0) throw Error(ExitCode::CheckFailed, deadlock());
    done += round;
  }
  return done;
}

Block::Event Block::control(unsigned warp, const MicroOp& op, uint32_t on) {
  WarpState& w = warps_[warp];
  const uint32_t taken = on & (w.predicates[op.p0.slot] ^ op.p0.flip) & (w.predicates[op.p1.slot] ^ op.p1.flip);
  w.exec = on;
  switch (op.kind) {
    case MicroKind::Branch:
    case MicroKind::Call: isa::branch(w, taken, op.target); break;
    case MicroKind::BranchDivergent: {
      // Taken when some thread of the mask that still exists is not here (.CONV: when all are).
      const uint32_t wanted = row_of(w, op.a)[0] & w.existing & ~w.exited;
      const bool diverged = (wanted & ~w.active) != 0;
      isa::branch(w, diverged != (op.immediate2 != 0) ? taken : 0, op.target);
      break;
    }
    case MicroKind::BranchIndexed:
    case MicroKind::Return: {
      const uint32_t* a = row_of(w, op.a);
      const uint32_t base = op.kind == MicroKind::BranchIndexed ? (op.index + 1) * isa::kInstructionBytes + op.immediate : 0;
      uint32_t targets[kLanes];
      for (unsigned l = 0; l < kLanes; ++l) {
        targets[l] = (a[l] + base) / isa::kInstructionBytes;
        if ((taken >> l) & 1 && targets[l] >= image_->program.size())
          throw bad_input("kernel {} branches at 0x{:04x} to 0x{:x}, outside of its code", image_->program.kernel,
                          op.index * isa::kInstructionBytes, a[l] + base);
      }
      isa::branch_indirect(w, taken, targets);
      break;
    }
    case MicroKind::Bssy: isa::bssy(w, on, op.immediate); break;
    case MicroKind::Bsync: isa::bsync(w, taken, op.immediate); break;
    case MicroKind::Break: isa::leave_barrier(w, taken, op.immediate); break;
    case MicroKind::BarrierToRegister: isa::barrier_to_register(w, op); break;
    case MicroKind::RegisterToBarrier: isa::register_to_barrier(w, op); break;
    case MicroKind::WarpSync:
      isa::warpsync(w, on, op.immediate2 ? isa::kAllLanes : on ? row_of(w, op.a)[first_lane(on)] : 0);
      break;
    case MicroKind::Yield:
      ++w.pc;
      isa::yield(w);
      break;
    case MicroKind::Exit:
    case MicroKind::Kill:
      isa::exit_lanes(w, taken);
      return taken ? after_exit(warp) : Event{};
    case MicroKind::Barrier: return barrier(warp, op, on);
    case MicroKind::PastEnd: throw bad_input("kernel {} runs past the end of its code", image_->program.kernel);
    case MicroKind::Lanes:
    case MicroKind::Memory:
      if (on) {
        w.exec = op.uniform ? isa::kAllLanes : on;
        op.execute(w, op);
      }
      ++w.pc;
      break;
    case MicroKind::Nothing: ++w.pc; break;
  }
  return {};
}

/// Threads that are gone need not arrive: barriers without a count may open.
Block::Event Block::after_exit(unsigned warp) {
  Event event;
  if (warps_[warp].finished) {
    --live_warps_;
    finished_mask_ |= 1u << warp;
  }
  for (unsigned b = 0; b < kNamedBarriers; ++b) {
    if (!warps_[warp].finished) check_warp_arrival(warp, b);
    if (barriers_[b].waiting) event.released_warps |= try_open(b);
  }
  return event;
}

/// A warp has arrived when all its threads that are left wait.
void Block::check_warp_arrival(unsigned warp, unsigned barrier) {
  const WarpState& w = warps_[warp];
  const uint32_t lanes = isa::lanes_at_block_barrier(w, barrier);
  if (lanes && lanes == (w.existing & ~w.exited)) barriers_[barrier].waiting |= 1u << warp;
}

/// Opens the barrier if everyone is there; returns the warps that waited.
uint32_t Block::try_open(unsigned number) {
  NamedBarrier& b = barriers_[number];
  const uint32_t present = static_cast<uint32_t>(std::popcount(b.waiting)) + b.arrived;
  const bool open = b.expected ? present >= b.expected : present >= live_warps_;
  if (!open || b.waiting == 0) return 0;
  const uint32_t released = b.waiting;
  const uint32_t result = b.action == isa::kBarrierReducePopc  ? b.votes
                          : b.action == isa::kBarrierReduceAnd ? (b.votes == b.voters ? isa::kAllLanes : 0)
                                                               : (b.votes ? isa::kAllLanes : 0);
  for (uint32_t m = released; m; m &= m - 1) {
    WarpState& w = warps_[first_lane(m)];
    w.barrier_result = result;
    isa::release_block_barrier(w, number);
  }
  const auto arriving = b.arriving;
  b.reset();
  b.arriving = arriving;
  return released;
}

Block::Event Block::barrier(unsigned warp, const MicroOp& op, uint32_t on) {
  WarpState& w = warps_[warp];
  if (on == 0) {
    ++w.pc;
    return {};
  }
  const uint32_t number = row_of(w, op.a)[first_lane(on)] % kNamedBarriers;
  NamedBarrier& b = barriers_[number];
  if (op.immediate) {
    const uint32_t word = row_of(w, op.b)[first_lane(on)];
    b.expected = ((op.immediate == isa::kBarrierPacked ? word >> 16 : word) + kLanes - 1) / kLanes;
  }
  b.instruction = op.index;
  Event event;
  event.barrier = static_cast<uint8_t>(number);
  if (op.immediate2 == isa::kBarrierArrive) {
    ++w.pc;
    b.arriving[warp] |= on;
    if ((w.existing & ~w.exited & ~b.arriving[warp]) == 0) b.arriving[warp] = 0, ++b.arrived;
  } else {
    const uint32_t votes = on & (w.predicates[op.p0.slot] ^ op.p0.flip);
    b.action = op.immediate2;
    b.votes += static_cast<uint32_t>(std::popcount(votes));
    b.voters += static_cast<uint32_t>(std::popcount(on));
    isa::wait_at_block_barrier(w, on, number);
    check_warp_arrival(warp, number);
  }
  event.released_warps = try_open(number);
  return event;
}

std::string Block::deadlock() const {
  std::string text = fmt::format("deadlock in block ({},{},{}) of kernel {}", context_.index[0], context_.index[1], context_.index[2],
                                 image_->program.kernel);
  for (unsigned n = 0; n < kNamedBarriers; ++n) {
    const NamedBarrier& b = barriers_[n];
    std::string waiting;
    for (unsigned i = 0; i < warp_count(); ++i)
      if (const uint32_t lanes = warps_[i].finished ? 0 : isa::lanes_at_block_barrier(warps_[i], n))
        waiting += fmt::format("{}{}{}", waiting.empty() ? "" : ", ", i,
                               lanes == (warps_[i].existing & ~warps_[i].exited) ? "" : fmt::format(" (lanes 0x{:08x})", lanes));
    if (waiting.empty()) continue;
    const uint32_t present = static_cast<uint32_t>(std::popcount(b.waiting)) + b.arrived;
    const uint32_t needed = b.expected ? b.expected : live_warps_;
    text += fmt::format("; barrier {} at 0x{:04x}: warps {} wait, {} of {} arrivals are missing", n, b.instruction * isa::kInstructionBytes,
                        waiting, needed > present ? needed - present : 0, needed);
  }
  for (unsigned i = 0; i < warp_count(); ++i) {
    const WarpState& w = warps_[i];
    if (w.finished) continue;
    for (unsigned s = 0; s < w.split_count; ++s) {
      const isa::Split& split = w.splits[s];
      if (split.state != isa::SplitState::AtBsync && split.state != isa::SplitState::AtWarpsync) continue;
      text += fmt::format("; warp {} lanes 0x{:08x} wait at 0x{:04x} ({}) for lanes 0x{:08x}", i, split.mask, split.pc * isa::kInstructionBytes,
                          split.state == isa::SplitState::AtBsync ? "BSYNC" : "WARPSYNC", split.participants & ~w.exited & ~split.mask);
    }
  }
  return text;
}

}  // namespace warpglass
