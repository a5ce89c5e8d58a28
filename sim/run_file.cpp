#include "sim/run_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_number.h"
#include "sim/result_json.h"
#include "sim/timeline/timeline_file.h"
#include "traces/container/blobs.h"

namespace warpglass::sim {
namespace {

using nlohmann::json;

constexpr uint64_t kLargestSource = uint64_t{64} << 20;
constexpr int64_t kMostInstructions = int64_t{1} << 24;

constexpr uint32_t kFirstWithGains = 2;

std::vector<std::string> tables(uint32_t version) {
  std::vector<std::string> names{"metric", "instruction", "file"};
  if (version >= kFirstWithGains) names.push_back("gain");
  for (std::string& name : timeline_tables()) names.push_back(std::move(name));
  return names;
}

// The numeric columns of the instruction table, in order.
template <typename Statistics, typename Visit>
void visit_counts(Statistics& s, Visit&& visit) {
  visit("executed", s.executed);
  visit("threads", s.threads);
  visit("threads_predicated_on", s.threads_predicated_on);
  visit("blamed", s.blamed);
  visit("shared_wavefronts", s.shared_wavefronts);
  visit("shared_ideal", s.shared_ideal);
  visit("shared_ways", s.shared_ways);
  visit("sectors", s.sectors);
  visit("ideal_sectors", s.ideal_sectors);
  visit("lines", s.lines);
  visit("sector_hits", s.sector_hits);
}

json detail_json(const RunResult& r) {
  const SmStatistics& t = r.totals;
  const MemoryStatistics& m = r.memory;
  return {
      {"model_title", r.model_title},
      {"sm_clock_mhz", r.sm_clock_mhz},
      {"sms", r.sms},
      {"hbm_bytes_per_cycle", r.hbm_bytes_per_cycle},
      {"cluster", {r.shape.cluster.x, r.shape.cluster.y, r.shape.cluster.z}},
      {"resources", {r.resources.threads, r.resources.registers, r.resources.static_shared_bytes, r.resources.dynamic_shared_bytes}},
      {"occupancy",
       {{"fraction", r.occupancy.fraction}, {"limiter", static_cast<int>(r.occupancy.limiter)},
        {"limits", {r.occupancy.limit_warps, r.occupancy.limit_blocks, r.occupancy.limit_registers, r.occupancy.limit_shared}},
        {"shared_bytes_per_block", r.occupancy.shared_bytes_per_block}, {"registers_per_warp", r.occupancy.registers_per_warp}}},
      {"totals",
       {t.warp_cycles, t.blocks, t.global_load_requests, t.global_store_requests, t.atomic_requests, t.local_load_requests,
        t.local_store_requests, t.load_sectors, t.load_hits, t.store_sectors, t.atomic_sectors, t.arbitration_wavefronts,
        t.data_wavefronts, t.instruction_cache_misses, static_cast<uint64_t>(t.active_cycles), static_cast<uint64_t>(t.last_end)}},
      {"unit_busy", t.unit_busy},
      {"memory",
       {m.requests_read, m.requests_write, m.requests_atomic, m.sectors_read, m.sectors_write, m.sectors_atomic, m.read_hits,
        m.write_hits, m.dram_read_bytes, m.dram_write_bytes, m.row_hits, m.row_misses, m.sectors_merged}},
      {"memory_busy", {m.slice_busy, m.channel_busy}}};
}

Dim3 dims_from(const json& j) { return {whole_number<uint32_t>(j.at(0)), whole_number<uint32_t>(j.at(1)), whole_number<uint32_t>(j.at(2))}; }

// Bounded so that sums and differences of a few of them fit.
Cycle cycles_from(const json& j) { return whole_number<Cycle>(j, 0, kNever / 4); }

Sampling sampling_from(const json& summary) {
  const json& j = summary.at("sampled");
  Sampling s;
  s.blocks = whole_number<uint64_t>(j.at("blocks"));
  s.blocks_skipped = whole_number<uint64_t>(j.at("blocks_skipped"));
  s.blocks_executed = whole_number<uint64_t>(j.at("blocks_executed"));
  s.warp_instructions_simulated = whole_number<uint64_t>(j.at("warp_instructions_simulated"));
  s.warp_instructions_executed = whole_number<uint64_t>(j.at("warp_instructions_executed"));
  s.half_interval = cycles_from(j.at("cycles_interval").at(1)) - cycles_from(summary.at("cycles"));
  if (s.half_interval < 0) throw std::invalid_argument("an interval ends before its value");
  s.notes = j.at("notes").get<std::vector<std::string>>();
  return s;
}

Certainty certainty_from(const std::string& text) {
  return text == "exact" ? Certainty::Exact : text == "sampled" ? Certainty::Sampled : Certainty::Modelled;
}

// Intervals of sampled metrics are in the summary.
void read_intervals(const json& summary, RunResult& r) {
  for (Metric& metric : r.metrics)
    if (metric.certainty == Certainty::Sampled) metric.half_interval = summary.at("metrics").at(metric.name).at("half_interval").get<double>();
}

void read_summary(const json& j, RunResult& r) {
  r.kernel = j.at("kernel").get<std::string>();
  r.source = j.at("source").get<std::string>();
  r.model = j.at("model").get<std::string>();
  r.model_measured = j.at("model_measured").get<bool>();
  r.settings = j.at("settings").get<std::vector<std::string>>();
  if (j.contains("sampled")) r.sampled = sampling_from(j);
  if (j.contains("not_sampled")) r.not_sampled = j.at("not_sampled").get<std::string>();
  if (j.contains("without")) r.without = j.at("without").get<std::vector<std::string>>();
  r.shape.grid = dims_from(j.at("grid"));
  r.shape.block = dims_from(j.at("block"));
  r.shape.dynamic_shared_bytes = whole_number<uint32_t>(j.at("dynamic_shared_bytes"));
  r.cycles = cycles_from(j.at("cycles"));
  r.launch_cycles = cycles_from(j.at("launch_cycles"));
  r.active_cycles = j.at("active_cycles").get<double>();
  r.occupancy.blocks = whole_number<uint32_t>(j.at("occupancy").at("blocks_per_sm"));
  r.occupancy.warps = whole_number<uint32_t>(j.at("occupancy").at("warps_per_sm"));
}

void read_detail(const json& j, RunResult& r) {
  r.model_title = j.at("model_title").get<std::string>();
  r.sm_clock_mhz = j.at("sm_clock_mhz").get<double>();
  r.sms = whole_number<uint32_t>(j.at("sms"));
  r.hbm_bytes_per_cycle = j.at("hbm_bytes_per_cycle").get<double>();
  r.shape.cluster = dims_from(j.at("cluster"));
  const json& resources = j.at("resources");
  r.resources = {whole_number<uint32_t>(resources.at(0)), whole_number<uint32_t>(resources.at(1)), whole_number<uint32_t>(resources.at(2)), whole_number<uint32_t>(resources.at(3))};
  const json& occupancy = j.at("occupancy");
  r.occupancy.fraction = occupancy.at("fraction").get<double>();
  const int limiter = whole_number<int>(occupancy.at("limiter"));
  if (limiter < 0 || limiter > static_cast<int>(OccupancyLimiter::SharedMemory)) throw std::invalid_argument("an unknown occupancy limiter");
  r.occupancy.limiter = static_cast<OccupancyLimiter>(limiter);
  const json& limits = occupancy.at("limits");
  r.occupancy.limit_warps = whole_number<uint32_t>(limits.at(0));
  r.occupancy.limit_blocks = whole_number<uint32_t>(limits.at(1));
  r.occupancy.limit_registers = whole_number<uint32_t>(limits.at(2));
  r.occupancy.limit_shared = whole_number<uint32_t>(limits.at(3));
  r.occupancy.shared_bytes_per_block = whole_number<uint32_t>(occupancy.at("shared_bytes_per_block"));
  r.occupancy.registers_per_warp = whole_number<uint32_t>(occupancy.at("registers_per_warp"));
  SmStatistics& t = r.totals;
  size_t at = 0;
  const json& totals = j.at("totals");
  for (uint64_t* field : {&t.warp_cycles, &t.blocks, &t.global_load_requests, &t.global_store_requests, &t.atomic_requests,
                          &t.local_load_requests, &t.local_store_requests, &t.load_sectors, &t.load_hits, &t.store_sectors,
                          &t.atomic_sectors, &t.arbitration_wavefronts, &t.data_wavefronts, &t.instruction_cache_misses})
    *field = whole_number<uint64_t>(totals.at(at++));
  t.active_cycles = cycles_from(totals.at(at++));
  t.last_end = cycles_from(totals.at(at++));
  for (size_t unit = 0; unit < t.unit_busy.size(); ++unit) t.unit_busy[unit] = whole_number<uint64_t>(j.at("unit_busy").at(unit));
  MemoryStatistics& m = r.memory;
  at = 0;
  const json& memory = j.at("memory");
  for (uint64_t* field : {&m.requests_read, &m.requests_write, &m.requests_atomic, &m.sectors_read, &m.sectors_write,
                          &m.sectors_atomic, &m.read_hits, &m.write_hits, &m.dram_read_bytes, &m.dram_write_bytes, &m.row_hits, &m.row_misses, &m.sectors_merged})
    *field = whole_number<uint64_t>(memory.at(at++));
  m.slice_busy = j.at("memory_busy").at(0).get<double>();
  m.channel_busy = j.at("memory_busy").at(1).get<double>();
}

std::string instruction_columns(const char* separator_suffix) {
  std::string columns;
  const InstructionStatistics none;
  visit_counts(none, [&](const char* column, const auto&) { columns += fmt::format(", {}{}", column, separator_suffix); });
  for (const std::string_view reason : kStallNames) columns += fmt::format(", stall_{}{}", reason, separator_suffix);
  return columns;
}

void write_instructions(Database& database, const RunResult& r) {
  database.execute("CREATE TABLE instruction(number INTEGER PRIMARY KEY, address INTEGER NOT NULL, sass TEXT NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL" +
                   instruction_columns(" INTEGER NOT NULL") + ")");
  std::string marks = "?, ?, ?, ?, ?";
  const InstructionStatistics none;
  visit_counts(none, [&](const char*, const auto&) { marks += ", ?"; });
  for (unsigned s = 0; s < kStalls; ++s) marks += ", ?";
  Statement insert = database.prepare("INSERT INTO instruction VALUES(" + marks + ")");
  for (size_t i = 0; i < r.totals.instructions.size(); ++i) {
    int at = 0;
    insert.bind(++at, static_cast<int64_t>(i));
    insert.bind(++at, static_cast<int64_t>(i * isa::kInstructionBytes));
    insert.bind(++at, i < r.text.size() ? r.text[i] : "");
    insert.bind(++at, static_cast<int64_t>(i < r.locations.size() ? r.locations[i].file : 0));
    insert.bind(++at, static_cast<int64_t>(i < r.locations.size() ? r.locations[i].line : 0));
    visit_counts(r.totals.instructions[i], [&](const char*, const auto& value) { insert.bind(++at, static_cast<int64_t>(value)); });
    for (const uint64_t cycles : r.totals.instructions[i].stalls) insert.bind(++at, static_cast<int64_t>(cycles));
    insert.run();
  }
}

void read_instructions(const Database& database, RunResult& r) {
  Statement rows = database.prepare("SELECT sass, file, line" + instruction_columns("") + " FROM instruction ORDER BY number");
  while (rows.step()) {
    if (static_cast<int64_t>(r.text.size()) >= kMostInstructions) database.fail("too many instructions");
    int at = 0;
    r.text.push_back(rows.text(at++));
    const auto file = static_cast<uint32_t>(rows.integer(at++));
    const auto line = static_cast<uint32_t>(rows.integer(at++));
    r.locations.push_back({file, line});
    InstructionStatistics s;
    visit_counts(s, [&](const char*, auto& value) { value = static_cast<std::remove_reference_t<decltype(value)>>(rows.integer(at++)); });
    for (uint64_t& cycles : s.stalls) cycles = static_cast<uint64_t>(rows.integer(at++));
    r.totals.instructions.push_back(s);
  }
}

void write_files(Database& database, BlobWriter& blobs, const RunResult& r) {
  database.execute("CREATE TABLE file(number INTEGER PRIMARY KEY, path TEXT NOT NULL, blob INTEGER)");
  for (size_t i = 0; i < r.files.size(); ++i) {
    Statement insert = database.prepare("INSERT INTO file VALUES(?, ?, ?)");
    insert.bind(1, static_cast<int64_t>(i)).bind(2, r.files[i]).bind_null(3);
    for (const auto& [path, text] : r.sources)
      if (path == r.files[i]) insert.bind(3, blobs.add({reinterpret_cast<const uint8_t*>(text.data()), text.size()}));
    insert.run();
  }
}

void read_files(const Database& database, const BlobReader& blobs, RunResult& r) {
  Statement rows = database.prepare("SELECT path, blob FROM file ORDER BY number");
  while (rows.step()) {
    r.files.push_back(rows.text(0));
    if (rows.is_null(1)) continue;
    const std::vector<uint8_t> text = blobs.read(rows.integer(1), kLargestSource);
    r.sources.emplace_back(r.files.back(), std::string(text.begin(), text.end()));
  }
}

void write_gains(Database& database, const RunResult& r) {
  database.execute("CREATE TABLE gain(obstacle TEXT NOT NULL, cycles INTEGER NOT NULL, share REAL NOT NULL)");
  Statement insert = database.prepare("INSERT INTO gain VALUES(?, ?, ?)");
  for (const Gain& gain : r.gains) insert.bind(1, info(gain.obstacle).name).bind(2, static_cast<int64_t>(gain.cycles)).bind(3, gain.share).run();
}

void read_gains(const Database& database, RunResult& r) {
  Statement rows = database.prepare("SELECT obstacle, cycles, share FROM gain ORDER BY rowid");
  while (rows.step()) {
    const std::string wanted = rows.text(0);
    const auto obstacles = all_obstacles();
    const auto known = std::find_if(obstacles.begin(), obstacles.end(), [&](const ObstacleInfo& o) { return o.name == wanted; });
    if (known == obstacles.end() || r.gains.size() >= obstacles.size()) database.fail("it holds the gain of an unknown obstacle");
    r.gains.push_back({known->obstacle, rows.integer(1), rows.real(2)});
  }
}

}  // namespace

void write_run(const RunResult& r, const std::filesystem::path& path) {
  Database database = Database::create(path, kRunFormat);
  {
    constexpr int kFastCompression = 3;  // a timeline is large: fast matters more than small
    BlobWriter blobs(database, kFastCompression);
    const auto dump = [](const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); };
    blobs.set_value("summary", dump(summary_json(r)));
    blobs.set_value("detail", dump(detail_json(r)));
    database.execute("CREATE TABLE metric(name TEXT NOT NULL, unit TEXT NOT NULL, value REAL NOT NULL, certainty TEXT NOT NULL)");
    {
      Statement insert = database.prepare("INSERT INTO metric VALUES(?, ?, ?, ?)");
      for (const Metric& m : r.metrics) insert.bind(1, m.name).bind(2, m.unit).bind(3, m.value).bind(4, name(m.certainty)).run();
    }
    write_instructions(database, r);
    write_files(database, blobs, r);
    write_gains(database, r);
    write_timeline(database, blobs, r.timeline.get());
  }
  write_seal(database, tables(kRunFormat.version));
  database.finish();
}

RunResult read_run(const std::filesystem::path& path) {
  const auto shared = std::make_shared<const Database>(Database::open_read(path, kRunFormat));
  const Database& database = *shared;
  const BlobReader blobs(database, tables(database.version()));
  RunResult r;
  try {
    const json summary = json::parse(blobs.value("summary"));
    read_summary(summary, r);
    read_detail(json::parse(blobs.value("detail")), r);
    Statement metrics = database.prepare("SELECT name, unit, value, certainty FROM metric ORDER BY rowid");
    while (metrics.step()) r.metrics.push_back({metrics.text(0), metrics.text(1), metrics.real(2), certainty_from(metrics.text(3))});
    read_intervals(summary, r);
  } catch (const json::exception& error) {
    database.fail(fmt::format("its summary is not understood: {}", error.what()));
  } catch (const std::invalid_argument& error) {
    database.fail(error.what());
  }
  read_instructions(database, r);
  read_files(database, blobs, r);
  if (database.version() >= kFirstWithGains) read_gains(database, r);
  r.timeline = read_timeline(shared, blobs);
  return r;
}

}  // namespace warpglass::sim
