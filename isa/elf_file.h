// A read-only view of a 64-bit ELF file in memory, by libelf.
#pragma once

#include <gelf.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpglass::isa {

struct ElfSection {
  std::string name;
  GElf_Shdr header{};
  size_t index = 0;
  std::span<const uint8_t> bytes;  ///< empty for NOBITS
};

struct ElfSymbol {
  std::string name;
  GElf_Sym symbol{};
};

class ElfFile {
 public:
  /// Throws BadInput when the bytes are no 64-bit little-endian ELF file or a section lies outside of them.
  explicit ElfFile(std::span<const uint8_t> bytes);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  const GElf_Ehdr& header() const { return header_; }
  const std::vector<ElfSection>& sections() const { return sections_; }
  const std::vector<ElfSymbol>& symbols() const { return symbols_; }
  /// nullptr if there is none.
  const ElfSection* find(std::string_view name) const;

 private:
  void read_sections();
  void read_symbols();
  std::string string_at(size_t table, uint64_t offset) const;

  std::span<const uint8_t> bytes_;
  Elf* elf_ = nullptr;
  GElf_Ehdr header_{};
  std::vector<ElfSection> sections_;  ///< section i is at i - 1: the first of the file is empty
  std::unordered_map<std::string_view, size_t> by_name_;
  std::vector<ElfSymbol> symbols_;
};

}  // namespace warpglass::isa
