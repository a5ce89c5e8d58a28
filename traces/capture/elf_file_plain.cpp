// isa::ElfFile without libelf: Debian's static libelf cannot go into a shared object (it is not position-independent), and
// a library that is loaded into any process must need no other.
#include <cstring>

#include "base/error.h"
#include "isa/elf_file.h"

namespace warpglass::isa {
namespace {

constexpr size_t kMaxSections = 1u << 20;

/// Copies a record out of the file, which may be misaligned and too short.
template <typename Record>
Record record_at(std::span<const uint8_t> bytes, uint64_t offset, const char* what) {
  if (offset > bytes.size() || sizeof(Record) > bytes.size() - offset)
    throw bad_input("cubin: the {} lies outside of the file (truncated?)", what);
  Record record;
  std::memcpy(&record, bytes.data() + offset, sizeof record);
  return record;
}

}  // namespace

ElfFile::ElfFile(std::span<const uint8_t> bytes) : bytes_(bytes) {
  if (bytes.size() < sizeof(Elf64_Ehdr) || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0 ||
      bytes[EI_CLASS] != ELFCLASS64 || bytes[EI_DATA] != ELFDATA2LSB)
    throw bad_input("cubin: not a 64-bit little-endian ELF file");
  header_ = record_at<Elf64_Ehdr>(bytes, 0, "header");
  read_sections();
  read_symbols();
}

ElfFile::~ElfFile() = default;

std::string ElfFile::string_at(size_t table, uint64_t offset) const {
  for (const ElfSection& section : sections_) {
    if (section.index != table || offset >= section.bytes.size()) continue;
    const auto* start = reinterpret_cast<const char*>(section.bytes.data()) + offset;
    const size_t limit = section.bytes.size() - offset;
    const size_t length = strnlen(start, limit);
    if (length < limit) return std::string(start, length);
  }
  throw bad_input("cubin: a name lies outside of its string table");
}

void ElfFile::read_sections() {
  if (header_.e_shoff == 0) return;
  const auto at = [&](uint64_t index) {
    return record_at<Elf64_Shdr>(bytes_, header_.e_shoff + index * sizeof(Elf64_Shdr), "section table");
  };
  // Section 0 holds the numbers that do not fit into the header.
  const Elf64_Shdr zero = at(0);
  const uint64_t count = header_.e_shnum != 0 ? header_.e_shnum : zero.sh_size;
  const uint64_t names = header_.e_shstrndx != SHN_XINDEX ? header_.e_shstrndx : zero.sh_link;
  if (count > kMaxSections || header_.e_shentsize != sizeof(Elf64_Shdr)) throw bad_input("cubin: broken section table");
  for (uint64_t i = 1; i < count; ++i) {
    ElfSection section;
    section.header = at(i);
    section.index = i;
    const uint64_t offset = section.header.sh_offset, size = section.header.sh_size;
    if (section.header.sh_type != SHT_NOBITS && section.header.sh_type != SHT_NULL) {
      if (offset > bytes_.size() || size > bytes_.size() - offset)
        throw bad_input("cubin: section {} lies outside of the file (truncated?)", i);
      section.bytes = bytes_.subspan(offset, size);
    }
    sections_.push_back(std::move(section));
  }
  for (ElfSection& section : sections_) section.name = string_at(names, section.header.sh_name);
}

void ElfFile::read_symbols() {
  for (const ElfSection& section : sections_) {
    if (section.header.sh_type != SHT_SYMTAB) continue;
    for (size_t at = 0; at + sizeof(Elf64_Sym) <= section.bytes.size(); at += sizeof(Elf64_Sym)) {
      const auto symbol = record_at<Elf64_Sym>(section.bytes, at, "symbol table");
      symbols_.push_back({string_at(section.header.sh_link, symbol.st_name), symbol});
    }
    return;
  }
}

const ElfSection* ElfFile::find(std::string_view name) const {
  for (const ElfSection& section : sections_)
    if (section.name == name) return &section;
  return nullptr;
}

}  // namespace warpglass::isa
