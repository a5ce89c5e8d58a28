#include "gui/widgets/view_help.h"

#include <array>
#include <utility>

namespace warpglass::gui {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 9> kHelp{{
    {"verdict",
     "The findings of `warpglass report`, the one that touches most of the time first. Each says what it was "
     "computed from, where in "
     "the code it happens and what to try. A link on an address goes to that instruction; \"Show the "
     "evidence\" goes to the page that "
     "the finding was read from. Exact numbers follow from the executed instructions and addresses, modelled "
     "ones from the GPU's model."},
    {"timeline",
     "Time runs to the right. Above: all SMs together, with issue slots, HBM and L2; below, for recorded "
     "SMs, one line for each warp "
     "slot, coloured by what its warp waits for. Zoom in until single cycles are seen. Hover to learn which "
     "warp, instruction and "
     "producer; click a stall and press C to go to what it waits for, again for what that waited for. Drag "
     "to measure a time: the other "
     "pages then show what belongs to it."},
    {"source",
     "The source on the left, the machine code on the right, with the cycles that warps waited before each "
     "instruction (own) and "
     "because of its result (blamed). Start at the longest bar; sort by any column. Choosing an instruction "
     "shows its control codes, "
     "what it waits for and who waits for it, here and on all other pages."},
    {"banks",
     "Each shared-memory instruction with its wavefronts: one is ideal, more are conflicts. The matrix shows "
     "which lane asks which of "
     "the 32 banks, from the kernel's real addresses; a bank with several different words serves them one "
     "after the other. Change the "
     "row's padding or swizzle above, and the counts of that layout appear at once."},
    {"coalescing",
     "Each access to global memory with the 32-byte sectors that it touches and the bytes of them that lanes "
     "use. Few useful bytes mean "
     "that memory moves data for nothing: strided or scattered addresses. The picture shows one execution's "
     "sectors, lane by lane."},
    {"memory",
     "How many bytes moved between the SMs, L1, L2 and HBM, how many reads each cache answered, and how much "
     "of each link's peak that "
     "is. The link nearest to its peak is the limit; a low hit rate before it says why."},
    {"occupancy",
     "How many warps fit on an SM and which of registers, shared memory, blocks and warps is used up first. "
     "The curves show what "
     "another block size, register count or amount of shared memory would allow."},
    {"roofline",
     "How much the kernel computes for each byte that it moves, against what the GPU can do. A point near a "
     "slanted roof is limited "
     "by that memory, near the flat roof by arithmetic; a point far below both waits for latency or issues "
     "too little."},
    {"compare",
     "Two runs side by side, largest difference first, and simulated against measured values where a "
     "measurement is open. Open a "
     "second capsule or run to see whether a change helped, a measurement (.json) to see how far the "
     "simulation can be believed."},
}};

}  // namespace

QString view_help(const QString& view) {
  for (const auto& [name, help] : kHelp)
    if (view == QLatin1String(name)) return QString::fromUtf8(help);
  return {};
}

}  // namespace warpglass::gui
