#include "traces/capture/module_memory.h"

#include <algorithm>
#include <cstring>

namespace warpglass::capture {
namespace {

constexpr uint32_t kConstantVariables = 3, kAddressTable = 4;
constexpr uint32_t kRelocation64 = 2;  // R_CUDA_64: a whole address

CUdeviceptr address_of(const Driver& driver, CUmodule module, const std::string& name, uint64_t bytes) {
  CUdeviceptr address = 0;
  size_t size = 0;
  if (!module || driver.cuModuleGetGlobal_(&address, &size, module, name.c_str()) != CUDA_SUCCESS) return 0;
  return size >= bytes ? address : 0;
}

void fill_constants(const Driver& driver, CUmodule module, const std::vector<ModuleVariable>& variables,
                    std::vector<uint8_t>& bank, std::vector<std::string>& missing) {
  for (const ModuleVariable& variable : variables) {
    if (!variable.constant || variable.offset > bank.size() || variable.bytes > bank.size() - variable.offset) continue;
    const CUdeviceptr address = address_of(driver, module, variable.name, variable.bytes);
    if (address == 0 ||
        driver.cuMemcpyDtoH_(bank.data() + variable.offset, address, variable.bytes) != CUDA_SUCCESS)
      missing.push_back(variable.name);
  }
}

void fill_addresses(const Driver& driver, CUmodule module, const std::vector<isa::Relocation>& relocations,
                    std::vector<uint8_t>& bank, std::vector<std::string>& missing) {
  for (const isa::Relocation& relocation : relocations) {
    if (relocation.type != kRelocation64 || bank.size() < 8 || relocation.offset > bank.size() - 8) continue;
    CUdeviceptr address = address_of(driver, module, relocation.symbol, 0);
    if (address == 0) {
      missing.push_back(relocation.symbol);
      continue;
    }
    address += static_cast<uint64_t>(relocation.addend);
    std::memcpy(bank.data() + relocation.offset, &address, sizeof address);
  }
}

}  // namespace

std::vector<MemoryRegion> module_regions(const Driver& driver, CUmodule module,
                                         const std::vector<ModuleVariable>& variables) {
  std::vector<MemoryRegion> regions;
  for (const ModuleVariable& variable : variables) {
    if (variable.constant) continue;
    if (const CUdeviceptr address = address_of(driver, module, variable.name, variable.bytes))
      regions.push_back({address, variable.bytes, "module"});
  }
  return regions;
}

std::map<uint32_t, std::vector<uint8_t>> module_banks(const Driver& driver, CUmodule module, const isa::Cubin& cubin,
                                                      const std::string& kernel,
                                                      const std::vector<ModuleVariable>& variables,
                                                      std::vector<std::string>& missing) {
  std::map<uint32_t, std::vector<uint8_t>> banks;
  for (const isa::ConstantBank& candidate : cubin.constant_banks) {
    if (candidate.bank == 0) continue;
    const isa::ConstantBank* const source = cubin.constant_bank(candidate.bank, kernel);
    if (source != &candidate) continue;
    std::vector<uint8_t> bank = candidate.bytes;
    if (candidate.bank == kConstantVariables) fill_constants(driver, module, variables, bank, missing);
    fill_addresses(driver, module, candidate.relocations, bank, missing);
    banks[candidate.bank] = std::move(bank);
  }
  return banks;
}

}  // namespace warpglass::capture
