#include "sim/cli/project_folder.h"

#include "base/error.h"

namespace warpglass::cli {
namespace fs = std::filesystem;

fs::path project_folder(const std::string& relative) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& root : {program / "../..", program / "../share/warpglass", fs::path(WARPGLASS_SOURCE_ROOT), fs::path(".")})
    if (fs::is_directory(root / relative, error)) return (root / relative).lexically_normal();
  throw bad_input("{}: this folder of the project is not there: name one with an option", relative);
}

}  // namespace warpglass::cli
