#include "models/calibration/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace warpglass::calibration {
namespace {

/// Bytes a cycle of each of the group's SMs: what 128 KB more take, so that the start cancels.
Measured steady_rate(const ProbeTable& table, const std::string& group, double sms) {
  const auto rate = [&](double kilobytes) -> const Measured& {
    return table.one({{"group", group}, {"sms", sms}, {"same_data", 0.0}, {"kilobytes", kilobytes}});
  };
  const double half = 128 * 1024, whole = 2 * half;
  const auto steady = [&](double slow, double fast) { return half / (whole / fast - half / slow); };
  const Measured &a = rate(128), &b = rate(256);
  const double x = steady(a.least, b.least), y = steady(a.most, b.most);
  return {steady(a.median, b.median), std::min(x, y), std::max(x, y)};
}

/// Cycles a sector of REDs to whole lines.
Measured atomics(const ProbeResults& results, double warps, double stride, double lines) {
  return times(results.table("atomic_lines").one({{"warps", warps}, {"stride_bytes", stride}, {"lines", lines}}), 1 / (132 * warps * 128 * 4));
}

/// SM cycles that one access of HBM keeps a channel for.
double transfer(const Model& m) { return static_cast<double>(m.hbm_access_bytes) / (m.hbm_channel_bytes * m.hbm_clock / m.device_sm_clock); }

/// Cold loads one after the other, of 128 MiB.
Measured cold_loads(const ProbeResults& results, const char* part) {
  return results.table("load_latency_each").one({{"bytes", 134217728.0}, {"cold", 1.0}, {"part", std::string(part)}});
}

/// What loads, or fences behind stores, take beside SMs that do something with HBM.
Measured loaded(const ProbeResults& results, const char* from, const char* beside, double warps, double pause, double kilobytes, const char* what = "mean") {
  return results.table("loaded_latency").one({{"from", std::string(from)}, {"beside", std::string(beside)}, {"in", std::string("HBM")}, {"warps", warps}, {"pause", pause},
                                              {"shared_kilobytes", kilobytes}, {"what", std::string(what)}});
}
Measured unloaded(const ProbeResults& results, const char* from) { return loaded(results, from, "write", 1, 20000, 200); }

}  // namespace

