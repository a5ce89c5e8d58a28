#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/model.h"
#include "sim/cli/command.h"
#include "sim/occupancy.h"

namespace warpglass::cli {
namespace {

struct Options {
  std::string model = "h200";
  sim::BlockResources block{256, 32, 0, 0};
  Output format;
};

int occupancy_command(const Options& options) {
  const Model model = load_model(options.model);
  const sim::Occupancy o = sim::occupancy(model, options.block);
  if (options.format.json()) {
    fmt::print("{}\n", nlohmann::json{{"blocks_per_sm", o.blocks}, {"warps_per_sm", o.warps}, {"occupancy", o.fraction},
                                      {"limiter", std::string(sim::name(o.limiter))}, {"limit_warps", o.limit_warps},
                                      {"limit_blocks", o.limit_blocks}, {"limit_registers", o.limit_registers}, {"limit_shared", o.limit_shared}}
                           .dump(2));
    return 0;
  }
  fmt::print("{} blocks of {} threads an SM: {} of {} warps, occupancy {:.1f} %, limited by {}\n", o.blocks, options.block.threads,
             o.warps, model.sm_max_warps, 100 * o.fraction, sim::name(o.limiter));
  fmt::print("  blocks that each resource allows: warps {}, block slots {}, registers {}, shared memory {}\n", o.limit_warps, o.limit_blocks,
             o.limit_registers, o.limit_shared);
  fmt::print("  allocated: {} registers a warp, {} bytes of shared memory a block\n", o.registers_per_warp, o.shared_bytes_per_block);
  return 0;
}

}  // namespace

void add_occupancy(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("occupancy", "How many blocks fit on an SM and what limits them");
  command->add_option("--threads", options->block.threads, "threads a block")->capture_default_str();
  command->add_option("--registers", options->block.registers, "registers a thread")->capture_default_str();
  command->add_option("--shared", options->block.dynamic_shared_bytes, "bytes of shared memory a block, static and dynamic")->capture_default_str();
  command->add_option("--model", options->model, "the GPU")->capture_default_str();
  add_format(*command, options->format);
  command->callback([options, &action] { action = [options] { return occupancy_command(*options); }; });
}

}  // namespace warpglass::cli
