// A trace whose checksums are right and whose content is anything: numbers say how its description is edited and what its
// segments are, their bytes are the rest. What can be read is simulated.
#include <string>

#include "base/error.h"
#include "base/file.h"
#include "models/model.h"
#include "sim/simulator.h"
#include "tests/fuzz/edit_json.h"
#include "tests/fuzz/numbers.h"
#include "tests/fuzz/temporary_file.h"
#include "traces/container/blobs.h"
#include "traces/trace/trace_format.h"
#include "traces/trace/trace_reader.h"

namespace {

using namespace warpglass;
constexpr uint64_t kMostBlocks = 4;  // further ones would only take time
constexpr sim::Cycle kMostCycles = 20'000;

constexpr const char* kDescription =
    R"({"kernel": "_Z5stagePKfPfi", "demangled": "stage", "source": "a.capsule", "steps": 22, "grid": [2, 1, 1], "block": [32, 1, 1],
        "cluster": [1, 1, 1], "dynamic_shared_bytes": 0})";

void write(const std::filesystem::path& path, fuzz::Numbers numbers) {
  static const std::vector<uint8_t> cubin = read_file(WARPGLASS_SOURCE_DIR "/tests/isa/data/basic.sm_90.cubin", 1 << 20);
  static const std::vector<uint8_t> sass = read_file(WARPGLASS_SOURCE_DIR "/tests/isa/data/basic.sm_90.sass", 1 << 20);
  Database database = Database::create(path, kTraceFormat);
  {
    BlobWriter blobs(database, 1);
    blobs.set_value("description", fuzz::edited(nlohmann::json::parse(kDescription), numbers));
    database.execute("CREATE TABLE text(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, blob INTEGER NOT NULL)");
    database.execute("CREATE TABLE segment(first_block INTEGER NOT NULL, blocks INTEGER NOT NULL, blob INTEGER NOT NULL)");
    database.execute(fmt::format("INSERT INTO text VALUES(NULL, 'cubin', '', {}), (NULL, 'disassembly', '', {})", blobs.add(cubin), blobs.add(sass)));
    for (auto rows = static_cast<unsigned>(numbers.next()) % 4; rows > 0; --rows) {
      const int64_t first = numbers.next(), blocks = numbers.next();
      database.execute(fmt::format("INSERT INTO segment VALUES({}, {}, 3)", first, blocks));
    }
    blobs.add(numbers.rest());
  }
  write_seal(database, trace_tables());
  database.finish();
}

void simulate(const std::filesystem::path& path) {
  static const Model model = [] {
    Model small = load_model(WARPGLASS_SOURCE_DIR "/models/h200.toml");
    for (const char* setting : {"device.gpcs=1", "device.loose_tpcs=0", "device.sms=2", "l2.bytes=1048576"}) set_parameter(small, setting);  // what is not there takes no time
    return small;
  }();
  try {
    const std::unique_ptr<TraceReader> trace = TraceReader::open(path);
    if (trace->stream().shape().blocks() > kMostBlocks) return;
    sim::SimulationOptions options;
    options.most_cycles = kMostCycles;
    sim::simulate(trace->stream(), model, options);
  } catch (const Error& error) {
    if (error.code() == ExitCode::Internal) throw;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::TemporaryFile file("fuzz_trace_content");
  write(file.path(), {data, size});
  simulate(file.path());
  return 0;
}
