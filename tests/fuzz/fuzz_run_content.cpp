// A run whose checksums are right and whose content is anything: the input's numbers say how summary, detail and the
// timeline's header are edited and what is in the tables; the timeline's bytes are the rest.
#include <nlohmann/json.hpp>
#include <string>

#include "base/file.h"
#include "sim/obstacles.h"
#include "sim/stall.h"
#include "tests/fuzz/edit_json.h"
#include "tests/fuzz/numbers.h"
#include "tests/fuzz/use_run.h"
#include "traces/container/blobs.h"

namespace {

using namespace warpglass;
using fuzz::Numbers;

constexpr const char* kTables =
    "CREATE TABLE metric(name TEXT NOT NULL, unit TEXT NOT NULL, value REAL NOT NULL, certainty TEXT NOT NULL);"
    "CREATE TABLE file(number INTEGER PRIMARY KEY, path TEXT NOT NULL, blob INTEGER);"
    "CREATE TABLE gain(obstacle TEXT NOT NULL, cycles INTEGER NOT NULL, share REAL NOT NULL);"
    "CREATE TABLE timeline_chunk(sm INTEGER, lane INTEGER, first INTEGER, last INTEGER, segments INTEGER, blob INTEGER);"
    "CREATE TABLE timeline_activity(sm INTEGER, buckets INTEGER, blob INTEGER);"
    "CREATE TABLE timeline_stay(sm INTEGER, stays INTEGER, blob INTEGER);";

// Any numbers in a row of `columns` columns; `head` are values that come first.
void insert(Database& database, const std::string& table, const std::string& head, int columns, Numbers& numbers) {
  std::string values = head;
  for (int i = 0; i < columns; ++i) values += fmt::format("{}{}", values.empty() ? "" : ", ", numbers.next());
  database.execute(fmt::format("INSERT INTO {} VALUES({})", table, values));
}

void write_instructions(Database& database, Numbers& numbers) {
  std::string columns;
  const std::vector<std::string> counts{"executed", "threads", "threads_predicated_on", "blamed", "shared_wavefronts", "shared_ideal",
                                        "shared_ways", "sectors", "ideal_sectors", "lines", "sector_hits"};
  for (const std::string& name : counts) columns += ", " + name + " INTEGER";
  for (const std::string_view name : sim::kStallNames) columns += fmt::format(", stall_{} INTEGER", name);
  database.execute("CREATE TABLE instruction(number INTEGER PRIMARY KEY, address INTEGER, sass TEXT, file INTEGER, line INTEGER" + columns + ")");
  const std::vector<std::string> sass{"'LDG.E R1, [R2]'", "'@P0 BRA 0x10'", "'STL [R1], R2'", "'BAR.SYNC 0x0'"};
  for (const std::string& text : sass)
    if (!numbers.empty())
      insert(database, "instruction", "NULL, 0, " + text, 2 + static_cast<int>(counts.size() + sim::kStalls), numbers);
}

void write_metrics(Database& database, Numbers& numbers) {
  for (const char* name : {"gpc__cycles_elapsed.max", "sm__throughput.avg.pct_of_peak_sustained_elapsed", "dram__bytes_read.sum"})
    database.execute(fmt::format("INSERT INTO metric VALUES('{}', 'cycle', {}, '{}')", name, numbers.next(), numbers.next() % 2 == 0 ? "sampled" : "modelled"));
}

// Rows of the tables with blobs. The blobs of a timeline are three stretches of the input's end.
void write_timeline(Database& database, BlobWriter& blobs, Numbers& numbers) {
  const auto rows = static_cast<unsigned>(numbers.next()) % 8;
  for (unsigned i = 0; i < rows; ++i) switch (numbers.next() % 4) {
      case 0: insert(database, "timeline_chunk", "", 6, numbers); break;
      case 1: insert(database, "timeline_activity", "", 3, numbers); break;
      case 2: insert(database, "timeline_stay", "", 3, numbers); break;
      default: insert(database, "file", "NULL, 'a.cu'", 1, numbers);
    }
  const std::span<const uint8_t> rest = numbers.rest();
  for (size_t part = 0; part < 3; ++part) blobs.add(rest.subspan(rest.size() * part / 3, rest.size() * (part + 1) / 3 - rest.size() * part / 3));
}

void write(const std::filesystem::path& path, Numbers numbers) {
  static const nlohmann::json texts = nlohmann::json::parse(read_text_file(WARPGLASS_SOURCE_DIR "/tests/fuzz/seeds/run_texts.json", 1 << 20));
  Database database = Database::create(path, kRunFormat);
  {
    BlobWriter blobs(database, 1);
    for (const char* key : {"summary", "detail", "timeline"}) blobs.set_value(key, fuzz::edited(texts.at(key), numbers));
    database.execute(kTables);
    write_instructions(database, numbers);
    write_metrics(database, numbers);
    const auto obstacles = sim::all_obstacles();
    insert(database, "gain", fmt::format("'{}'", obstacles[static_cast<size_t>(numbers.next()) % obstacles.size()].name), 2, numbers);
    write_timeline(database, blobs, numbers);
  }
  write_seal(database, {"metric", "instruction", "file", "gain", "timeline_chunk", "timeline_activity", "timeline_stay"});
  database.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::TemporaryFile file("fuzz_run_content");
  write(file.path(), {data, size});
  fuzz::use_run(file.path());
  return 0;
}
