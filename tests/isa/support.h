// What several of the tests need: stored cubins, and single lines of disassembly as the decoder wants them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "isa/decode.h"
#include "isa/program.h"

namespace warpglass::isa {

inline std::vector<uint8_t> stored_cubin(const std::string& architecture) {
  return read_file(WARPGLASS_SOURCE_DIR "/tests/isa/data/basic." + architecture + ".cubin", 1 << 20);
}

inline std::string stored_disassembly(const std::string& architecture) {
  return read_text_file(WARPGLASS_SOURCE_DIR "/tests/isa/data/basic." + architecture + ".sass", 1 << 20);
}

inline Program stored_program(const std::string& architecture, std::string_view kernel) {
  return load_program(stored_cubin(architecture), stored_disassembly(architecture), kernel);
}

/// One instruction, with its encoding, in a function of its own.
struct Line {
  std::string text;
  uint64_t low = 0;
  uint64_t high = 0;
  uint32_t address = 0;
  std::map<std::string_view, uint32_t> labels = {};
};

inline Instruction decode_line(const Line& line, uint32_t sm = 90) {
  DisassembledFunction function{
      "kernel", {{line.address, 1, line.text, line.low, line.high, 0, 0}}, line.labels};
  return decode_instruction(function, 0, sm);
}

/// Expects that `statement` throws an Error with this exit code whose sentence contains `part`.
template <typename Statement>
void expect_error(Statement&& statement, ExitCode code, const std::string& part) {
  try {
    statement();
    ADD_FAILURE() << "nothing was thrown; expected: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

}  // namespace warpglass::isa
