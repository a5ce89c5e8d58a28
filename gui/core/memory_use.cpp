#include "gui/core/memory_use.h"

#include <unistd.h>

#include <cstdio>

#include "base/error.h"
#include "gui/core/format.h"
#include "gui/core/timeline/timeline_data.h"

namespace warpglass::gui {
namespace {

template <typename Strings>
uint64_t text_bytes(const Strings& strings) {
  uint64_t bytes = 0;
  for (const std::string& s : strings) bytes += sizeof(s) + s.capacity();
  return bytes;
}

uint64_t result_bytes(const sim::RunResult& r) {
  uint64_t bytes = sizeof(r) + text_bytes(r.text) + text_bytes(r.files) +
                   r.locations.size() * sizeof(r.locations.front()) +
                   r.totals.instructions.size() * sizeof(sim::InstructionStatistics);
  for (const auto& [path, text] : r.sources) bytes += path.capacity() + text.capacity();
  return bytes;
}

std::string size_text(uint64_t bytes) {
  return bytes_text(static_cast<double>(bytes)).toStdString();
}

}  // namespace

uint64_t document_bytes(const RunDocument& run) {
  uint64_t bytes = result_bytes(run.result);
  if (run.timeline) bytes += run.timeline->memory_bytes();
  if (run.launch)
    bytes += run.launch->accesses.samples.size() * sizeof(AccessSample) +
             text_bytes(run.launch->program.text) +
             run.launch->program.instructions.size() * sizeof(isa::Instruction);
  return bytes;
}

uint64_t process_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long long all = 0, resident = 0;
  const bool read = std::fscanf(file, "%llu %llu", &all, &resident) == 2;
  std::fclose(file);
  return read ? resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

uint64_t usual_memory_limit() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page) / 2
                               : uint64_t{4} << 30;
}

void check_memory(const std::string& name, uint64_t bytes, uint64_t open_bytes, uint64_t limit) {
  if (open_bytes + bytes <= limit) return;
  throw bad_input(
      "{}: needs {} of memory beside the {} of what is open, and {} is the limit: close a run (Ctrl+W), or "
      "start the window with a larger --memory",
      name, size_text(bytes), size_text(open_bytes), size_text(limit));
}

}  // namespace warpglass::gui
