// Capsules come back as they were written, and no broken file is read as if it were whole.
#include "traces/capsule.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "base/error.h"
#include "base/file.h"

namespace warpglass {
namespace {
namespace fs = std::filesystem;

class CapsuleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / fmt::format("warpglass-capsule-{}-{}", ::getpid(),
                                                      ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::vector<uint8_t> noise(size_t bytes, unsigned seed) {
    std::mt19937 generator(seed);
    std::vector<uint8_t> out(bytes);
    for (uint8_t& byte : out) byte = static_cast<uint8_t>(generator());
    return out;
  }

  fs::path write_sample() const {
    const fs::path path = folder_ / "sample.capsule";
    CapsuleWriter writer(path);
    CapsuleInfo info;
    info.kernel = "_Z4vaddPKfS0_Pfi";
    info.demangled = "vadd(const float*, const float*, float*, int)";
    info.shape = {{4, 2, 1}, {128, 1, 1}, {1, 1, 1}, 512};
    info.parameters = {1, 2, 3, 255};
    info.constant_banks[0] = noise(0x240, 7);
    info.origin.device["name"] = "NVIDIA H200";
    info.origin.application = "./app \xff\xfe";  // no UTF-8: must not lose the capsule
    writer.set_info(info);
    writer.set_cubin(noise(5000, 1));
    writer.set_disassembly("NOP ;");
    writer.add_source({"kernel.cu", "int main() {}\n"});
    const size_t region = writer.add_region({0x7f0000000000, kChunkBytes + 100, "device"});
    writer.set_chunk_before(region, 0, noise(kChunkBytes, 2));
    writer.set_chunk_before(region, 1, noise(100, 3));
    writer.set_chunk_after(region, 1, noise(100, 4));
    writer.finish();
    return path;
  }

  static std::string refusal(const fs::path& path) {
    try {
      Capsule::open(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::BadInput) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "opened " << path;
    return "";
  }

  fs::path folder_;
};

TEST_F(CapsuleTest, ComesBackAsWritten) {
  const Capsule capsule = Capsule::open(write_sample());
  EXPECT_EQ(capsule.info().kernel, "_Z4vaddPKfS0_Pfi");
  EXPECT_EQ(capsule.info().shape.grid, (Dim3{4, 2, 1}));
  EXPECT_EQ(capsule.info().shape.dynamic_shared_bytes, 512u);
  EXPECT_EQ(capsule.info().parameters, (std::vector<uint8_t>{1, 2, 3, 255}));
  EXPECT_EQ(capsule.info().constant_banks.at(0), noise(0x240, 7));
  EXPECT_EQ(capsule.info().origin.device.at("name"), "NVIDIA H200");
  EXPECT_EQ(capsule.cubin(), noise(5000, 1));
  EXPECT_EQ(capsule.disassembly(), "NOP ;");
  ASSERT_EQ(capsule.sources().size(), 1u);
  EXPECT_EQ(capsule.sources()[0].text, "int main() {}\n");
  ASSERT_EQ(capsule.regions().size(), 1u);
  EXPECT_EQ(capsule.regions()[0].chunks(), 2u);
  EXPECT_FALSE(capsule.chunk_changed(0, 0));
  EXPECT_TRUE(capsule.chunk_changed(0, 1));
  EXPECT_EQ(capsule.chunk_after(0, 0), noise(kChunkBytes, 2));
  EXPECT_EQ(capsule.chunk_before(0, 1), noise(100, 3));
  EXPECT_EQ(capsule.chunk_after(0, 1), noise(100, 4));
}

TEST_F(CapsuleTest, UnfinishedWriterLeavesNothingBehind) {
  { CapsuleWriter writer(folder_ / "never.capsule"); }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(CapsuleTest, AnyFlippedByteOfTheContentIsNoticed) {
  const fs::path path = write_sample();
  const std::vector<uint8_t> whole = read_file(path, 1 << 24);
  std::mt19937 generator(11);
  int noticed = 0;
  constexpr int kTries = 400;
  for (int i = 0; i < kTries; ++i) {
    std::vector<uint8_t> broken = whole;
    broken[generator() % broken.size()] ^= 0x55;
    write_file(path, {reinterpret_cast<const char*>(broken.data()), broken.size()});
    try {
      const Capsule capsule = Capsule::open(path);
      // What opens must be what was written: the flip hit unused space.
      EXPECT_EQ(capsule.cubin(), noise(5000, 1));
      EXPECT_EQ(capsule.chunk_after(0, 1), noise(100, 4));
      EXPECT_EQ(capsule.info().kernel, "_Z4vaddPKfS0_Pfi");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::BadInput);
      ++noticed;
    }
  }
  EXPECT_GT(noticed, kTries / 2);
}

TEST_F(CapsuleTest, EveryTruncationIsRefused) {
  const fs::path path = write_sample();
  const uint64_t size = fs::file_size(path);
  for (uint64_t keep = 0; keep < size; keep += 997) {
    const fs::path cut = folder_ / "cut.capsule";
    fs::copy_file(path, cut, fs::copy_options::overwrite_existing);
    fs::resize_file(cut, keep);
    EXPECT_NE(refusal(cut).find("cut.capsule"), std::string::npos);
  }
}

TEST_F(CapsuleTest, ForeignAndNewerFilesAreNamed) {
  EXPECT_NE(refusal(folder_ / "absent.capsule").find("no such file"), std::string::npos);
  write_file(folder_ / "text", std::string(5000, 'x'));
  EXPECT_NE(refusal(folder_ / "text").find("not a Warpglass"), std::string::npos);

  const fs::path path = write_sample();
  std::vector<uint8_t> bytes = read_file(path, 1 << 24);
  bytes[63] = 99;  // user_version
  write_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  EXPECT_NE(refusal(path).find("newer"), std::string::npos);
}

}  // namespace
}  // namespace warpglass
