// What a cubin says about its kernels. Reads hostile files: every offset and size is checked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::isa {

/// A kernel parameter in the parameter block.
struct KernelParameter {
  uint16_t ordinal = 0;
  uint32_t offset = 0;  ///< from the start of the parameters
  uint32_t bytes = 0;
};

/// A place in a section that the loader fills in.
struct Relocation {
  uint64_t offset = 0;  ///< in the section
  uint32_t type = 0;    ///< R_CUDA_*: 2 is R_CUDA_64, a whole 64-bit address
  std::string symbol;
  int64_t addend = 0;
};

/// Initial contents of a constant bank. `kernel` is "" for banks that all kernels of the module share (3, 4).
struct ConstantBank {
  uint32_t bank = 0;
  std::string kernel;
  std::vector<uint8_t> bytes;
  std::vector<Relocation> relocations;
};

struct CubinKernel {
  std::string name;                  ///< mangled
  uint32_t symbol = 0;               ///< index in the symbol table (nvdisasm -fun)
  std::vector<uint8_t> code;         ///< the section .text.<name>: kernel and the functions behind it
  uint32_t registers = 0;            ///< per thread
  uint32_t static_shared_bytes = 0;  ///< with what the system reserves (0x400 on sm_90)
  uint32_t frame_bytes = 0;          ///< stack frame of the kernel itself, per thread
  uint32_t local_bytes = 0;          ///< smallest stack that the kernel needs, calls included, per thread
  uint32_t parameter_base = 0;       ///< offset in constant bank 0
  uint32_t parameter_bytes = 0;
  uint32_t barriers = 0;                    ///< named barriers
  uint32_t max_threads = 0;                 ///< __launch_bounds__, 0 if not given
  std::vector<KernelParameter> parameters;  ///< by ordinal
  std::vector<Relocation> relocations;      ///< of the code
};

struct Cubin {
  uint32_t sm = 0;       ///< 90 for sm_90 and sm_90a
  uint32_t toolkit = 0;  ///< 130 for CUDA 13.0, 0 if not said
  std::vector<CubinKernel> kernels;
  std::vector<ConstantBank> constant_banks;

  /// nullptr if there is none of that name.
  const CubinKernel* find(std::string_view kernel) const;
  /// The kernel's own bank, else the module's; nullptr if there is none.
  const ConstantBank* constant_bank(uint32_t bank, std::string_view kernel) const;
};

/// True if the bytes begin as a CUDA ELF file does.
bool is_cubin(std::span<const uint8_t> bytes);

/// Throws BadInput when the file is no cubin or damaged.
Cubin read_cubin(std::span<const uint8_t> bytes);

}  // namespace warpglass::isa
