// Any text as a list of mechanisms (models/ablations), whose settings are what --set takes, too.
#include "base/error.h"
#include "models/ablations.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const warpglass::Model model = warpglass::load_model(WARPGLASS_SOURCE_DIR "/models/h200.toml");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    warpglass::parse_ablations(text, "fuzz", model);
  } catch (const warpglass::Error&) {
  }
  try {
    warpglass::Model changed = model;
    warpglass::set_parameter(changed, text);
  } catch (const warpglass::Error&) {
  }
  return 0;
}
