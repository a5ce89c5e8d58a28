#include "sim/export/perfetto.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "sim/export/output_file.h"
#include "sim/export/recorded_warps.h"
#include "sim/report/finding.h"

namespace warpglass::sim {
namespace {

// Of chrome://tracing's named colours; the Perfetto UI colours by the slice's name.
constexpr std::array<std::string_view, kStalls> kColours{"good",  // selected
                                                         "grey",
                                                         "white",
                                                         "terrible",
                                                         "bad",
                                                         "yellow",
                                                         "olive",
                                                         "rail_animation",
                                                         "rail_response",
                                                         "thread_state_iowait",
                                                         "rail_idle",
                                                         "black",
                                                         "thread_state_unknown",
                                                         "rail_load",
                                                         "thread_state_sleeping",
                                                         "thread_state_sleeping",
                                                         "generic_work"};

constexpr uint32_t kChip = 1'000'000;  // the process of what belongs to no SM

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

// A cycle as microseconds of the format, in which a nanosecond stands for it.
std::string time(Cycle cycle) {
  return fmt::format("{}.{:03}", cycle / 1000, cycle % 1000);
}

class Writer {
 public:
  Writer(const RunResult& result, const std::filesystem::path& path)
      : result_(result), timeline_(*result.timeline), out_(path) {}

  void write() {
    out_.write(
        fmt::format("{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"kernel\":{},\"source\":{},\"model\":{},"
                    "\"time\":\"one nanosecond is one cycle\"}},\"traceEvents\":[",
                    quoted(result_.kernel), quoted(result_.source), quoted(result_.model)));
    name_process(kChip, "GPU, all SMs", 0);
    for (const RecordedSm& sm : timeline_.recorded)
      name_process(sm.sm + 1,
                   fmt::format("SM {}{}", sm.sm,
                               sm.complete ? "" : fmt::format(" (recorded until cycle {})", sm.until)),
                   sm.sm + 1);
    counters();
    prepare_instructions();
    for_each_recorded(
        timeline_, [&](const RecordedWarp& w) { warp(w); },
        [&](const RecordedWarp& w, const Segment& s) { segment(w, s); });
    out_.write("\n]}\n");
    out_.finish();
  }

 private:
  void event(const std::string& body) {
    out_.write(first_ ? "\n{" : ",\n{");
    out_.write(body);
    out_.write("}");
    first_ = false;
  }

  void name_process(uint32_t process, const std::string& name, uint32_t order) {
    event(fmt::format("\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":{}}}", process,
                      quoted(name)));
    event(
        fmt::format("\"ph\":\"M\",\"pid\":{},\"name\":\"process_sort_index\",\"args\":{{\"sort_index\":{}}}",
                    process, order));
  }

  void counter(uint32_t process, const char* name, Cycle start, double value) {
    event(fmt::format("\"ph\":\"C\",\"pid\":{},\"ts\":{},\"name\":\"{}\",\"args\":{{\"value\":{:.6g}}}",
                      process, time(start), name, value));
  }

  void counters() {
    const auto width = static_cast<double>(timeline_.bucket_cycles);
    std::vector<uint64_t> issued;
    for (const std::vector<Activity>& sm : timeline_.activity) {
      issued.resize(std::max(issued.size(), sm.size()));
      for (size_t b = 0; b < sm.size(); ++b) issued[b] += sm[b].stalls[static_cast<size_t>(Stall::Selected)];
    }
    for (size_t b = 0; b < issued.size(); ++b)
      counter(kChip, "instructions issued a cycle", at(b), static_cast<double>(issued[b]) / width);
    for (size_t b = 0; b < timeline_.memory.size(); ++b) {
      const MemoryActivity& m = timeline_.memory[b];
      counter(kChip, "HBM read, bytes a cycle", at(b), static_cast<double>(m.dram_read_bytes) / width);
      counter(kChip, "HBM written, bytes a cycle", at(b), static_cast<double>(m.dram_write_bytes) / width);
      counter(kChip, "L2 sectors a cycle", at(b), static_cast<double>(m.l2_sectors) / width);
    }
    for (const RecordedSm& sm : timeline_.recorded) {
      if (sm.sm >= timeline_.activity.size()) continue;
      const std::vector<Activity>& rows = timeline_.activity[sm.sm];
      for (size_t b = 0; b < rows.size(); ++b)
        counter(sm.sm + 1, "instructions issued a cycle", at(b),
                rows[b].stalls[static_cast<size_t>(Stall::Selected)] / width);
    }
  }

  Cycle at(size_t bucket) const { return static_cast<Cycle>(bucket) * timeline_.bucket_cycles; }

  void prepare_instructions() {
    for (uint32_t i = 0; i < result_.text.size(); ++i)
      instructions_.push_back(fmt::format("\"address\":\"0x{:04x}\",\"sass\":{},\"source\":{}",
                                          i * isa::kInstructionBytes, quoted(result_.text[i]),
                                          quoted(source_place(result_, i))));
  }

  static uint32_t thread_of(const RecordedWarp& w) { return w.sub_core * 1000 + w.slot + 1; }

  void warp(const RecordedWarp& w) {
    if (w.sm != named_sm_ || thread_of(w) != named_thread_) {
      named_sm_ = w.sm, named_thread_ = thread_of(w);
      event(
          fmt::format("\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":\"sub-"
                      "core {} slot {:02}\"}}",
                      w.sm + 1, thread_of(w), w.sub_core, w.slot));
      event(fmt::format(
          "\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"thread_sort_index\",\"args\":{{\"sort_index\":{}}}",
          w.sm + 1, thread_of(w), thread_of(w)));
    }
    event(
        fmt::format("\"ph\":\"X\",\"cat\":\"warp\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{},\"name\":"
                    "\"block {} warp {}\"",
                    w.sm + 1, thread_of(w), time(w.start), time(w.end - w.start), w.block, w.warp));
  }

  void segment(const RecordedWarp& w, const Segment& s) {
    const auto stall = static_cast<size_t>(s.stall);
    std::string arguments = s.instruction < instructions_.size() ? instructions_[s.instruction] : "";
    if (s.producer != kNoProducer)
      arguments += fmt::format("{}\"producer\":\"0x{:04x}\"", arguments.empty() ? "" : ",",
                               uint64_t{s.producer} * isa::kInstructionBytes);
    event(
        fmt::format("\"ph\":\"X\",\"cat\":\"stall\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{},\"name\":\"{}"
                    "\",\"cname\":\"{}\",\"args\":{{{}}}",
                    w.sm + 1, thread_of(w), time(s.start), time(s.cycles), kStallNames[stall],
                    kColours[stall], arguments));
  }

  const RunResult& result_;
  const Timeline& timeline_;
  OutputFile out_;
  bool first_ = true;
  std::vector<std::string> instructions_;
  uint32_t named_sm_ = ~0u, named_thread_ = 0;
};

}  // namespace

void write_perfetto(const RunResult& result, const std::filesystem::path& path) {
  if (result.timeline == nullptr || result.timeline->recorded.empty())
    throw bad_input(
        "{}: no warp was recorded over time: make the run with `warpglass run -o` without --sample and "
        "--detail none",
        result.source);
  Writer(result, path).write();
}

}  // namespace warpglass::sim
