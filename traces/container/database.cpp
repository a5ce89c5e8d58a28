#include "traces/container/database.h"

#include <sqlite3.h>

#include <array>
#include <fstream>
#include <system_error>

#include "base/error.h"
#include "base/file.h"

namespace warpglass {
namespace fs = std::filesystem;
namespace {

constexpr std::array kFormats{&kCapsuleFormat, &kTraceFormat, &kRunFormat};
constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr size_t kHeaderBytes = 100;
constexpr int kLargestValue = 1 << 30;  // one text or blob; SQLite refuses more

uint32_t big_endian(const std::array<char, kHeaderBytes>& header, size_t offset) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(header[offset + i]);
  return value;
}

// SQLite's file header (sqlite.org/fileformat2.html): page size at 16, page count at 28, user_version at 60,
// application_id at 68. Reading it ourselves gives better sentences than SQLite's "file is not a database".
std::array<char, kHeaderBytes> read_header(const fs::path& path, std::string_view expected) {
  std::error_code error;
  if (!fs::exists(path, error)) throw bad_input("{}: no such file", path.string());
  if (!fs::is_regular_file(path, error)) throw bad_input("{}: not a regular file", path.string());
  const uint64_t size = fs::file_size(path, error);
  if (size == 0) throw bad_input("{}: the file is empty", path.string());
  std::array<char, kHeaderBytes> header{};
  std::ifstream in(path, std::ios::binary);
  in.read(header.data(), kHeaderBytes);
  if (in.gcount() < static_cast<std::streamsize>(kHeaderBytes))
    throw bad_input("{}: only {} bytes, too short for a Warpglass {}: it is truncated or something else", path.string(),
                    size, expected);
  if (std::string_view(header.data(), kMagic.size()) != kMagic)
    throw bad_input("{}: not a Warpglass {} (it does not begin as one)", path.string(), expected);
  return header;
}

void check_length(const fs::path& path, const std::array<char, kHeaderBytes>& header, const FileFormat& format) {
  uint64_t page = static_cast<uint8_t>(header[16]) << 8 | static_cast<uint8_t>(header[17]);
  if (page == 1) page = 65536;
  const uint64_t expected = page * big_endian(header, 28);
  const uint64_t found = fs::file_size(path);
  if (page < 512 || (page & (page - 1)) != 0)
    throw bad_input("{}: broken {} (impossible page size {}): {}", path.string(), format.name, page, format.remedy);
  if (found < expected)
    throw bad_input("{}: {} truncated (expected {} bytes, found {}): {}", path.string(), format.name, expected, found,
                    format.remedy);
}

}  // namespace

const FileFormat& detect_format(const fs::path& path) {
  const auto header = read_header(path, "file");
  const uint32_t id = big_endian(header, 68);
  for (const FileFormat* format : kFormats) {
    if (format->application_id != id) continue;
    const uint32_t version = big_endian(header, 60);
    if (version > format->version)
      throw bad_input("{}: {} format {} is newer than the {} that this Warpglass reads: use a newer Warpglass",
                      path.string(), format->name, version, format->version);
    if (version == 0)
      throw bad_input("{}: {} format 0 does not exist: {}", path.string(), format->name, format->remedy);
    check_length(path, header, *format);
    return *format;
  }
  throw bad_input("{}: a SQLite database, but none of Warpglass's (application_id {:#x})", path.string(), id);
}