std::vector<Rule> memory_rules() {
  return {
      {"l2.atomic_interval", 3,
       [](const ProbeResults& r, const Model&) {
         const Measured line = atomics(r, 8, 128, 1), two = atomics(r, 8, 128, 2);
         return Derived{{line.median, two.least, line.most}, "atomic_lines", "RED of 8 warps of all SMs to one line, a quarter; least: to two neighbouring ones"};
       }},
      {"l2.atomic_partial_interval", 3,
       [](const ProbeResults& r, const Model&) {
         const auto at = [&](const char* pattern, double passes) {
           const Measured& m = r.table("atomic_rate").one({{"pattern", std::string(pattern)}, {"warps", 4.0}});
           return times(m, 1 / (132 * 4 * 64 * passes));
         };
         const Measured lane = at("one lane, one word", 1), lanes = at("32 lanes, one word", 32);
         return Derived{{lane.median, std::min(lane.least, lanes.least), lane.most}, "atomic_rate", "RED of one lane of all warps to one word"};
       }},
      {"l2.atomic_slice_interval", 3,
       [](const ProbeResults& r, const Model&) {
         // Of 16 lines two are in one slice, in its two halves.
         const Measured a = times(atomics(r, 8, 4096, 16), 8), b = times(atomics(r, 8, 1024, 16), 8);
         return Derived{around({a, b}), "atomic_lines", "RED of 8 warps of all SMs to 16 lines 4 KB apart, and 1 KB apart, of which two share a slice"};
       }},
      {"noc.atomic_sectors", 3,
       [](const ProbeResults& r, const Model& m) {
         const double lanes = static_cast<double>(m.device_sms) * 8 * 128 * 32;
         return Derived{inverse(r.table("atomic_random").one({{"warps", 8.0}, {"words", 1048576.0}}), lanes), "atomic_random", "RED of 8 warps of all SMs to words at random in 4 MB"};
       }},
      {"noc.merge", 2,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("merge_window");
         const double lines = 8, rounds = 64, sectors = lines * rounds * 4, sms = 16;
         const double rest = metric(t, {{"group", std::string("sm")}, {"lines", lines}}, "sectors").median - sectors;
         std::vector<Measured> all;
         for (const double delay : {0.0, 4.0, 8.0}) {
           const Measured& m = metric(t, {{"group", std::string("all")}, {"sms", sms}, {"lines", lines}, {"delay", delay}}, "sectors");
           all.push_back(inverse(minus(m, rest), sms * sectors));
         }
         return Derived{around(all), "merge_window", "16 SMs of a GPC read the same lines at once, or up to 8 cycles apart: SMs for each time that L2 was asked"};
       }},
      {"device.loose_tpcs", 2,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("topology");
         std::map<double, int> sms;
         for (const ProbeTable::Row& row : t.rows) ++sms[row.measured.median];
         const auto loose = static_cast<double>(std::count_if(sms.begin(), sms.end(), [](const auto& group) { return group.second == 2; }));
         return Derived{{loose, loose, loose}, "topology", "pairs of SMs that join no cluster"};
       }},
      {"noc.far_latency", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("l2_near_far");
         const Measured &a = t.one({{"side", 0.0}}), &b = t.one({{"side", 1.0}});
         const auto [least, most] = std::minmax(a.median, b.median);
         return Derived{{(least + most) / 2, least, most},
                        "l2_near_far",
                        "lines of the other side less those of the SM's own, SMs of two sides"};
       }},
      {"noc.store_line_interval", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{
             times(r.table("store_rate").one({{"pattern", "word_per_line"}, {"group", "sm"}}), 1 / 32.0),
             "store_rate", "one word a line, one SM, 32 lines a store"};
       }},
      {"noc.store_sector_interval", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{
             times(r.table("store_rate").one({{"pattern", "full_line"}, {"group", "sm"}}), 1 / 4.0),
             "store_rate", "full lines, one SM, 4 sectors a store"};
       }},
      {"noc.store_lines", 3,
       [](const ProbeResults& r, const Model& m) {
         return Derived{inverse(r.table("store_rate").one({{"pattern", "word_per_line"}, {"group", "all"}}),
                                32.0 * static_cast<double>(m.device_sms)),
                        "store_rate", "one word a line, all SMs"};
       }},
      {"noc.store_sectors", 3,
       [](const ProbeResults& r, const Model& m) {
         return Derived{inverse(r.table("store_rate").one({{"pattern", "full_line"}, {"group", "all"}}),
                                4.0 * static_cast<double>(m.device_sms)),
                        "store_rate", "full lines, all SMs"};
       }},
      {"noc.response_bytes", 2,
       [](const ProbeResults& r, const Model&) {
         return Derived{steady_rate(r.table("l2_load_rate"), "sm", 1), "l2_load_rate",
                        "L2 hits of one SM, 128 KB more"};
       }},
      {"noc.gpc_bytes", 2,
       [](const ProbeResults& r, const Model& m) {
         const ProbeTable& t = r.table("l2_load_rate");
         const Measured few = times(steady_rate(t, "two_gpcs", 24), 16),
                        chip = times(steady_rate(t, "all", static_cast<double>(m.device_sms)), 18);
         return Derived{{(few.median + chip.median) / 2, std::min(few.median, chip.median),
                         std::max(few.median, chip.median)},
                        "l2_load_rate",
                        "L2 hits of a GPC of 16 SMs alone and of one of 18 among all"};
       }},
      {"hbm.row_interval", 2,
       [](const ProbeResults& r, const Model& m) {
         // Each load opens a row; the channels serve nothing while they refresh.
         const double serving = 1 - m.hbm_refresh_time / m.hbm_refresh_interval;
         const double lines = 132.0 * 32 * 24 * 32;
         return Derived{times(r.table("miss_queue").one({{"from", std::string("HBM")}, {"sms", 132.0}, {"warps", 32.0}, {"lines", 32.0}}),
                              serving * static_cast<double>(m.hbm_channels) / lines),
                        "miss_queue", "3.2 million loads of lines at random from 8 GB by all SMs, less the share of refresh"};
       }},
      {"noc.store_queue", 2,
       [](const ProbeResults& r, const Model& m) {
         const Measured rest = metric(r.table("traffic"), {{"kernel", std::string("write")}, {"stride", 32.0}, {"group", 8.0}, {"region", 16777216.0}}, "elapsed_less_active");
         return Derived{minus(rest, static_cast<double>(m.launch_overhead + m.launch_drain + m.noc_request_latency + m.l2_latency + m.noc_response_latency)), "traffic",
                        "gpc__cycles_elapsed.max less sm__cycles_active.max of a kernel that writes 16 MB, less an empty one's and the way to L2 and back"};
       }},
      {"hbm.refresh_time", 3,
       [](const ProbeResults& r, const Model& m) {
         const ProbeTable& t = r.table("refresh");
         const double usual = t.one({{"lanes", 1.0}, {"part", std::string("0.75")}}).median;  // the far half, no refresh
         return Derived{times(minus(t.one({{"lanes", 32.0}, {"part", std::string("0.99")}}), usual), 1000 / m.device_sm_clock), "refresh",
                        "the slowest hundredth of cold loads of 32 lines less a far one"};
       }},
      {"hbm.refresh_interval", 3,
       [](const ProbeResults& r, const Model& m) {
         const double peak = static_cast<double>(m.hbm_channels) * m.hbm_channel_bytes * m.hbm_clock / 1000;
         const double lost = 1 - r.table("hbm_rate").one({{"what", "read"}}).median / (peak * m.hbm_efficiency);
         const double interval = m.hbm_refresh_time / lost;
         return Derived{{interval, interval, interval}, "hbm_rate",
                        fmt::format("read of 4 GiB takes {:.1f} % longer than {:.0f} GB/s allow: the share of hbm.refresh_time", 100 * lost, peak)};
       }},
      {"hbm.write_interval", 2,
       [](const ProbeResults& r, const Model& m) {
         const ProbeTable& t = r.table("hbm_rate");
         const Measured &read = t.one({{"what", "read"}}), &write = t.one({{"what", "write"}});
         return Derived{times(minus(inverse(write, read.median), 1), transfer(m)), "hbm_rate", "write of 4 GiB, each access, less read"};
       }},
      {"hbm.mixed_interval", 2,
       [](const ProbeResults& r, const Model& m) {
         // Blocks of 256 threads read 4 KB and write as much, which takes two accesses for each 64 bytes.
         const Measured& blocks = r.table("stream_phases").one({{"kernel", std::string("copy of 16 bytes")}, {"what", std::string("blocks of an SM in 1000 cycles")}});
         const double serving = 1 - m.hbm_refresh_time / m.hbm_refresh_interval;
         const double accesses = 4096.0 / static_cast<double>(m.hbm_access_bytes);
         const Measured pair = inverse(blocks, 1000.0 * serving * static_cast<double>(m.hbm_channels) / (static_cast<double>(m.device_sms) * accesses));
         return Derived{minus(pair, 2 * transfer(m) + m.hbm_write_interval), "stream_phases", "a long copy of 16 bytes a thread, each two accesses, less a read and a write"};
       }},
      {"l1.under_way", 2,
       [](const ProbeResults& r, const Model& m) {
         constexpr double kLoaded = 32 * 16 * 32, kCarveOut = 228 * 1024;
         const double places = (static_cast<double>(m.l1_bytes) - kCarveOut) / static_cast<double>(m.l1_line_bytes);
         std::vector<Measured> shares;
         for (const char* from : {"L2", "HBM"}) {
           const Measured& took = r.table("miss_capacity").one({{"from", std::string(from)}, {"lanes_a_line", 1.0}, {"warps", 32.0}, {"shared_kilobytes", 200.0}, {"order", std::string("in turn")}});
           const double way = unloaded(r, from).median - static_cast<double>(m.l1_fill_latency);
           shares.push_back(inverse(took, way * kLoaded / places));
         }
         return Derived{around(shares), "miss_capacity", "16,384 lines in turn beside 200 KB of shared memory, from L2 and from HBM: lines in the time that one takes, of 224"};
       }},
      {"hbm.write_wait", 2,
       [](const ProbeResults& r, const Model& m) {
         std::vector<Measured> waits;
         for (const double warps : {1.0, 2.0, 3.0, 4.0}) {
           // As much is written as is read, and reading takes the smaller share of a channel's time.
           const double rate = loaded(r, "HBM", "copy", warps, 0, 200, "bytes moved a cycle").median;
           const double reading = rate / static_cast<double>(m.hbm_access_bytes * m.hbm_channels) * transfer(m);
           waits.push_back(times(minus(loaded(r, "HBM", "copy", warps, 0, 200), unloaded(r, "HBM").median), 2 / reading));
         }
         return Derived{around(waits), "loaded_latency", "cold loads beside SMs that copy with one to four warps, less cold loads alone, twice, by the share of time in which a channel reads"};
       }},
      {"hbm.write_backlog", 2,
       [](const ProbeResults& r, const Model&) {
         return Derived{minus(loaded(r, "HBM", "write", 4, 0, 200), unloaded(r, "HBM").median), "loaded_latency", "cold loads beside SMs that write as fast as they can, less cold loads alone"};
       }},
      {"l2.miss_queue", 2,  // where a sector of each line is read, hits wait as long as misses: what is full then is not known
       [](const ProbeResults& r, const Model& m) {
         const double before = loaded(r, "L2", "read", 32, 0, 0).median - unloaded(r, "L2").median;
         const double lines = loaded(r, "HBM", "read", 32, 0, 0, "bytes moved a cycle").median / static_cast<double>(m.l1_line_bytes * m.l2_slices);
         return Derived{times(minus(loaded(r, "HBM", "read", 32, 0, 0), before + unloaded(r, "HBM").median), lines), "loaded_latency",
                        "beside SMs that read whole lines as fast as they can: what a cold load takes longer, less what an L2 hit takes longer, by the lines that a slice gets in that time"};
       }},
      {"hbm.write_queue", 2,
       [](const ProbeResults& r, const Model& m) {
         const auto bytes = [&](const char* metric) { return r.table("partial_writes").one({{"sectors", 1.0}, {"kilolines", 1024.0}, {"metric", std::string(metric)}}); };
         return Derived{times(minus(bytes("hbm_read"), bytes("hbm_written").median), 1.0 / (32 * static_cast<double>(m.hbm_channels))), "partial_writes",
                        "words of a million lines: sectors of a channel that have been read to be written back and are not written at the end"};
       }},
      {"l2.partial_lines", 3,
       [](const ProbeResults& r, const Model&) {
         std::vector<Measured> kept;
         for (const double sectors : {1.0, 2.0, 4.0}) {
           const Measured read = r.table("partial_writes").one({{"sectors", sectors}, {"kilolines", 1024.0}, {"metric", std::string("hbm_read")}});
           const double lines = 1024 * 1024 - read.median / (32 * sectors);
           kept.push_back({lines, lines, lines});
         }
         return Derived{around(kept), "partial_writes", "words of a million lines, of 1, 2 and 4 sectors each: lines that have not been read"};
       }},
      {"hbm.latency", 3,
       [](const ProbeResults& r, const Model& m) {
         // Half of the lines have their home near the SM: the faster half of the loads.
         const double hit = r.table("load_latency").one({{"bytes", 1048576.0}, {"cache", "cg"}, {"cold", 0.0}, {"stride", 128.0}}).median -
                            static_cast<double>(m.noc_far_latency) / 2;
         return Derived{minus(cold_loads(r, "lower_half"), hit + static_cast<double>(m.hbm_row_miss) + transfer(m)), "load_latency",
                        "the faster half of cold loads less a near L2 hit, hbm.row_miss and the transfer"};
       }},
      {"noc.fabric_latency", 3,
       [](const ProbeResults& r, const Model& m) {
         return Derived{minus(minus(cold_loads(r, "upper_half"), cold_loads(r, "lower_half").median), static_cast<double>(m.noc_far_latency)), "load_latency",
                        "the slower half of cold loads less the faster one and noc.far_latency"};
       }},
      {"hbm.access_bytes", 2,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("traffic");
         const Conditions where{
             {"kernel", "read"}, {"stride", 128.0}, {"group", 8.0}, {"region", 134217728.0}};
         const double sectors = metric(t, where, "sectors").median;
         return Derived{times(metric(t, where, "hbm_read"), 1 / sectors), "traffic",
                        "bytes from HBM for one sector of each line"};
       }},
  };
}

}  // namespace warpglass::calibration
