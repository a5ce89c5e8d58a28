#include "simulated_cuda/fat_binary.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "base/error.h"
#include "isa/cubin.h"

namespace warpglass::simulated_cuda {
namespace {

struct Wrapper {
  uint32_t magic;
  uint32_t version;
  const uint8_t* data;
  const void* file;
};
struct Header {
  uint32_t magic;
  uint16_t version;
  uint16_t header_bytes;
  uint64_t bytes;  // behind the header
};
struct Entry {
  uint16_t kind;
  uint16_t version;
  uint32_t header_bytes;
  uint64_t bytes;  // behind the header
};
constexpr uint32_t kWrapperMagic = 0x466243b1, kHeaderMagic = 0xba55ed50;
constexpr uint16_t kElf = 2;
constexpr uint32_t kSm90 = 90;

template <class T>
T read(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace

std::vector<uint8_t> cubin_of(const void* wrapper) {
  const auto outer = read<Wrapper>(static_cast<const uint8_t*>(wrapper));
  if (outer.magic != kWrapperMagic || outer.version != 1 || outer.data == nullptr)
    throw unsupported("this program's device code is wrapped in a way that is not known (magic 0x{:08x}, version {})", outer.magic, outer.version);
  const auto header = read<Header>(outer.data);
  if (header.magic != kHeaderMagic || header.version != 1 || header.header_bytes < sizeof header)
    throw unsupported("this program's fat binary is of a kind that is not known (magic 0x{:08x}, version {})", header.magic, header.version);
  bool compressed = false;
  for (uint64_t at = 0; at + sizeof(Entry) <= header.bytes;) {
    const uint8_t* place = outer.data + header.header_bytes + at;
    const auto entry = read<Entry>(place);
    if (entry.header_bytes < sizeof entry || entry.bytes > header.bytes - at || entry.header_bytes > header.bytes - at - entry.bytes) break;
    if (entry.kind == kElf) {
      const std::span<const uint8_t> image(place + entry.header_bytes, entry.bytes);
      if (!isa::is_cubin(image)) compressed = true;
      else if (isa::read_cubin(image).sm == kSm90) return {image.begin(), image.end()};
    }
    at += entry.header_bytes + entry.bytes;
  }
  throw unsupported("this program holds no machine code for sm_90{}", compressed ? " that is not compressed: compile it with -no-compress" : "");
}

std::vector<uint8_t> cubin_at(const void* image) {
  const auto* bytes = static_cast<const uint8_t*>(image);
  if (!isa::is_cubin({bytes, sizeof(Elf64_Ehdr)})) throw unsupported("this library is no cubin");
  const auto header = read<Elf64_Ehdr>(bytes);
  const uint64_t sections = header.e_shoff + uint64_t{header.e_shentsize} * header.e_shnum;
  const uint64_t segments = header.e_phoff + uint64_t{header.e_phentsize} * header.e_phnum;
  return {bytes, bytes + std::max(sections, segments)};
}

}  // namespace warpglass::simulated_cuda