Database Database::open_read(const fs::path& path, const FileFormat& format) {
  const FileFormat& found = detect_format(path);
  if (&found != &format)
    throw bad_input("{}: this is a {}, a {} is needed here", path.string(), found.name, format.name);
  Database database(path, format);
  // immutable: no locks, no journal, so that files on read-only media open and a hot journal is never rolled back.
  std::string uri = "file:";
  for (const char c : fs::absolute(path).string())
    uri += std::string_view("?#%").find(c) == std::string_view::npos ? std::string(1, c) : fmt::format("%{:02x}", c);
  uri += "?immutable=1";
  if (sqlite3_open_v2(uri.c_str(), &database.handle_, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                      nullptr) != SQLITE_OK)
    database.fail(sqlite3_errmsg(database.handle_));
  sqlite3_db_config(database.handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database.handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database.handle_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(database.handle_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_limit(database.handle_, SQLITE_LIMIT_LENGTH, kLargestValue);
  database.version_ = big_endian(read_header(path, format.name), 60);
  database.execute("PRAGMA cell_size_check = ON");
  return database;
}

Database Database::create(const fs::path& path, const FileFormat& format) {
  Database database(path, format);
  database.version_ = format.version;
  database.temporary_ = temporary_name_beside(path);
  if (sqlite3_open_v2(database.temporary_.c_str(), &database.handle_,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    throw bad_input("{}: cannot be written ({}; is the folder there?)", path.string(),
                    sqlite3_errmsg(database.handle_));
  // The rename is what makes the file appear, so SQLite's own journal is not needed.
  database.execute("PRAGMA journal_mode = OFF");
  database.execute("PRAGMA synchronous = OFF");
  database.execute(fmt::format("PRAGMA application_id = {}", format.application_id));
  database.execute(fmt::format("PRAGMA user_version = {}", format.version));
  database.execute("BEGIN");
  return database;
}

Database::~Database() { close(); }

Database::Database(Database&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      format_(other.format_),
      version_(other.version_),
      handle_(other.handle_) {
  other.handle_ = nullptr;
  other.temporary_.clear();
}

Database& Database::operator=(Database&& other) noexcept {
  if (this != &other) {
    close();
    path_ = std::move(other.path_);
    temporary_ = std::move(other.temporary_);
    format_ = other.format_;
    handle_ = other.handle_;
    other.handle_ = nullptr;
    other.temporary_.clear();
  }
  return *this;
}

void Database::close() noexcept {
  if (handle_ != nullptr) sqlite3_close_v2(handle_);
  handle_ = nullptr;
  if (!temporary_.empty()) {
    std::error_code ignored;
    fs::remove(temporary_, ignored);
    temporary_.clear();
  }
}

void Database::fail(const std::string& detail) const {
  if (!temporary_.empty()) throw bad_input("{}: cannot be written ({})", path_.string(), detail);
  throw bad_input("{}: broken {} ({}): {}", path_.string(), format_->name, detail, format_->remedy);
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(sqlite3_errmsg(handle_));
}

Statement Database::prepare(const std::string& sql) const {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) fail(sqlite3_errmsg(handle_));
  return Statement(*this, statement);
}

int64_t Database::last_insert_id() const { return sqlite3_last_insert_rowid(handle_); }

void Database::finish() {
  execute("COMMIT");
  const int status = sqlite3_close(handle_);
  if (status != SQLITE_OK) throw internal_error("{}: closed with statements open", path_.string());
  handle_ = nullptr;
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) fail(error.message());
  temporary_.clear();
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement& Statement::bind(int parameter, int64_t value) {
  sqlite3_bind_int64(handle_, parameter, value);
  return *this;
}
Statement& Statement::bind(int parameter, double value) {
  sqlite3_bind_double(handle_, parameter, value);
  return *this;
}
Statement& Statement::bind(int parameter, std::string_view text) {
  sqlite3_bind_text64(handle_, parameter, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}
Statement& Statement::bind_blob(int parameter, std::span<const uint8_t> bytes) {
  if (bytes.empty())
    sqlite3_bind_zeroblob(handle_, parameter, 0);
  else
    sqlite3_bind_blob64(handle_, parameter, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
  return *this;
}
Statement& Statement::bind_null(int parameter) {
  sqlite3_bind_null(handle_, parameter);
  return *this;
}

bool Statement::step() {
  const int status = sqlite3_step(handle_);
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE) {
    const std::string detail = sqlite3_errmsg(sqlite3_db_handle(handle_));
    sqlite3_reset(handle_);
    database_->fail(detail);
  }
  sqlite3_reset(handle_);
  return false;
}

void Statement::run() { step(); }
void Statement::reset() { sqlite3_reset(handle_); }
int Statement::columns() const { return sqlite3_column_count(handle_); }
bool Statement::is_null(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }
int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_, column); }
double Statement::real(int column) const { return sqlite3_column_double(handle_, column); }

std::string Statement::text(int column) const {
  const auto* text = sqlite3_column_text(handle_, column);
  if (text == nullptr) return "";
  return {reinterpret_cast<const char*>(text), static_cast<size_t>(sqlite3_column_bytes(handle_, column))};
}

std::span<const uint8_t> Statement::blob(int column) const {
  const auto* bytes = static_cast<const uint8_t*>(sqlite3_column_blob(handle_, column));
  return {bytes, static_cast<size_t>(sqlite3_column_bytes(handle_, column))};
}

}  // namespace warpglass
