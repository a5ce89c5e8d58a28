#include "models/calibration/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/error.h"

namespace warpglass {
namespace {

using Conditions = std::vector<ProbeCondition>;

/// What a rule gives: the value before rounding and its interval.
struct Derived {
  Measured value;
  std::string probe;
  std::string how;
};

struct Rule {
  std::string_view key;
  int digits;  ///< significant digits of a real value
  std::function<Derived(const ProbeResults&, const Model&)> derive;
};

// Interval arithmetic, as far as it is needed.
Measured minus(const Measured& m, double cycles) {
  return {m.median - cycles, m.least - cycles, m.most - cycles};
}
Measured minus(const Measured& a, const Measured& b) {
  return {a.median - b.median, a.least - b.most, a.most - b.least};
}
Measured times(const Measured& m, double factor) {
  return {m.median * factor, m.least * factor, m.most * factor};
}
Measured inverse(const Measured& m, double numerator) {
  return {numerator / m.median, numerator / m.most, numerator / m.least};
}
Measured around(const std::vector<Measured>& all) {
  Measured result{0, all.front().least, all.front().most};
  for (const Measured& m : all) {
    result.median += m.median / static_cast<double>(all.size());
    result.least = std::min(result.least, m.least);
    result.most = std::max(result.most, m.most);
  }
  return result;
}

double number(const ProbeParameter& parameter) {
  const auto* value = std::get_if<double>(&parameter);
  return value == nullptr ? 0 : *value;
}

/// One result of a probe, less the cycles that other parameters stand for.
Rule direct(std::string_view key, std::string probe, Conditions conditions, double less, std::string how) {
  return {key, 3, [=](const ProbeResults& results, const Model&) {
            return Derived{minus(results.table(probe).one(conditions), less), probe, how};
          }};
}

Rule op_interval(std::string_view key, const std::string& op) {
  return direct(key, "op_interval", {{"op", op}, {"warps", 32.0}}, 0, op + " of 32 warps, each sub-core");
}

/// The last size before a cost a unit grows beyond `factor` times that of size `base`.
Rule capacity(std::string_view key, double base, double factor) {
  return {
      key, 3, [=](const ProbeResults& results, const Model&) {
        const ProbeTable& table = results.table("code_loop");
        const size_t size = table.column("chunks");
        const double usual = table.one({{"chunks", base}, {"warps", 1.0}}).median / base;
        double fits = base, next = 0;
        for (const ProbeTable::Row* row : table.find({{"warps", 1.0}})) {  // in order of their size
          const double chunks = number(row->parameters[size]);
          if (chunks <= base) continue;
          next = chunks;
          if (row->measured.median / chunks >= factor * usual) break;
          fits = chunks;
        }
        return Derived{
            {1024 * fits, 1024 * fits, 1024 * next},
            "code_loop",
            fmt::format(
                "a loop of {} KB takes less than {} times as long a KB as one of {} KB, one of {} KB more",
                fits, factor, base, next)};
      }};
}

/// How many instructions one warp issues before the next takes 20 cycles more.
Rule queue(std::string_view key, const std::string& op) {
  return {
      key, 3, [=](const ProbeResults& results, const Model&) {
        const ProbeTable& table = results.table("queue_depth");
        const size_t count = table.column("count");
        double depth = 0, before = 0, cycles = 0;
        for (const ProbeTable::Row* row : table.find({{"op", op}, {"lane_stride", 128.0}, {"warps", 1.0}})) {
          const double n = number(row->parameters[count]);
          if (n > 1 && row->measured.median - cycles > 20 * (n - before)) break;
          depth = before = n;
          cycles = row->measured.median;
        }
        return Derived{{depth, depth, depth + 1}, "queue_depth", op + " with 32-way conflicts, one warp"};
      }};
}

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

Measured metric(const ProbeTable& table, Conditions conditions, const std::string& name) {
  conditions.emplace_back("metric", name);
  return table.one(conditions);
}

bool has_parameter(std::string_view key) {
  const auto all = parameters();
  return std::any_of(all.begin(), all.end(), [&](const ParameterInfo& p) { return p.key == key; });
}

/// Between two blocks that end, of the whole chip.
Measured retire_interval(const ProbeResults& results) {
  const auto elapsed = [&](double grid) {
    return metric(results.table("launch_empty"), {{"grid", grid}, {"block", 32.0}}, "elapsed");
  };
  return times(minus(elapsed(65536), elapsed(16896)), 1.0 / (65536 - 16896));
}

/// Cold loads one after the other, of 128 MiB.
Measured cold_loads(const ProbeResults& results, const char* part) {
  return results.table("load_latency_each").one({{"bytes", 134217728.0}, {"cold", 1.0}, {"part", std::string(part)}});
}

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all{
      {"issue.branch_latency", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{minus(r.table("loop").one({{"ffma", 16.0}, {"warps", 1.0}}), 61), "loop",
                        "a loop of 16 dependent FFMA, less 15 of them and the branch"};
       }},
      direct("issue.membar_latency", "control", {{"op", "MEMBAR.GPU"}, {"warps", 1.0}}, 1,
             "MEMBAR.GPU without stores, one warp"),
      {"issue.barrier_interval", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("control");
         return Derived{times(minus(t.one({{"op", "BAR.SYNC"}, {"warps", 32.0}}),
                                    t.one({{"op", "BAR.SYNC"}, {"warps", 1.0}})),
                              1 / 31.0),
                        "control", "BAR.SYNC of 32 warps less that of 1"};
       }},
      {"issue.barrier_latency", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{minus(r.table("control").one({{"op", "BAR.SYNC"}, {"warps", 1.0}}), 2), "control",
                        "BAR.SYNC of one warp, less the barrier unit's 2 cycles"};
       }},
      capacity("fetch.l0_bytes", 16, 1.3),
      capacity("fetch.l1_bytes", 96, 1.3),
      op_interval("interval.alu", "LOP3"),
      op_interval("interval.fma", "FFMA"),
      op_interval("interval.imad", "IMAD"),
      op_interval("interval.half", "HFMA2"),
      op_interval("interval.fp64", "DFMA"),
      op_interval("interval.xu", "MUFU_EX2"),
      direct("latency.alu", "op_latency", {{"op", "LOP3"}}, 0, "dependent LOP3"),
      direct("latency.fp64", "op_latency", {{"op", "DFMA"}}, 0, "dependent DFMA"),
      direct("latency.xu", "op_latency", {{"op", "MUFU_EX2"}}, 1,
             "dependent MUFU.EX2, less the scoreboard's cycle"),
      direct("latency.shared", "shared_latency", {{"what", "load"}, {"bytes", 4.0}, {"pattern", "unit"}}, 2,
             "dependent LDS, less a cycle to the queue and the scoreboard's"),
      direct("latency.shuffle", "op_latency", {{"op", "SHFL_BFLY"}}, 2,
             "dependent SHFL, less a cycle to the queue and the scoreboard's"),
      direct("latency.constant", "constant_latency", {}, 2,
             "dependent LDC, less a cycle to the queue and the scoreboard's"),
      {"latency.constant_word", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("constant_lanes");
         const auto at = [&](double words) { return t.one({{"words", words}, {"stride", 1.0}, {"warps", 1.0}, {"what", std::string("dependent")}}); };
         return Derived{times(minus(at(32), at(2).median), 1.0 / 30), "constant_lanes", "dependent LDC of 32 words less one of 2"};
       }},
      {"interval.constant_word", 3,
       [](const ProbeResults& r, const Model&) {
         const Measured many = r.table("constant_lanes").one({{"words", 32.0}, {"stride", 1.0}, {"warps", 16.0}, {"what", std::string("dependent")}});
         return Derived{times(many, 1.0 / (32 * 16)), "constant_lanes", "LDC of 32 words by 16 warps of an SM"};
       }},
      {"l2.atomic_interval", 3,
       [](const ProbeResults& r, const Model&) {
         const auto at = [&](const char* pattern, double passes) {
           const Measured& m = r.table("atomic_rate").one({{"pattern", std::string(pattern)}, {"warps", 1.0}});
           return times(m, 1 / (132 * 64 * passes));
         };
         const Measured line = at("one line", 4), sector = at("8 words of one sector", 4), word = at("32 lanes, one word", 32);
         return Derived{{line.median, std::min(line.least, sector.least), std::max(line.most, word.most)}, "atomic_rate",
                        "RED of all SMs to one line, a quarter; least: 8 words of a sector, most: 32 lanes on one word"};
       }},
      {"fetch.prefetch_lines", 3,
       [](const ProbeResults& r, const Model& m) {
         const Measured& gap = r.table("code_cold_arrival").one({{"lines", 32.0}, {"blocks", 132.0}, {"threads", 32.0}, {"what", std::string("mean_gap")}});
         return Derived{inverse(gap, static_cast<double>(m.fetch_l2_latency)), "code_cold_arrival",
                        "lines of cold code that are on their way so that they arrive as often as measured: fetch.l2_latency by the gap"};
       }},
      {"latency.constant_load_fill", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("constant_first");
         std::vector<Measured> lines;
         for (const double step : {3.0, 5.0, 7.0}) lines.push_back(t.one({{"how", "LDC"}, {"blocks", 132.0}, {"step", step}}));
         const Measured again = t.one({{"how", "LDC"}, {"blocks", 132.0}, {"step", 1.0}});
         return Derived{minus(around(lines), again.median), "constant_first", "first LDC of a line of bank 0 less a second one"};
       }},
      {"latency.constant_operand_fill", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("constant_first");
         std::vector<Measured> lines;
         for (const double step : {1.0, 2.0}) lines.push_back(t.one({{"how", "operand"}, {"blocks", 132.0}, {"step", step}}));
         const Measured again = t.one({{"how", "operand"}, {"blocks", 132.0}, {"step", 3.0}});
         return Derived{minus(around(lines), again.median), "constant_first", "first ULDC of a line of bank 0 less a second one"};
       }},
      {"latency.constant_miss", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("constant_walk");
         const auto at = [&](double step) -> const Measured& {
           return t.one({{"flushed", 0.0}, {"step_bytes", step}, {"pass", 0.0}, {"place", 0.0}});
         };
         return Derived{minus(at(256), at(64).median), "constant_walk", "LDC of a block that is in L2 alone less one in L1.5"};
       }},
      {"latency.constant_cold", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("constant_cold_walk");
         const auto at = [&](double step) -> const Measured& {
           return t.one({{"step_bytes", step}, {"pass", 0.0}, {"place", 0.0}});
         };
         return Derived{minus(at(256), at(64).median), "constant_cold_walk", "LDC of a block that is in HBM alone less one in L1.5"};
       }},
      {"mio.load_queue", 2,
       [](const ProbeResults& r, const Model&) {
         // Eight warps issue LDS with 32-way conflicts: the last count before issue has to wait for earlier ones.
         const ProbeTable& t = r.table("queue_depth");
         const auto at = [&](double count) { return t.one({{"op", std::string("LDS")}, {"lane_stride", 128.0}, {"warps", 8.0}, {"count", count}}).median; };
         double count = 1;
         while (count < 14 && at(count + 1) < 200) ++count;
         return Derived{{8 * count, 8 * count, 8 * (count + 1)}, "queue_depth", "LDS with 32-way conflicts that 8 warps issue before they wait for earlier ones"};
       }},
      queue("mio.queue", "STS"),
      queue("mio.lg_queue", "STG"),
      direct("mio.interval", "shared_interval",
             {{"what", "load"}, {"bytes", 4.0}, {"pattern", "unit"}, {"warps", 8.0}, {"sub_cores", 1.0}}, 0,
             "LDS of 8 warps of one sub-core; one warp alone needs 4 or more"),
      direct("mio.sm_interval", "shared_interval",
             {{"what", "load"}, {"bytes", 4.0}, {"pattern", "unit"}, {"warps", 32.0}}, 0, "LDS of 32 warps"),
      {"shared.wavefront_latency", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("shared_latency");
         const auto at = [&](const char* pattern) -> const Measured& {
           return t.one({{"what", "load"}, {"bytes", 4.0}, {"pattern", pattern}});
         };
         return Derived{times(minus(at("stride32"), at("unit")), 1 / 31.0), "shared_latency",
                        "LDS with a 32-way conflict less one without"};
       }},
      direct("shared.atomic_latency", "shared_latency",
             {{"what", "atomic"}, {"bytes", 4.0}, {"pattern", "unit"}}, 2,
             "dependent ATOMS on 32 words, less a cycle to the queue and the scoreboard's"),
      direct("l1.hit_latency", "load_latency", {{"bytes", 16384.0}, {"cache", "ca"}, {"cold", 0.0}}, 2,
             "dependent load of 8 bytes, less a cycle to the queue and the scoreboard's"),
      {"l1.fill_latency", 3,
       [](const ProbeResults& r, const Model& m) {
         const double rest =
             static_cast<double>(m.noc_request_latency + m.l2_latency + m.noc_response_latency) +
             static_cast<double>(m.noc_far_latency) / 2 + 2;
         return Derived{
             minus(r.table("load_latency")
                       .one({{"bytes", 1048576.0}, {"cache", "cg"}, {"cold", 0.0}, {"stride", 128.0}}),
                   rest),
             "load_latency",
             "an L2 hit, mean of near and far, less request, look-up, response, queue and scoreboard"};
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
      {"hbm.latency", 3,
       [](const ProbeResults& r, const Model& m) {
         // Half of the lines have their home near the SM: the faster half of the loads.
         const double hit = r.table("load_latency").one({{"bytes", 1048576.0}, {"cache", "cg"}, {"cold", 0.0}, {"stride", 128.0}}).median -
                            static_cast<double>(m.noc_far_latency) / 2;
         const double transfer = static_cast<double>(m.hbm_access_bytes) / (m.hbm_channel_bytes * m.hbm_clock / m.device_sm_clock);
         return Derived{minus(cold_loads(r, "lower_half"), hit + static_cast<double>(m.hbm_row_miss) + transfer), "load_latency",
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
      {"launch.overhead", 2,
       [](const ProbeResults& r, const Model& m) {
         std::vector<Measured> shapes;
         for (const double block : {32.0, 64.0, 128.0, 256.0, 512.0, 1024.0})
           shapes.push_back(
               metric(r.table("launch_empty"), {{"grid", 132.0}, {"block", block}}, "elapsed_less_active"));
         // Retirement of 132 blocks is a mechanism of its own where the model has it.
         const double retired = has_parameter("launch.retire_interval") ? 132 * retire_interval(r).median : 0;
         return Derived{minus(around(shapes), static_cast<double>(m.launch_drain) + retired), "launch_empty",
                        fmt::format("gpc__cycles_elapsed.max less sm__cycles_active.max, 132 blocks, less "
                                    "the {} of launch.drain",
                                    m.launch_drain)};
       }},
      {"launch.memory_drain", 2,
       [](const ProbeResults& r, const Model&) {
         // Reads, whose warps wait for their data: what the end of the kernel takes beyond that of an empty one.
         std::vector<Measured> patterns;
         for (const auto& [stride, group] : {std::pair{32.0, 8.0}, {64.0, 8.0}, {128.0, 8.0}, {256.0, 8.0}, {512.0, 8.0}, {128.0, 16.0}, {32.0, 2.0}, {32.0, 4.0}})
           patterns.push_back(metric(r.table("traffic"), {{"kernel", "read"}, {"stride", stride}, {"group", group}, {"region", 16777216.0}}, "elapsed_less_active"));
         const Measured empty = metric(r.table("launch_empty"), {{"grid", 132.0}, {"block", 256.0}}, "elapsed_less_active");
         return Derived{minus(around(patterns), empty.median), "traffic",
                        "gpc__cycles_elapsed.max less sm__cycles_active.max of kernels that read 16 MB, less that of an empty one"};
       }},
      {"launch.retire_interval", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{retire_interval(r), "launch_empty", "65,536 empty blocks less 16,896"};
       }},
      {"launch.block_interval", 2,
       [](const ProbeResults& r, const Model&) {
         return Derived{
             times(
                 r.table("launch_place")
                     .one({{"grid", 4224.0}, {"block", 32.0}, {"cycles", 20000.0}, {"what", "sm_interval"}}),
                 1 / 16.0),
             "launch_place", "between blocks of one SM, of 16 in a GPC"};
       }},
      {"launch.sm_interval", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{
             r.table("launch_place")
                 .one({{"grid", 4224.0}, {"block", 32.0}, {"cycles", 20000.0}, {"what", "sm_interval"}}),
             "launch_place", "between blocks of one warp of an SM"};
       }},
      {"launch.block_latency", 2,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("launch_shared");
         const auto grown = [&](const char* name) {
           return minus(metric(t, {{"bytes", 204800.0}, {"grid", 660.0}}, name),
                        metric(t, {{"bytes", 204800.0}, {"grid", 132.0}}, name))
                      .median /
                  4;
         };
         const double idle = grown("elapsed") - grown("active_mean");
         return Derived{{idle, idle, idle},
                        "launch_shared",
                        "blocks that fill an SM: elapsed less active cycles of each further one"};
       }},
      {"launch.warp_interval", 3,
       [](const ProbeResults& r, const Model&) {
         const Measured warps =
             r.table("launch_place").one({{"grid", 264.0}, {"block", 128.0}, {"what", "warp_interval"}});
         return Derived{warps, "launch_place", "between first instructions of a block's warps"};
       }},
  };
  return all;
}

