#include "traces/replay/executor.h"

#include <bit>
#include <deque>

#include "base/error.h"
#include "isa/semantics/access.h"
#include "traces/replay/block.h"

namespace warpglass {
namespace {

/// Accesses that were begun and not completed, by ticket. Tickets are used again.
class Tickets {
 public:
  struct Entry {
    unsigned warp = 0;
    bool open = false;
    isa::PendingAccess access;
  };

  uint32_t open(unsigned warp) {
    if (free_.empty()) {
      entries_.emplace_back();
      free_.push_back(static_cast<uint32_t>(entries_.size()));
    }
    const uint32_t ticket = free_.back();
    free_.pop_back();
    entries_[ticket - 1].warp = warp;
    entries_[ticket - 1].open = true;
    return ticket;
  }
  Entry& at(uint32_t ticket) {
    if (ticket == 0 || ticket > entries_.size() || !entries_[ticket - 1].open)
      throw internal_error("completion of access {}, which is not open", ticket);
    return entries_[ticket - 1];
  }
  void close(uint32_t ticket) {
    entries_[ticket - 1].open = false;
    free_.push_back(ticket);
  }

 private:
  std::deque<Entry> entries_;
  std::vector<uint32_t> free_;
};

class ExecutorBlock final : public BlockStream {
 public:
  ExecutorBlock(std::shared_ptr<const LaunchImage> image, MemorySource& memory, uint64_t number)
      : image_(std::move(image)), port_(memory.port()), block_(image_, port_, &record_) {
    block_.start(number);
  }

  uint32_t next(unsigned warp) const override {
    const isa::WarpState& w = block_.warp(warp);
    if (w.finished) return kWarpExited;
    return w.blocked ? kWarpAtBarrier : w.pc;
  }

  uint32_t behind_barrier(unsigned warp) const override { return block_.warp(warp).splits[0].pc + 1; }

  uint32_t step(unsigned warp, Step& step) override {
    isa::WarpState& w = block_.warp(warp);
    if (w.blocked) {
      step_behind_barrier(w, step);
      return 0;
    }
    const isa::MicroOp& op = image_->code.ops[w.pc];
    const uint32_t on = isa::guarded(w, op, w.active);
    step = Step{};
    step.instruction = op.index;
    step.active_mask = w.active;
    step.executed_mask = on;
    if (op.kind != isa::MicroKind::Memory) {
      const Block::Event event = block_.control(warp, op, on);
      step.barrier = event.barrier;
      step.released_warps = event.released_warps;
      return 0;
    }
    return memory_step(warp, op, on, step);
  }

  void complete(uint32_t ticket) override {
    Tickets::Entry& entry = tickets_.at(ticket);
    isa::finish_access(block_.warp(entry.warp), entry.access);
    tickets_.close(ticket);
  }

  void set_sm(unsigned sm) override { block_.set_sm(sm); }
  void set_time(uint64_t cycle, uint64_t nanoseconds) override { block_.set_time(cycle, nanoseconds); }

  std::string deadlock() const { return block_.deadlock(); }

 private:
  // The waiting split's pc is that of the last instruction it has executed: the barrier goes on behind it when it opens.
  void step_behind_barrier(isa::WarpState& w, Step& step) {
    isa::Split& waiting = w.splits[0];
    const isa::MicroOp& op = image_->code.ops[waiting.pc + 1];
    if (w.split_count != 1 || op.kind != isa::MicroKind::Lanes)
      throw internal_error("instruction {} cannot be executed before a barrier opens", op.index);
    w.active = waiting.mask;
    const uint32_t on = isa::guarded(w, op, w.active);
    step = Step{};
    step.instruction = op.index;
    step.active_mask = w.active;
    step.executed_mask = on;
    if (on != 0) {
      w.exec = op.uniform ? isa::kAllLanes : on;
      op.execute(w, op);
    }
    w.active = 0;
    ++waiting.pc;
  }

  uint32_t memory_step(unsigned warp, const isa::MicroOp& op, uint32_t on, Step& step) {
    isa::WarpState& w = block_.warp(warp);
    uint32_t ticket = 0;
    if (on) {
      w.exec = op.uniform ? isa::kAllLanes : on;
      if (op.strong)
        ticket = begin(warp, op);
      else
        op.execute(w, op);
      step.addresses = record_.addresses.data();
      step.space = record_.space;
    } else {
      step.space = op.space == isa::MemorySpace::Generic ? isa::MemorySpace::Global : op.space;
    }
    step.deferred = ticket != 0;
    ++w.pc;
    return ticket;
  }

  /// Strong accesses wait for `complete` unless they turn out to be to shared or local memory.
  uint32_t begin(unsigned warp, const isa::MicroOp& op) {
    const uint32_t ticket = tickets_.open(warp);
    isa::PendingAccess& access = tickets_.at(ticket).access;
    isa::begin_access(block_.warp(warp), op, access);
    if (access.space == isa::MemorySpace::Global || access.space == isa::MemorySpace::None) return ticket;
    isa::finish_access(block_.warp(warp), access);
    tickets_.close(ticket);
    return 0;
  }

  std::shared_ptr<const LaunchImage> image_;
  isa::MemoryPort port_;
  isa::AccessRecord record_;
  Block block_;
  Tickets tickets_;
};

class Executor final : public LaunchStream {
 public:
  Executor(std::shared_ptr<const LaunchImage> image, MemorySource& memory) : image_(std::move(image)), memory_(memory) {}
  const isa::Program& program() const override { return image_->program; }
  const LaunchShape& shape() const override { return image_->shape; }
  std::unique_ptr<BlockStream> start_block(uint64_t block) override {
    if (block >= image_->shape.blocks()) throw internal_error("the launch has no block {}", block);
    return std::make_unique<ExecutorBlock>(image_, memory_, block);
  }

 private:
  std::shared_ptr<const LaunchImage> image_;
  MemorySource& memory_;
};

}  // namespace

std::unique_ptr<LaunchStream> make_executor(std::shared_ptr<const LaunchImage> image, MemorySource& memory) {
  return std::make_unique<Executor>(std::move(image), memory);
}

std::string explain_deadlock(const BlockStream& block) {
  const auto* own = dynamic_cast<const ExecutorBlock*>(&block);
  return own ? own->deadlock() : std::string("no warp can run");
}

}  // namespace warpglass
