#include "models/calibration/rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpglass::calibration {
namespace {

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

// What a burst of four instructions waits for after the last of them has been issued, beside what it takes alone; four warps on each
// sub-core issue `others` without end.
Measured waits_behind(const ProbeResults& results, const char* burst, const char* others) {
  const ProbeTable& table = results.table("data_path_burst");
  const auto at = [&](const char* beside, double warps, const char* until) -> const Measured& {
    return table.one({{"burst", std::string(burst)}, {"others", std::string(beside)}, {"warps_a_sub_core", warps}, {"until", std::string(until)}});
  };
  const double alone = at("none", 1, "answered").median - at("none", 1, "issued").median;
  return minus(at(others, 4, "answered"), at(others, 4, "issued").median + alone);
}

constexpr const char* kManyWavefronts = "LDS of 32 wavefronts";
constexpr const char* kManyLines = "STG of 32 lines";

// Cycles that an SM's store of 32 lines keeps the way to L2 for.
double store_of_32_lines(const ProbeResults& results) {
  return 1000 / results.table("data_path").one({{"one", std::string(kManyLines)}, {"other", std::string("none")}, {"warps_a_sub_core", 1.0}}).median;
}

/// Latency of an instruction that issue_rate.cu measured with an FFMA that waits for it.
Rule begins_kernel(std::string_view key, const char* instruction) {
  return {key, 3, [instruction = std::string(instruction)](const ProbeResults& r, const Model& m) {
            const Measured& pair = r.table("issue_rate").one({{"instruction", instruction}, {"warps", 1.0}, {"what", std::string("and an FFMA that waits for it")}});
            return Derived{minus(pair, 2 + static_cast<double>(m.issue_scoreboard_latency)), "issue_rate",
                           "with an FFMA that waits for it, less the FFMA's cycle, one to the queue and the scoreboard's"};
          }};
}

}  // namespace