double rounded(double value, bool integer, int digits) {
  if (integer) return std::round(value);
  if (value == 0) return 0;
  const double scale = std::pow(10.0, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
  return std::round(value * scale) / scale;
}

std::string short_number(double value) {
  return fmt::format("{:.4g}", value);
}

}  // namespace

namespace {

std::vector<CalibratedValue> derive_all(const ProbeResults& results, const Model& model) {
  std::vector<CalibratedValue> values;
  for (const ParameterInfo& parameter : parameters()) {
    const auto rule =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& r) { return r.key == parameter.key; });
    if (rule == rules().end()) continue;
    const Derived derived = rule->derive(results, model);
    const ProbeTable& table = results.table(derived.probe);
    const double value = std::clamp(rounded(derived.value.median, parameter.integer, rule->digits),
                                    parameter.least, parameter.most);
    values.push_back({std::string(parameter.key), value, std::min(derived.value.least, derived.value.median),
                      std::max(derived.value.most, derived.value.median), table.source, table.date,
                      derived.how});
  }
  return values;
}

}  // namespace

std::vector<CalibratedValue> calibrate(const ProbeResults& results, const Model& model) {
  Model effective = model;
  std::vector<CalibratedValue> values = derive_all(results, effective);
  // Some rules subtract what others derive: with those values in force they settle.
  for (const CalibratedValue& value : values) set_parameter(effective, value.key + '=' + value_text(value));
  return derive_all(results, effective);
}

