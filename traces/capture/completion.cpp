#include "traces/capture/completion.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "isa/nvdisasm.h"

namespace warpglass::capture {
namespace {

namespace fs = std::filesystem;
constexpr uint64_t kLargestSource = uint64_t{4} << 20;

fs::path place_of(const std::string& path, const SourceFolders& folders) {
  for (const auto& [prefix, folder] : folders)
    if (path.starts_with(prefix)) return fs::path(folder) / fs::path(path.substr(prefix.size())).relative_path();
  return path;
}

bool in_toolkit(fs::path path) {
  std::error_code ignored;
  for (path = path.parent_path(); path.has_relative_path(); path = path.parent_path())
    if (fs::exists(path / "cuda_runtime.h", ignored)) return true;
  return false;
}

std::optional<std::string> read_source(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored) || in_toolkit(path)) return std::nullopt;
  try {
    std::string text = read_text_file(path, kLargestSource);
    if (text.find('\0') == std::string::npos) return text;
  } catch (const Error&) {
    // A source that cannot be read is as good as none.
  }
  return std::nullopt;
}

void copy_memory(const Capsule& from, CapsuleWriter& to) {
  for (size_t region = 0; region < from.regions().size(); ++region) {
    to.add_region(from.regions()[region]);
    for (uint64_t chunk = 0; chunk < from.regions()[region].chunks(); ++chunk) {
      if (!from.chunk_present(region, chunk)) continue;
      to.set_chunk_before(region, chunk, from.chunk_before(region, chunk));
      if (from.chunk_changed(region, chunk)) to.set_chunk_after(region, chunk, from.chunk_after(region, chunk));
    }
  }
}

}  // namespace

std::vector<std::string> source_paths(const std::string& disassembly) {
  constexpr std::string_view kMark = "//## File \"", kInlined = "inlined at \"";
  std::vector<std::string> paths;
  std::set<std::string> known;
  const auto collect = [&](std::string_view mark) {
    for (size_t at = disassembly.find(mark); at != std::string::npos; at = disassembly.find(mark, at)) {
      at += mark.size();
      const size_t end = disassembly.find_first_of("\"\n", at);
      if (end == std::string::npos) return;
      if (std::string path = disassembly.substr(at, end - at); known.insert(path).second) paths.push_back(path);
    }
  };
  collect(kMark);
  collect(kInlined);
  return paths;
}

std::vector<SourceFile> find_sources(const std::vector<std::string>& paths, const SourceFolders& folders) {
  std::vector<SourceFile> sources;
  for (const std::string& path : paths)
    if (auto text = read_source(place_of(path, folders))) sources.push_back({path, std::move(*text)});
  return sources;
}

void Completion::complete(const std::string& path) {
  try {
    const Capsule capsule = Capsule::open(path);
    const std::vector<uint8_t> cubin = capsule.cubin();
    CapsuleInfo info = capsule.info();
    const std::string disassembly = isa::disassemble(cubin);
    info.origin.disassembler = isa::nvdisasm_version(isa::find_nvdisasm());
    CapsuleWriter writer(path);
    writer.set_info(info);
    writer.set_cubin(cubin);
    writer.set_disassembly(disassembly);
    for (const SourceFile& source : find_sources(source_paths(disassembly), folders_)) writer.add_source(source);
    copy_memory(capsule, writer);
    writer.finish();
  } catch (const Error& error) {
    if (!warned_) fmt::print(stderr, "warpglass: {}: kept without disassembly: {}\n", path, error.what());
    warned_ = true;
  }
}

}  // namespace warpglass::capture
