#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/cli/command.h"
#include "sim/report/text_report.h"
#include "sim/result_json.h"
#include "sim/run_file.h"
#include "traces/capsule.h"
#include "traces/container/database.h"
#include "traces/trace/trace_reader.h"

namespace warpglass::cli {
namespace {

using nlohmann::json;

struct MemoryTotals {
  uint64_t bytes = 0, held = 0, changed = 0;
};

MemoryTotals totals(const Capsule& capsule) {
  MemoryTotals t;
  for (size_t r = 0; r < capsule.regions().size(); ++r) {
    const MemoryRegion& region = capsule.regions()[r];
    t.bytes += region.bytes;
    for (uint64_t c = 0; c < region.chunks(); ++c) {
      if (!capsule.chunk_present(r, c)) continue;
      t.held += region.chunk_bytes(c);
      if (capsule.chunk_changed(r, c)) t.changed += region.chunk_bytes(c);
    }
  }
  return t;
}

std::string shape_text(const Dim3& d) { return fmt::format("{} x {} x {}", d.x, d.y, d.z); }

json capsule_json(const Capsule& capsule) {
  const CapsuleInfo& info = capsule.info();
  const MemoryTotals t = totals(capsule);
  const auto dims = [](const Dim3& d) { return json::array({d.x, d.y, d.z}); };
  json regions = json::array();
  for (const MemoryRegion& region : capsule.regions())
    regions.push_back({{"address", region.address}, {"bytes", region.bytes}, {"kind", region.kind}});
  json sources = json::array();
  for (const SourceFile& source : capsule.sources()) sources.push_back(source.path);
  return {{"kind", "capsule"}, {"kernel", info.kernel}, {"demangled", info.demangled}, {"grid", dims(info.shape.grid)},
          {"block", dims(info.shape.block)}, {"cluster", dims(info.shape.cluster)},
          {"dynamic_shared_bytes", info.shape.dynamic_shared_bytes}, {"parameter_bytes", info.parameters.size()},
          {"allocations", regions}, {"memory_bytes", t.bytes}, {"held_bytes", t.held}, {"changed_bytes", t.changed},
          {"sources", sources}, {"disassembly", !capsule.disassembly().empty()},
          {"origin", {{"application", info.origin.application}, {"date", info.origin.date}, {"driver", info.origin.driver},
                      {"toolkit", info.origin.toolkit}, {"disassembler", info.origin.disassembler}, {"device", info.origin.device}}}};
}

void print_capsule(const Capsule& capsule) {
  const CapsuleInfo& info = capsule.info();
  const MemoryTotals t = totals(capsule);
  const auto line = [](const char* label, const std::string& text) {
    if (!text.empty()) fmt::print("  {:<18}{}\n", label, text);
  };
  fmt::print("{}: capsule, every checksum holds\n", capsule.path().string());
  line("kernel", info.demangled.empty() ? info.kernel : info.demangled);
  line("grid", shape_text(info.shape.grid) + " blocks");
  line("block", shape_text(info.shape.block) + " threads");
  if (info.shape.cluster.count() > 1) line("cluster", shape_text(info.shape.cluster) + " blocks");
  line("shared memory", fmt::format("{} bytes dynamic", info.shape.dynamic_shared_bytes));
  line("parameters", fmt::format("{} bytes", info.parameters.size()));
  line("machine code", fmt::format("{} bytes, {}", capsule.cubin().size(),
                                   capsule.disassembly().empty() ? "no disassembly: nvdisasm is needed" : "with disassembly"));
  line("memory", fmt::format("{} allocations of {} bytes; {} held, {} changed by the launch", capsule.regions().size(), t.bytes, t.held, t.changed));
  for (const SourceFile& source : capsule.sources()) line("source", source.path);
  line("application", info.origin.application);
  line("date", info.origin.date);
  line("driver", info.origin.driver);
  line("toolkit", info.origin.toolkit);
  line("disassembler", info.origin.disassembler);
  for (const auto& [key, value] : info.origin.device) line(key.c_str(), value);
}

int info_command(const std::string& path, const Output& output) {
  const FileFormat& format = detect_format(path);
  if (&format == &kCapsuleFormat) {
    const Capsule capsule = Capsule::open(path);
    if (output.json())
      fmt::print("{}\n", capsule_json(capsule).dump(2, ' ', false, json::error_handler_t::replace));
    else
      print_capsule(capsule);
  } else if (&format == &kRunFormat) {
    const sim::RunResult result = sim::read_run(path);
    if (output.json())
      fmt::print("{}\n", sim::summary_json(result).dump(2, ' ', false, json::error_handler_t::replace));
    else
      fmt::print("{}: run, every checksum holds\n{}", path, sim::headline(result));
  } else {
    const auto trace = TraceReader::open(path);
    const TraceDescription& d = trace->description();
    if (output.json())
      fmt::print("{}\n", json{{"kind", "trace"}, {"kernel", d.kernel}, {"source", d.source}, {"warp_instructions", d.steps}, {"bytes", d.bytes}}.dump(2));
    else
      fmt::print("{}: trace, every checksum holds\n  {:<18}{}\n  {:<18}{}\n  {:<18}{}\n  {:<18}{:.2f} bytes a warp instruction\n", path, "kernel", d.kernel,
                 "written from", d.source, "warp instructions", d.steps, "size", d.steps > 0 ? static_cast<double>(d.bytes) / static_cast<double>(d.steps) : 0.0);
  }
  return 0;
}

}  // namespace

void add_info(CLI::App& program, Action& action) {
  auto path = std::make_shared<std::string>();
  auto output = std::make_shared<Output>();
  CLI::App* command = program.add_subcommand("info", "What is in a capsule, trace or run");
  command->add_option("file", *path, "a capsule, trace or run")->required();
  add_format(*command, *output);
  command->callback([path, output, &action] { action = [path, output] { return info_command(*path, *output); }; });
}

}  // namespace warpglass::cli
