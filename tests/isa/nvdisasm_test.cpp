#include "isa/nvdisasm.h"

#include <sys/stat.h>

#include <cstdlib>
#include <optional>

#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

/// Sets an environment variable for the length of a test.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() {
    if (old_)
      setenv(name_, old_->c_str(), 1);
    else
      unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

/// An executable script that stands for nvdisasm.
std::string script(const std::string& name, const std::string& body) {
  const std::string path = ::testing::TempDir() + "/" + name;
  write_file(path, "#!/bin/sh\n" + body);
  chmod(path.c_str(), 0755);
  return path;
}

TEST(Nvdisasm, TheVariableNamesIt) {
  const std::string path = script("fake_nvdisasm", "echo Cuda compilation tools, release 99.9, V99.9.1\n");
  const Environment variable("WARPGLASS_NVDISASM", path);
  EXPECT_EQ(find_nvdisasm(), path);
  EXPECT_EQ(nvdisasm_version(path), "Cuda compilation tools, release 99.9, V99.9.1");
}

TEST(Nvdisasm, AWrongVariableIsAnError) {
  const Environment variable("WARPGLASS_NVDISASM", "/nowhere/nvdisasm");
  expect_error([] { find_nvdisasm(); }, ExitCode::Unsupported, "WARPGLASS_NVDISASM is /nowhere/nvdisasm");
}

TEST(Nvdisasm, PassesTheBytesWithoutAShell) {
  // The fourth argument is the file; the folder's name would break an unquoted shell command.
  const std::string folder = ::testing::TempDir() + "/with space; false";
  mkdir(folder.c_str(), 0700);
  const Environment temporary("TMPDIR", folder);
  const Environment variable("WARPGLASS_NVDISASM", script("cat_nvdisasm", "echo \"$1 $2 $3\"; cat \"$4\"\n"));
  const std::vector<uint8_t> bytes{'a', 'b', 'c'};
  EXPECT_EQ(disassemble(bytes), "-hex -g -c\nabc");
}

TEST(Nvdisasm, ItsRefusalIsReported) {
  const Environment variable("WARPGLASS_NVDISASM",
                             script("failing_nvdisasm", "echo nvdisasm fatal: broken >&2; exit 1\n"));
  expect_error([] { disassemble({}); }, ExitCode::BadInput,
               "nvdisasm refuses the cubin: nvdisasm fatal: broken");
}

// With the real program, where there is one.
TEST(Nvdisasm, DisassemblesTheStoredCubin) {
  try {
    find_nvdisasm();
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const auto cubin = stored_cubin("sm_90");
  const Program program = load_program(cubin, disassemble(cubin), "_Z5stagePKfPfi");
  const Program alone = load_program(cubin, disassemble(cubin, "_Z5stagePKfPfi"), "_Z5stagePKfPfi");
  EXPECT_EQ(alone.size(), program.size());
  expect_error([&] { disassemble(cubin, "nothing"); }, ExitCode::BadInput, "no kernel nothing");
  EXPECT_EQ(program.size(), stored_program("sm_90", "_Z5stagePKfPfi").size());
}

}  // namespace
}  // namespace warpglass::isa
