#include "sim/memory/hbm.h"

#include <algorithm>
#include <cmath>

#include "sim/memory/mix.h"

namespace warpglass::sim {

Hbm::Hbm(const Model& model, Obstacles without, MemoryStatistics& statistics)
    : model_(model),
      without_(without),
      statistics_(statistics),
      bytes_per_cycle_(model.hbm_channel_bytes * model.hbm_clock / model.device_sm_clock * model.hbm_efficiency),
      channels_(static_cast<size_t>(model.hbm_channels)) {
  for (Channel& channel : channels_) {
    channel.open_row.resize(static_cast<size_t>(model.hbm_banks));
    channel.bank_free.resize(static_cast<size_t>(model.hbm_banks));
    channel.written = LastTimes<double>(static_cast<size_t>(std::clamp(model.hbm_write_backlog / (transfer() + model.hbm_write_interval), 1.0, kMostWrites)));
  }
}

// Something that L2 evicted, which its channel writes in turn.
void Hbm::write_back(double time, size_t number) {
  moved(time, static_cast<uint64_t>(model_.hbm_access_bytes), true);
  if (!limited()) return;
  use_idle_time(number, time);
  Channel& channel = channels_[number];
  const double busy = interval(channel, time, true);
  reserve(time, busy, number);
  channel.shares.add(time, busy, true);
  channel.written.put(channel.free);
}

// How long data that is read waits for what its channel writes. Which writes a controller does before which reads is not published; the
// wait is taken at random between none and what a channel that wrote all the time would make it, by the share of time in which it both
// reads and writes. Measured: loaded_latency.cu, H200, 2026-11: beside SMs that copy, all loads wait longer, in proportion to what is
// written; beside SMs that only write, they do not.
double Hbm::wait_for_writes(Channel& channel, double time, uint64_t address) {
  channel.shares.roll(time);
  const double both = std::min(channel.shares.reading, channel.shares.writing);
  return model_.hbm_write_wait * both * static_cast<double>(mix(address) >> 40) / static_cast<double>(1 << 24);
}

void Hbm::Shares::roll(double time) {
  for (int bucket = 0; time >= bucket_end; ++bucket) {
    if (bucket == 16) {  // nothing for so long that it is forgotten
      *this = {};
      bucket_end = time + kBucket;
      return;
    }
    reading = (reading + read / kBucket) / 2;
    writing = (writing + written / kBucket) / 2;
    read = written = 0;
    bucket_end += kBucket;
  }
}

void Hbm::Shares::add(double time, double busy, bool write) {
  roll(time);
  (write ? written : read) += busy;
}

// All banks of a channel refresh together; the channels one after the other.
double Hbm::past_refresh(double time, size_t channel) const {
  const double cycles_per_ns = model_.device_sm_clock / 1000;
  const double interval = model_.hbm_refresh_interval * cycles_per_ns, busy = model_.hbm_refresh_time * cycles_per_ns;
  if (busy <= 0) return time;
  const double shifted = time + interval * static_cast<double>(channel) / static_cast<double>(channels_.size());
  const double into = shifted - std::floor(shifted / interval) * interval;
  return into < busy ? time + busy - into : time;
}

// HBM transfers so much at once, however little of it is wanted.
double Hbm::transfer() const { return static_cast<double>(model_.hbm_access_bytes) / bytes_per_cycle_; }

void Hbm::reserve(double time, double busy, size_t number) {
  Channel& channel = channels_[number];
  channel.free = past_refresh(std::max(channel.free, time), number) + busy;
  statistics_.channel_busy += busy;
}

// Measured: partial_writes_profiled.cu, H200, 2026-11: as many writes are still to be done when a kernel ends.
void Hbm::post(double time, uint32_t bytes, size_t number, bool write) {
  Channel& channel = channels_[number];
  Posted& posted = write ? channel.writes : channel.reads;
  ++posted.accesses;
  posted.bytes += bytes;
  if (!limited()) {
    serve_posted(number, posted, posted.accesses, time, write);
    return;
  }
  const uint64_t queued = channel.reads.accesses + channel.writes.accesses;
  if (queued <= static_cast<uint64_t>(model_.hbm_write_queue)) return;
  serve_posted(number, posted, 1, std::max(time, channel.free), write);
  channel.written.put(channel.free);
}

// Does `count` of what was posted from `time` on.
void Hbm::serve_posted(size_t number, Posted& posted, uint64_t count, double time, bool write) {
  const auto bytes = posted.bytes * count / posted.accesses;
  posted.accesses -= count;
  posted.bytes -= bytes;
  moved(time, bytes, write);
  if (limited()) reserve(time, interval(channels_[number], time, write) * static_cast<double>(count), number);
}

void Hbm::moved(double time, uint64_t bytes, bool write) {
  (write ? statistics_.dram_write_bytes : statistics_.dram_read_bytes) += bytes;
  if (activity_ == nullptr) return;
  MemoryActivity& activity = activity_->at(static_cast<Cycle>(time));
  (write ? activity.dram_write_bytes : activity.dram_read_bytes) += bytes;
}

// What an access keeps the channel busy for.
double Hbm::interval(const Channel& channel, double time, bool write) const {
  if (!write) return transfer();
  return transfer() + model_.hbm_write_interval + (time - channel.last_read < kMixedFor ? model_.hbm_mixed_interval : 0);
}

// What was posted and fits before `time`.
void Hbm::use_idle_time(size_t number, double time) {
  Channel& channel = channels_[number];
  for (const bool write : {false, true}) {
    Posted& posted = write ? channel.writes : channel.reads;
    if (posted.accesses == 0 || channel.free >= time) continue;
    const auto fit = static_cast<uint64_t>((time - channel.free) / interval(channel, channel.free, write));
    if (fit > 0) serve_posted(number, posted, std::min(fit, posted.accesses), channel.free, write);
  }
}

// When bank `bank` has opened `row`, while the channel serves others; only the bank's own accesses wait.
double Hbm::open(double time, Channel& channel, size_t number, size_t bank, uint64_t row) {
  channel.open_row[bank] = row + 1;
  ++statistics_.row_misses;
  if (!limited()) return time + static_cast<double>(model_.hbm_row_miss);
  const double start = past_refresh(std::max(time, channel.activate_free), number);
  channel.activate_free = start + model_.hbm_row_interval;
  return std::max(start, channel.bank_free[bank]) + static_cast<double>(model_.hbm_row_miss);
}

double Hbm::read(double time, uint64_t address, size_t number) {
  Channel& channel = channels_[number];
  // Other bits of the hash than those that chose the channel, or a channel would use some of its banks only.
  const uint64_t row = address / static_cast<uint64_t>(model_.hbm_page_bytes);
  const size_t bank = (mix(row) >> 32) % channel.open_row.size();
  if (limited()) use_idle_time(number, time);
  double start = limited() ? past_refresh(std::max(time, channel.free), number) : time;
  const double wait = limited() ? wait_for_writes(channel, time, address) : 0;
  if (channel.open_row[bank] == row + 1)
    ++statistics_.row_hits;
  else
    start = std::max(start, open(time, channel, number, bank, row));
  const double busy = limited() ? transfer() : 0;
  reserve(time, busy, number);
  channel.bank_free[bank] = start + busy;
  channel.last_read = time;
  channel.shares.add(time, busy, false);
  moved(channel.free - busy, static_cast<uint64_t>(model_.hbm_access_bytes), false);
  return start + busy + wait + static_cast<double>(model_.hbm_latency);
}

}  // namespace warpglass::sim
