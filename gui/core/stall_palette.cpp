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
    {0xff332288, "waits for a memory fence"},
    {0xffcc79a7, "its execution pipe is busy"},
    {0xfff0e442, "the queue of the memory input/output unit is full"},
    {0xff882255, "the queue for global and local memory is full"},
    {0xffaa4499, "dispatch is held up by register bank conflicts"},
    {0xff56b4e9, "waits for its instructions (instruction cache miss)"},
    {0xff44aa99, "waits for an immediate constant (constant cache miss)"},
    {0xff999933, "a branch is being resolved"},
    {0xff8c6d5a, "has exited; its stores are still leaving"},
    {0xffd8d8e8, "sleeps"},
    {0xff606060, "something else"},
}};

}  // namespace

QColor stall_colour(sim::Stall stall) { return QColor::fromRgb(kLooks[static_cast<size_t>(stall)].colour); }
QString stall_name(sim::Stall stall) { return text(sim::name(stall)); }
QString stall_meaning(sim::Stall stall) { return QString::fromUtf8(kLooks[static_cast<size_t>(stall)].meaning); }

}  // namespace warpglass::gui
