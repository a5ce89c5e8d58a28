// NVIDIA's disassembler, run as a program: Warpglass ships none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace warpglass::isa {

/// Where nvdisasm is: $WARPGLASS_NVDISASM, a `.tools` folder in the working directory or above it,
/// $CUDA_HOME/bin, $CUDA_PATH/bin, $PATH, /usr/local/cuda/bin; in that order. Throws Unsupported, with the
/// remedy, if it is nowhere.
std::filesystem::path find_nvdisasm();

/// The version line, e.g. "Cuda compilation tools, release 13.2, V13.2.86"; "" if it prints none.
std::string nvdisasm_version(const std::filesystem::path& nvdisasm);

/// Disassembles a cubin with `-hex -g -c`. Throws Unsupported if the program is not there, BadInput if it
/// refuses the cubin.
std::string disassemble(std::span<const uint8_t> cubin);

/// The same for one kernel: a library's cubin can have a gigabyte of disassembly, one kernel a few megabytes
/// at most. Throws BadInput if the cubin has no such kernel.
std::string disassemble(std::span<const uint8_t> cubin, std::string_view kernel);

}  // namespace warpglass::isa
