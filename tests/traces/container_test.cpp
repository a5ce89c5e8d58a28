// Blobs, named values and the seal of Warpglass's files.
#include <gtest/gtest.h>
#include <unistd.h>

#include <random>

#include "base/error.h"
#include "base/file.h"
#include "traces/container/blobs.h"

namespace warpglass {
namespace {
namespace fs = std::filesystem;

class ContainerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = fs::temp_directory_path() / fmt::format("warpglass-container-{}-{}", ::getpid(), ::testing::UnitTest::GetInstance()->current_test_info()->name());
  }
  void TearDown() override { fs::remove(path_); }

  static std::vector<uint8_t> noise(size_t bytes) {
    std::mt19937 random(static_cast<unsigned>(bytes));
    std::vector<uint8_t> out(bytes);
    for (uint8_t& byte : out) byte = static_cast<uint8_t>(random());
    return out;
  }

  fs::path path_;
};

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::BadInput);
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return "";
}

TEST_F(ContainerTest, BlobsAreSharedAndComeBack) {
  int64_t first, second, empty;
  {
    Database database = Database::create(path_, kRunFormat);
    {
      BlobWriter writer(database);
      first = writer.add(noise(100000));
      EXPECT_EQ(writer.add(noise(100000)), first);
      second = writer.add(noise(7));
      empty = writer.add({});
      EXPECT_NE(first, second);
      writer.set_value("key", "text");
    }
    write_seal(database, {});
    database.finish();
  }
  const Database database = Database::open_read(path_, kRunFormat);
  const BlobReader reader(database, {});
  EXPECT_EQ(reader.read(first, 100000), noise(100000));
  EXPECT_EQ(reader.read(second, 7), noise(7));
  EXPECT_TRUE(reader.read(empty, 7).empty());
  EXPECT_EQ(reader.value("key"), "text");
  EXPECT_NE(refusal([&] { reader.read(first, 99999); }).find(path_.filename().string()), std::string::npos);
  EXPECT_FALSE(refusal([&] { reader.read(12345, 10); }).empty());
  EXPECT_FALSE(refusal([&] { reader.value("nosuch"); }).empty());
}

// No memory is taken for what is only claimed.
TEST_F(ContainerTest, ABlobIsAsLargeAsItsData) {
  int64_t id;
  {
    Database database = Database::create(path_, kRunFormat);
    {
      BlobWriter writer(database);
      id = writer.add(noise(7));
    }
    database.execute("UPDATE blob SET bytes = 1000000000");
    write_seal(database, {});
    database.finish();
  }
  const Database database = Database::open_read(path_, kRunFormat);
  const BlobReader reader(database, {});
  EXPECT_NE(refusal([&] { reader.read(id, uint64_t{1} << 32); }).find("another number"), std::string::npos);
}

TEST_F(ContainerTest, WithoutASealAFileIsRefused) {
  {
    Database database = Database::create(path_, kRunFormat);
    { BlobWriter writer(database); }
    database.finish();
  }
  const Database database = Database::open_read(path_, kRunFormat);
  EXPECT_FALSE(refusal([&] { BlobReader reader(database, {}); }).empty());
}

TEST_F(ContainerTest, AChangedRowBreaksTheSeal) {
  {
    Database database = Database::create(path_, kRunFormat);
    {
      BlobWriter writer(database);
      writer.set_value("cycles", "1000");
    }
    write_seal(database, {});
    database.execute("UPDATE value SET text = '1001'");
    database.finish();
  }
  const Database database = Database::open_read(path_, kRunFormat);
  EXPECT_FALSE(refusal([&] { BlobReader reader(database, {}); }).empty());
}

TEST_F(ContainerTest, TheKindIsChecked) {
  {
    Database database = Database::create(path_, kRunFormat);
    database.execute("CREATE TABLE t (a)");
    database.finish();
  }
  EXPECT_EQ(&detect_format(path_), &kRunFormat);
  EXPECT_NE(refusal([&] { Database::open_read(path_, kCapsuleFormat); }).find("run"), std::string::npos);
}

TEST_F(ContainerTest, AnUnfinishedFileIsNotThere) {
  { Database database = Database::create(path_, kRunFormat); }
  EXPECT_FALSE(fs::exists(path_));
}

}  // namespace
}  // namespace warpglass
