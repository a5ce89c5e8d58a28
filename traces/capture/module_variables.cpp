#include "traces/capture/module_variables.h"

#include "isa/elf_file.h"

namespace warpglass::capture {

std::vector<ModuleVariable> module_variables(std::span<const uint8_t> cubin) {
  const isa::ElfFile elf(cubin);
  std::vector<ModuleVariable> variables;
  for (const isa::ElfSymbol& symbol : elf.symbols()) {
    if (GELF_ST_TYPE(symbol.symbol.st_info) != STT_OBJECT || symbol.symbol.st_size == 0) continue;
    for (const isa::ElfSection& section : elf.sections()) {
      if (section.index != symbol.symbol.st_shndx) continue;
      const bool constant = section.name == ".nv.constant3";
      if (constant || section.name == ".nv.global" || section.name == ".nv.global.init")
        variables.push_back({symbol.name, symbol.symbol.st_value, symbol.symbol.st_size, constant, section.name == ".nv.global.init"});
    }
  }
  return variables;
}

}  // namespace warpglass::capture
