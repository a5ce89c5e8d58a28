#include "isa/cubin.h"

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "isa/cubin_info.h"
#include "isa/elf_file.h"
#include "isa/instruction.h"
#include "isa/text.h"

namespace warpglass::isa {
namespace {

constexpr uint16_t kMachineCuda = 190;  // EM_CUDA
constexpr uint8_t kAbiCuda13 = 8;  // EI_ABIVERSION from which e_flags holds the architecture in bits 8–15
constexpr std::string_view kTextPrefix = ".text.";
constexpr std::string_view kConstantPrefix = ".nv.constant";

class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : elf_(bytes) {}

  Cubin read() {
    if (elf_.header().e_machine != kMachineCuda) throw bad_input("cubin: an ELF file, but not for CUDA");
    architecture();
    index();
    for (const ElfSection& section : elf_.sections()) {
      std::string_view name = section.name;
      if (take(name, kTextPrefix)) kernel(section, name);
      if (take(name, kConstantPrefix)) constant_bank(section, name);
    }
    module_info();
    return std::move(result_);
  }

 private:
  void architecture() {
    const uint32_t flags = elf_.header().e_flags;
    result_.sm = elf_.header().e_ident[EI_ABIVERSION] >= kAbiCuda13 ? flags >> 8 & 0xff : flags & 0xff;
    if (const ElfSection* note = elf_.find(".note.nv.cuinfo")) toolkit(*note);
  }

  /// Note header (12 bytes), owner name padded to 4 bytes, then u16 version, u16 architecture, u16 toolkit.
  void toolkit(const ElfSection& note) {
    const InfoRecord record{0, 0, 0, note.bytes};
    const uint64_t payload = 12 + (uint64_t{record.word(0)} + 3) / 4 * 4;
    result_.toolkit = record.half(payload + 4);
  }

  /// Which names are kernels, and which sections relocate which others.
  void index() {
    constexpr uint8_t kEntry = 0x10;  // STO_CUDA_ENTRY
    for (size_t i = 0; i < elf_.symbols().size(); ++i) {
      const ElfSymbol& symbol = elf_.symbols()[i];
      if ((symbol.symbol.st_other & kEntry) != 0) entries_.emplace(symbol.name, static_cast<uint32_t>(i));
    }
    for (const ElfSection& section : elf_.sections())
      if (section.header.sh_type == SHT_RELA || section.header.sh_type == SHT_REL)
        relocation_sections_.emplace(section.header.sh_info, &section);
  }

  void kernel(const ElfSection& section, std::string_view name) {
    const auto entry = entries_.find(name);
    if (entry == entries_.end()) return;  // a function that is no kernel, or a second section of that name
    if (section.bytes.size() % kInstructionBytes != 0)
      throw bad_input("cubin: the code of {} is not a whole number of instructions", name);
    CubinKernel kernel;
    kernel.name = name;
    kernel.symbol = entry->second;
    entries_.erase(entry);
    kernel.code.assign(section.bytes.begin(), section.bytes.end());
    kernel.registers = section.header.sh_info >> 24;
    kernel.relocations = relocations(section);
    if (const ElfSection* shared = elf_.find(".nv.shared." + kernel.name))
      kernel.static_shared_bytes =
          static_cast<uint32_t>(std::min<uint64_t>(shared->header.sh_size, UINT32_MAX));
    if (const ElfSection* info = elf_.find(".nv.info." + kernel.name)) kernel_info(*info, kernel);
    result_.kernels.push_back(std::move(kernel));
  }

  void kernel_info(const ElfSection& section, CubinKernel& kernel) {
    for (const InfoRecord& record : read_info_records(section.bytes)) {
      if (record.is(Attribute::ParameterBank)) {
        kernel.parameter_base = record.half(4);
        kernel.parameter_bytes = record.half(6);
      } else if (record.is(Attribute::ParameterInfo)) {
        kernel.parameters.push_back({record.half(4), record.half(6), record.word(8) >> 18});
      } else if (record.is(Attribute::ParameterInfoV2)) {
        kernel.parameters.push_back({record.half(4), record.half(6), record.word(12)});
      } else if (record.is(Attribute::MaxThreads)) {
        const uint64_t threads = uint64_t{record.word(0)} * record.word(4);
        kernel.max_threads =
            static_cast<uint32_t>(std::min<uint64_t>(threads, 1024)) * std::min(record.word(8), 1024u);
      } else if (record.is(Attribute::BarrierCount)) {
        kernel.barriers = record.value & 0xff;
      }
    }
    std::sort(kernel.parameters.begin(), kernel.parameters.end(),
              [](const auto& a, const auto& b) { return a.ordinal < b.ordinal; });
  }