std::string value_text(const CalibratedValue& value) {
  const auto all = parameters();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ParameterInfo& p) { return p.key == value.key; });
  if (found != all.end() && found->integer) return fmt::format("{:.0f}", value.value);
  const std::string text = fmt::format("{:.6g}", value.value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string with_values(std::string_view model_text, std::span<const CalibratedValue> values) {
  std::string result, group;
  std::vector<bool> written(values.size());
  while (!model_text.empty()) {
    const size_t end = std::min(model_text.find('\n'), model_text.size());
    std::string line(model_text.substr(0, end));
    model_text.remove_prefix(std::min(end + 1, model_text.size()));
    if (line.starts_with('[') && line.ends_with(']')) group = line.substr(1, line.size() - 2);
    const std::string key = group + '.' + line.substr(0, line.find(' '));
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const CalibratedValue& v) { return v.key == key; });
    if (found != values.end() && line.find('=') != std::string::npos) {
      line = fmt::format(
          "{} = {{value = {}, source = \"measured\", note = \"{}: {}\", spread = \"{} to {}\", date = "
          "\"{}\"}}",
          line.substr(0, line.find(' ')), value_text(*found), found->source, found->how,
          short_number(found->least), short_number(found->most), found->date);
      written[static_cast<size_t>(found - values.begin())] = true;
    }
    result += line + '\n';
  }
  for (size_t i = 0; i < values.size(); ++i)
    if (!written[i]) throw bad_input("the model file has no line for '{}'", values[i].key);
  return result;
}

}  // namespace warpglass
