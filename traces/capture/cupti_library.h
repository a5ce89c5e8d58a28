// CUPTI, found at run time wherever a toolkit or a Python wheel put it.
#pragma once

#include <cupti.h>

#include <string>
#include <vector>

namespace warpglass::capture {

struct Cupti {
  decltype(&::cuptiSubscribe) subscribe;
  decltype(&::cuptiEnableCallback) enable_callback;
  decltype(&::cuptiGetResultString) result_string;
};

/// Names to try, in order: plain ones for the loader's own search, then paths that exist.
std::vector<std::string> cupti_candidates();

/// nullptr, with a sentence in `why`, if CUPTI is nowhere.
const Cupti* load_cupti(std::string& why);

}  // namespace warpglass::capture
