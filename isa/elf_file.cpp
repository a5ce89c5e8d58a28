#include "isa/elf_file.h"

#include <cstring>

#include "base/error.h"

namespace warpglass::isa {
namespace {

/// Far above what any real cubin has; a file with more is built to exhaust memory.
constexpr size_t kMaxSections = 1u << 20;

/// Copies a record out of a table that may be misaligned; the caller has checked the bounds.
template <typename Record>
Record record_at(std::span<const uint8_t> bytes, size_t offset) {
  Record record;
  std::memcpy(&record, bytes.data() + offset, sizeof record);
  return record;
}

}  // namespace

ElfFile::ElfFile(std::span<const uint8_t> bytes) : bytes_(bytes) {
  if (bytes.size() < sizeof(Elf64_Ehdr) || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0 ||
      bytes[EI_CLASS] != ELFCLASS64 || bytes[EI_DATA] != ELFDATA2LSB)
    throw bad_input("cubin: not a 64-bit little-endian ELF file");
  elf_version(EV_CURRENT);
  // libelf only reads in this mode, but its signature lacks the const.
  elf_ = elf_memory(const_cast<char*>(reinterpret_cast<const char*>(bytes.data())), bytes.size());
  if (!elf_) throw bad_input("cubin: {}", elf_errmsg(-1));
  try {
    if (!gelf_getehdr(elf_, &header_)) throw bad_input("cubin: no ELF header: {}", elf_errmsg(-1));
    read_sections();
    read_symbols();
  } catch (...) {
    elf_end(elf_);
    throw;
  }
}

ElfFile::~ElfFile() {
  elf_end(elf_);
}

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
  size_t count = 0, names = 0;
  if (elf_getshdrnum(elf_, &count) != 0 || elf_getshdrstrndx(elf_, &names) != 0 || count > kMaxSections)
    throw bad_input("cubin: broken section table");
  // libelf reports no sections at all when their table is cut off.
  if (count < 2) throw bad_input("cubin: no section table (truncated?)");
  for (size_t i = 1; i < count; ++i) {
    Elf_Scn* const scn = elf_getscn(elf_, i);
    ElfSection section;
    if (!scn || !gelf_getshdr(scn, &section.header)) throw bad_input("cubin: section {} is broken", i);
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
      const auto symbol = record_at<Elf64_Sym>(section.bytes, at);
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
