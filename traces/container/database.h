// Thin, safe wrapper around SQLite for Warpglass's files: read-only opening that trusts nothing, and writing to a
// temporary name that is renamed when complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace warpglass {

/// The kinds of file, told apart by SQLite's application_id.
struct FileFormat {
  std::string_view name;       ///< "capsule"
  uint32_t application_id;
  uint32_t version;            ///< newest version that this program reads and the one it writes
  std::string_view remedy;     ///< what to do about a broken file: "capture it again"
};

inline constexpr FileFormat kCapsuleFormat{"capsule", 0x57476301, 1, "capture it again"};
inline constexpr FileFormat kTraceFormat{"trace", 0x57476302, 1, "write it again with `warpglass replay --trace`"};
inline constexpr FileFormat kRunFormat{"run", 0x57476303, 2, "make it again with `warpglass run`"};

/// What kind of Warpglass file this is, from its first 100 bytes. Throws BadInput if it is none, truncated or newer.
const FileFormat& detect_format(const std::filesystem::path& path);

class Statement;

class Database {
 public:
  /// Opens for reading after checking header, length, kind and version. Throws BadInput.
  static Database open_read(const std::filesystem::path& path, const FileFormat& format);
  /// Creates a new file under a temporary name beside `path`.
  static Database create(const std::filesystem::path& path, const FileFormat& format);
  ~Database();
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;

  void execute(const std::string& sql);
  Statement prepare(const std::string& sql) const;
  int64_t last_insert_id() const;
  /// Commits, closes and renames the new file to its name.
  void finish();

  const std::filesystem::path& path() const { return path_; }
  const FileFormat& format() const { return *format_; }
  /// `BadInput: PATH: broken capsule (detail): capture it again`
  [[noreturn]] void fail(const std::string& detail) const;

 private:
  Database(std::filesystem::path path, const FileFormat& format) : path_(std::move(path)), format_(&format) {}
  void close() noexcept;

  std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< empty when reading
  const FileFormat* format_;
  sqlite3* handle_ = nullptr;
};

/// A prepared statement. Column numbers start at 0, parameters at 1.
class Statement {
 public:
  Statement(const Database& database, sqlite3_stmt* handle) : database_(&database), handle_(handle) {}
  ~Statement();
  Statement(Statement&& other) noexcept : database_(other.database_), handle_(other.handle_) { other.handle_ = nullptr; }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  Statement& operator=(Statement&&) = delete;

  Statement& bind(int parameter, int64_t value);
  Statement& bind(int parameter, double value);
  Statement& bind(int parameter, std::string_view text);
  Statement& bind_blob(int parameter, std::span<const uint8_t> bytes);
  Statement& bind_null(int parameter);
  /// True while there is a row. Resets after the last one.
  bool step();
  /// For INSERT: executes and resets.
  void run();
  void reset();

  int columns() const;
  bool is_null(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::span<const uint8_t> blob(int column) const;  ///< valid until the next step

 private:
  const Database* database_;
  sqlite3_stmt* handle_;
};

}  // namespace warpglass
