#include "simulated_cuda/module.h"

#include <cstring>

#include "base/error.h"
#include "isa/elf_file.h"
#include "isa/nvdisasm.h"
#include "traces/capture/constant_bank.h"
#include "traces/capture/module_variables.h"

namespace warpglass::simulated_cuda {

Module::Module(std::vector<uint8_t> cubin) : bytes_(std::move(cubin)), cubin_(isa::read_cubin(bytes_)) {}

const isa::Program& Module::program(const std::string& kernel) {
  const auto known = programs_.find(kernel);
  if (known != programs_.end()) return known->second;
  return programs_.emplace(kernel, isa::load_program(bytes_, isa::disassemble(bytes_, kernel), kernel)).first->second;
}

void Module::place_variables(AllocatedMemory& memory) {
  if (placed_) return;
  placed_ = true;
  const isa::ElfFile elf(bytes_);
  const isa::ElfSection* initial = elf.find(".nv.global.init");
  for (const capture::ModuleVariable& variable : capture::module_variables(bytes_)) {
    if (variable.constant) continue;
    const uint64_t address = memory.allocate(variable.bytes);
    if (address == 0) throw bad_input("no room for the variable {} of {} bytes", variable.name, variable.bytes);
    addresses_[variable.name] = address;
    if (!variable.initialised || initial == nullptr) continue;
    if (variable.offset > initial->bytes.size() || variable.bytes > initial->bytes.size() - variable.offset)
      throw bad_input("the variable {} lies outside of its section", variable.name);
    std::memcpy(memory.host(address, variable.bytes), initial->bytes.data() + variable.offset, variable.bytes);
  }
}

// A bank's initial contents with the addresses of variables filled in.
std::vector<uint8_t> Module::bank(const isa::ConstantBank& source) const {
  constexpr uint32_t kWholeAddress = 2;  // R_CUDA_64
  std::vector<uint8_t> bytes = source.bytes;
  for (const isa::Relocation& relocation : source.relocations) {
    const auto found = addresses_.find(relocation.symbol);
    if (relocation.type != kWholeAddress || found == addresses_.end() || bytes.size() < 8 || relocation.offset > bytes.size() - 8)
      throw unsupported("constant bank {} needs the address of {}, which is not known", source.bank, relocation.symbol);
    const uint64_t address = found->second + static_cast<uint64_t>(relocation.addend);
    std::memcpy(bytes.data() + relocation.offset, &address, sizeof address);
  }
  return bytes;
}

std::shared_ptr<const LaunchImage> Module::launch_image(const std::string& kernel, const LaunchShape& shape, void** arguments,
                                                        uint32_t sm_count, AllocatedMemory& memory) {
  const isa::CubinKernel* found = cubin_.find(kernel);
  if (found == nullptr) throw bad_input("the program's device code has no kernel {}", kernel);
  place_variables(memory);
  capture::BankInputs inputs{shape, found->parameter_base, std::vector<uint8_t>(found->parameter_bytes), sm_count, found->static_shared_bytes, false};
  for (size_t i = 0; i < found->parameters.size(); ++i) {
    const isa::KernelParameter& parameter = found->parameters[i];
    if (parameter.offset > inputs.parameters.size() || parameter.bytes > inputs.parameters.size() - parameter.offset)
      throw bad_input("kernel {}: parameter {} lies outside of its block", kernel, i);
    std::memcpy(inputs.parameters.data() + parameter.offset, arguments[i], parameter.bytes);
  }
  CapsuleInfo info;
  info.kernel = kernel;
  info.shape = shape;
  for (const isa::ConstantBank& candidate : cubin_.constant_banks)
    if (candidate.bank != 0 && cubin_.constant_bank(candidate.bank, kernel) == &candidate) info.constant_banks[candidate.bank] = bank(candidate);
  const isa::ConstantBank* const image = cubin_.constant_bank(0, kernel);
  info.constant_banks[0] = capture::constant_bank0(inputs, {}, image ? std::span<const uint8_t>(image->bytes) : std::span<const uint8_t>());
  info.shared_window = capture::shared_window(info.constant_banks[0]);
  info.local_window = capture::local_window(info.constant_banks[0]);
  return make_launch(program(kernel), info);
}

}  // namespace warpglass::simulated_cuda
