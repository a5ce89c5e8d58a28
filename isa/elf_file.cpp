#include "isa/elf_file.h"

#include <cstring>

#include "base/error.h"

namespace warpglass::isa {
namespace {

/// Far above what any real cubin has; a file with more is built to exhaust memory.
constexpr size_t kMaxSections = 1u << 20;
constexpr size_t kMaxNameBytes = 1u << 16;

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
  if (table >= 1 && table <= sections_.size() && offset < sections_[table - 1].bytes.size()) {
    const std::span<const uint8_t> rest = sections_[table - 1].bytes.subspan(offset);
    const auto* start = reinterpret_cast<const char*>(rest.data());
    const size_t length = strnlen(start, rest.size());
    if (length < rest.size() && length <= kMaxNameBytes) return std::string(start, length);
  }
  throw bad_input("cubin: a name lies outside of its string table or is too long");
}

void ElfFile::read_sections() {
  size_t count = 0, names = 0;
  if (elf_getshdrnum(elf_, &count) != 0 || elf_getshdrstrndx(elf_, &names) != 0 || count > kMaxSections)
    throw bad_input("cubin: broken section table");
  // libelf reports no sections at all when their table is cut off.
  if (count < 2) throw bad_input("cubin: no section table (truncated?)");
  uint64_t total = 0;
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
      // Sections that share bytes could make a small file need much memory.
      total += size;
      if (total > bytes_.size()) throw bad_input("cubin: its sections overlap");
    }
    sections_.push_back(std::move(section));
  }
  for (ElfSection& section : sections_) section.name = string_at(names, section.header.sh_name);
  for (size_t i = 0; i < sections_.size(); ++i) by_name_.emplace(sections_[i].name, i);
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
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &sections_[found->second];
}

}  // namespace warpglass::isa