  /// `name` is what follows ".nv.constant": "3" or "0.<kernel>".
  void constant_bank(const ElfSection& section, std::string_view name) {
    const auto bank = take_number(name);
    if (!bank || *bank > 31) return;
    if (!name.empty() && !take(name, ".")) return;
    result_.constant_banks.push_back(
        {*bank, std::string(name), {section.bytes.begin(), section.bytes.end()}, relocations(section)});
  }

  std::vector<Relocation> relocations(const ElfSection& target) const {
    std::vector<Relocation> result;
    const auto [first, last] = relocation_sections_.equal_range(target.index);
    for (auto it = first; it != last; ++it) {
      const ElfSection& section = *it->second;
      const bool with_addend = section.header.sh_type == SHT_RELA;
      const size_t bytes = with_addend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
      for (size_t at = 0; bytes <= section.bytes.size() - at; at += bytes)
        result.push_back(relocation(section.bytes.subspan(at, bytes), with_addend));
    }
    return result;
  }

  Relocation relocation(std::span<const uint8_t> bytes, bool with_addend) const {
    const InfoRecord record{0, 0, 0, bytes};
    const auto quad = [&](size_t offset) {
      return record.word(offset) | uint64_t{record.word(offset + 4)} << 32;
    };
    const uint64_t symbol = quad(8) >> 32;
    if (symbol >= elf_.symbols().size())
      throw bad_input("cubin: a relocation names symbol {}, which is not there", symbol);
    return {quad(0), static_cast<uint32_t>(quad(8)), elf_.symbols()[symbol].name,
            with_addend ? static_cast<int64_t>(quad(16)) : 0};
  }

  /// `.nv.info`: register counts and stack sizes, by symbol.
  void module_info() {
    const ElfSection* section = elf_.find(".nv.info");
    if (!section) return;
    std::unordered_map<std::string_view, CubinKernel*> kernels;
    for (CubinKernel& kernel : result_.kernels) kernels.emplace(kernel.name, &kernel);
    for (const InfoRecord& record : read_info_records(section->bytes)) {
      const uint32_t symbol = record.word(0);
      if (record.bytes.size() < 8 || symbol >= elf_.symbols().size()) continue;
      const auto found = kernels.find(elf_.symbols()[symbol].name);
      if (found == kernels.end()) continue;
      CubinKernel& kernel = *found->second;
      if (record.is(Attribute::RegisterCount)) kernel.registers = record.word(4);
      if (record.is(Attribute::FrameSize)) kernel.frame_bytes = record.word(4);
      if (record.is(Attribute::MinStackSize))
        kernel.local_bytes = std::max(kernel.local_bytes, record.word(4));
    }
    for (CubinKernel& kernel : result_.kernels)
      kernel.local_bytes = std::max(kernel.local_bytes, kernel.frame_bytes);
  }

  ElfFile elf_;
  std::unordered_map<std::string_view, uint32_t> entries_;  ///< kernels that were not met yet
  std::unordered_multimap<size_t, const ElfSection*> relocation_sections_;
  Cubin result_;
};

}  // namespace

const CubinKernel* Cubin::find(std::string_view kernel) const {
  for (const CubinKernel& candidate : kernels)
    if (candidate.name == kernel) return &candidate;
  return nullptr;
}

const ConstantBank* Cubin::constant_bank(uint32_t bank, std::string_view kernel) const {
  const ConstantBank* shared = nullptr;
  for (const ConstantBank& candidate : constant_banks) {
    if (candidate.bank != bank) continue;
    if (candidate.kernel == kernel) return &candidate;
    if (candidate.kernel.empty()) shared = &candidate;
  }
  return shared;
}

bool is_cubin(std::span<const uint8_t> bytes) {
  constexpr size_t kMachineOffset = 18;
  return bytes.size() >= sizeof(Elf64_Ehdr) && bytes[0] == 0x7f && bytes[1] == 'E' && bytes[2] == 'L' &&
         bytes[3] == 'F' && bytes[kMachineOffset] == kMachineCuda && bytes[kMachineOffset + 1] == 0;
}

Cubin read_cubin(std::span<const uint8_t> bytes) {
  return Reader(bytes).read();
}

}  // namespace warpglass::isa
