#pragma once

#include <filesystem>
#include <string>

namespace warpglass::cli {

/// A folder that comes with the project ("traces/samples"): beside the program's source tree or its installation.
/// Throws BadInput when it is nowhere.
std::filesystem::path project_folder(const std::string& relative);

}  // namespace warpglass::cli
