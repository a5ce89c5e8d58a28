#include "isa/control_codes.h"

namespace warpglass::isa {

ControlCodes decode_control_codes(uint64_t bits_high) {
  const auto field = [bits_high](unsigned lowest, unsigned width) {
    return static_cast<uint8_t>(bits_high >> (lowest - 64) & ((1u << width) - 1));
  };
  ControlCodes codes;
  codes.stall = field(105, 4);
  codes.yield = field(109, 1) == 0;
  codes.write_scoreboard = field(110, 3);
  codes.read_scoreboard = field(113, 3);
  codes.wait_mask = field(116, 6);
  codes.reuse = field(122, 3);
  return codes;
}

}  // namespace warpglass::isa
