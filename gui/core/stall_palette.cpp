#include "gui/core/stall_palette.h"

#include <array>

#include "gui/core/format.h"

namespace warpglass::gui {
namespace {

struct Look {
  QRgb colour;
  const char* meaning;
};

constexpr std::array<Look, sim::kStalls> kLooks{{
    {0xff009e73, "the warp issued an instruction"},
    {0xffa6d96a, "could have issued, but the scheduler took another warp"},
    {0xffb4b4b4, "fixed latency of its previous instruction"},
    {0xffd55e00, "waits for data from global or local memory"},
    {0xffe69f00, "waits for shared memory, a shuffle, a special function or a constant load"},
    {0xff0072b2, "waits at a barrier for other warps of its block"},
    {0xff2b43ac, "waits for a memory fence"},
    {0xff8980ff, "its execution pipe is busy"},
    {0xfff0e442, "the queue of the memory input/output unit is full"},
    {0xff882255, "the queue for global and local memory is full"},
    {0xff9b0d07, "dispatch is held up by register bank conflicts"},
    {0xff56b4e9, "waits for its instructions (instruction cache miss)"},
    {0xff79efa3, "waits for an immediate constant (constant cache miss)"},
    {0xff4f7037, "a branch is being resolved"},
    {0xff8e81a8, "has exited; its stores are still leaving"},
    {0xffa9ddff, "sleeps"},
    {0xff79a95a, "something else"},
}};

}  // namespace

QColor stall_colour(sim::Stall stall) { return QColor::fromRgb(kLooks[static_cast<size_t>(stall)].colour); }
QString stall_name(sim::Stall stall) { return text(sim::name(stall)); }
QString stall_meaning(sim::Stall stall) { return QString::fromUtf8(kLooks[static_cast<size_t>(stall)].meaning); }

}  // namespace warpglass::gui
