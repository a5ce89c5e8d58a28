// A capsule whose checksums are right and whose content is anything: the description is the text before the first zero
// byte, and the numbers in the tables are what follows.
#include <cstring>
#include <string>

#include "tests/fuzz/numbers.h"
#include "tests/fuzz/read_capsule.h"
#include "traces/capsule_format.h"
#include "traces/container/blobs.h"

namespace {

using namespace warpglass;
using fuzz::Numbers;

void write(const std::filesystem::path& path, const std::string& info, Numbers numbers) {
  Database database = Database::create(path, kCapsuleFormat);
  {
    BlobWriter blobs(database, 1);
    for (const size_t bytes : {size_t{100}, size_t{kChunkBytes}, size_t{0}}) blobs.add(std::vector<uint8_t>(bytes, 7));
    blobs.set_value("info", info);
    database.execute("CREATE TABLE text(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, blob INTEGER NOT NULL)");
    database.execute("CREATE TABLE region(id INTEGER PRIMARY KEY, address INTEGER NOT NULL, bytes INTEGER NOT NULL, kind TEXT NOT NULL)");
    database.execute("CREATE TABLE chunk(region INTEGER NOT NULL, number INTEGER NOT NULL, before INTEGER NOT NULL, after INTEGER)");
    database.prepare("INSERT INTO text(kind, name, blob) VALUES('cubin', '', ?)").bind(1, numbers.next()).run();
    for (int i = 0; i < 20 && !numbers.empty(); ++i)
      if (numbers.next() % 2 == 0)
        database.prepare("INSERT INTO region VALUES(?, ?, ?, 'device')").bind(1, int64_t{i}).bind(2, numbers.next()).bind(3, numbers.next()).run();
      else
        database.prepare("INSERT INTO chunk VALUES(?, ?, ?, ?)").bind(1, numbers.next()).bind(2, numbers.next()).bind(3, numbers.next()).bind(4, numbers.next()).run();
  }
  write_seal(database, capsule_tables());
  database.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto* zero = static_cast<const uint8_t*>(size ? std::memchr(data, 0, size) : nullptr);
  const size_t text = zero ? static_cast<size_t>(zero - data) : size;
  const fuzz::TemporaryFile file("fuzz_capsule_content");
  write(file.path(), std::string(reinterpret_cast<const char*>(data), text), zero ? Numbers(zero + 1, size - text - 1) : Numbers(data, 0));
  fuzz::read_capsule(file.path());
  return 0;
}
