#include "sim/report/model_note.h"

namespace warpglass::sim {

std::string model_note(const RunResult& result) {
  if (result.model_measured) return "";
  return "A what-if: this GPU was never measured by Warpglass, its values are published ones or inherited "
         "from another "
         "GPU (`warpglass models show " +
         result.model +
         " --effective`). The machine code is that of the GPU it was captured on; a compiler would generate "
         "other code for this one.";
}

}  // namespace warpglass::sim