std::vector<Rule> sm_rules() {
  return {
      {"issue.branch_latency", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{minus(r.table("loop").one({{"ffma", 16.0}, {"warps", 1.0}}), 61), "loop",
                        "a loop of 16 dependent FFMA, less 15 of them and the branch"};
       }},
      {"issue.membar_latency", 3,
       [](const ProbeResults& r, const Model& m) {
         const double rest = static_cast<double>(m.noc_request_latency + m.l2_latency + m.noc_response_latency) + 9;
         return Derived{minus(r.table("control").one({{"op", "MEMBAR.GPU"}, {"warps", 1.0}}), rest), "control",
                        "MEMBAR.GPU without stores, one warp, less the way to L2 and back and the 9 cycles of what fences with it"};
       }},
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
      op_interval("interval.imad_wide", "IMAD_HI"),
      {"interval.adu", 3,
       [](const ProbeResults& r, const Model&) {
         return Derived{times(r.table("op_interval").one({{"op", std::string("S2R_SM")}, {"warps", 32.0}}), 0.25), "op_interval", "S2R of 32 warps on all four sub-cores"};
       }},
      op_interval("interval.half", "HFMA2"),
      op_interval("interval.fp64", "DFMA"),
      op_interval("interval.xu", "MUFU_EX2"),
      direct("latency.alu", "op_latency", {{"op", "LOP3"}}, 0, "dependent LOP3"),
      direct("latency.fp64", "op_latency", {{"op", "DFMA"}}, 0, "dependent DFMA"),
      direct("latency.xu", "op_latency", {{"op", "MUFU_EX2"}}, 1,
             "dependent MUFU.EX2, less the scoreboard's cycle"),
      direct("latency.shared", "shared_latency", {{"what", "load"}, {"bytes", 4.0}, {"pattern", "unit"}}, 8,
             "dependent LDS and IADD3, less the addition's 6 cycles, one to the queue and the scoreboard's"),
      direct("latency.imad_wide", "op_latency", {{"op", "IMAD_HI"}}, 2, "dependent IMAD.HI, less the scoreboard's cycle and one to issue"),
      direct("latency.redux", "op_latency", {{"op", "REDUX"}}, 8, "dependent REDUX and copy, less the copy's 6 cycles, one to the queue and the scoreboard's"),
      {"latency.match", 3,
       [](const ProbeResults& r, const Model& m) {
         return Derived{minus(r.table("op_latency").one({{"op", std::string("MATCH")}}), 2 + 31 * static_cast<double>(m.latency_constant_word)), "op_latency",
                        "dependent MATCH of 32 values, less latency.constant_word for 31 of them, one to the queue and the scoreboard's"};
       }},
      direct("latency.shuffle", "op_latency", {{"op", "SHFL_BFLY"}}, 2,
             "dependent SHFL, less a cycle to the queue and the scoreboard's"),
      direct("latency.constant", "constant_latency", {}, 2,
             "dependent LDC, less a cycle to the queue and the scoreboard's"),
      begins_kernel("latency.constant_fixed", "LDC"),
      begins_kernel("latency.special_register", "S2R SR_CTAID.X"),
      begins_kernel("latency.thread_register", "S2R SR_TID.X"),
      begins_kernel("latency.uniform_special_register", "S2UR SR_CTAID.X"),
      {"fetch.l2_latency", 3,
       [](const ProbeResults& r, const Model& m) {
         const auto at = [&](const char* what) {
           return r.table("loaded_fetch").one({{"wanted", std::string("code")}, {"from", std::string("L2")}, {"beside", std::string("read")}, {"others", 0.0}, {"own", 0.0}, {"what", std::string(what)}});
         };
         return Derived{minus(at("slowest tenth"), at("median").median - static_cast<double>(m.fetch_l1_latency)), "loaded_fetch",
                        "lines of code that are wanted 4 KB apart: the slowest tenth, from L2, less the median, which has come to L1.5 meanwhile, plus fetch.l1_latency"};
       }},
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
      {"fetch.line_interval", 3,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("code_loop");
         const auto at = [&](double chunks) -> const Measured& { return t.one({{"chunks", chunks}, {"warps", 1.0}}); };
         return Derived{times(minus(at(96), at(48).median), 1 / (48 * 8.0)), "code_loop", "a loop of 96 KB less one of 48 KB, each line"};
       }},
      {"fetch.l2_interval", 3,
       [](const ProbeResults& r, const Model& m) {
         const Measured& pass = r.table("code_branches").one({{"between", 0.0}, {"kilobytes", 192.0}, {"warps", 1.0}, {"pass", std::string("last")}});
         return Derived{times(pass, static_cast<double>(m.fetch_line_bytes) / (192 * 1024)), "code_branches", "a loop of 192 KB, each line"};
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
      // An instruction of another kind waits for the queue of its sub-core alone, one of the same kind for the SM's behind it, too.
      {"mio.queue", 3,
       [](const ProbeResults& r, const Model& m) {
         const double slot = 32 * static_cast<double>(m.sm_sub_cores);
         return Derived{minus(times(waits_behind(r, "LDG that hits", kManyWavefronts), 1 / slot), -1), "data_path_burst", "LDG behind LDS of 32 wavefronts: what is ahead of it, and itself"};
       }},
      {"mio.lg_queue", 3,
       [](const ProbeResults& r, const Model& m) {
         const double slot = store_of_32_lines(r) * static_cast<double>(m.sm_sub_cores);
         return Derived{minus(times(waits_behind(r, "LDS", kManyLines), 1 / slot), -1), "data_path_burst", "LDS behind STG of 32 lines: what is ahead of it, and itself"};
       }},
      {"mio.shared_queue", 3,
       [](const ProbeResults& r, const Model&) {
         const Measured same = waits_behind(r, "LDS", kManyWavefronts);
         return Derived{times(minus(same, waits_behind(r, "LDG that hits", kManyWavefronts).median), 1 / 32.0), "data_path_burst", "LDS behind LDS of 32 wavefronts, less LDG"};
       }},
      {"mio.shared_lg_queue", 3,
       [](const ProbeResults& r, const Model&) {
         const Measured same = waits_behind(r, "LDG that hits", kManyLines);
         return Derived{times(minus(same, waits_behind(r, "LDS", kManyLines).median), 1 / store_of_32_lines(r)), "data_path_burst", "LDG behind STG of 32 lines, less LDS"};
       }},
      {"issue.barrier_deferred", 1,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("barrier_shadow");
         const auto deferred = [&](const char* op) { return t.one({{"op", std::string(op)}, {"read", std::string("after")}}).median < 1500 ? 1.0 : 0.0; };
         const double value = deferred("FFMA_200") - deferred("LDS");
         return Derived{{value, value, value}, "barrier_shadow", "FFMA behind a barrier that opens 2000 cycles later do not wait, LDS does"};
       }},
      {"constant.load_bytes", 2,
       [](const ProbeResults& r, const Model&) {
         const ProbeTable& t = r.table("constant_capacity");
         const size_t bytes = t.column("bytes");
         const double half = (t.rows.front().measured.median + t.rows.back().measured.median) / 2;
         double fits = 0, next = 0;
         for (const ProbeTable::Row& row : t.rows) {  // in order of their size
           next = number(row.parameters[bytes]);
           if (row.measured.median > half) break;
           fits = next;
         }
         return Derived{{fits, fits, next}, "constant_capacity", "a walk of that many bytes hits in most places"};
       }},
      {"constant.load_ways", 2,
       [](const ProbeResults& r, const Model&) {
         // A line of the kernel's parameters takes a way: in that set the walk finds nothing.
         const ProbeTable& t = r.table("constant_capacity");
         const auto at = [&](double bytes) { return t.one({{"bytes", bytes}}).median; };
         const double ways = (at(2048) - at(1536)) / (at(4096) - at(1536)) * 2048 / 64;
         return Derived{{ways, ways, ways}, "constant_capacity", "lines that miss in a walk of 2 KB, beside the line of the parameters"};
       }},
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
             {{"what", "atomic"}, {"bytes", 4.0}, {"pattern", "unit"}}, 8,
             "dependent ATOMS on 32 words and IADD3, less the addition's 6 cycles, one to the queue and the scoreboard's"),
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
  };
}

}  // namespace warpglass::calibration
