#include "isa/cubin_info.h"

#include "base/error.h"

namespace warpglass::isa {

uint16_t InfoRecord::half(size_t offset) const {
  if (bytes.size() < 2 || offset > bytes.size() - 2) return 0;
  return static_cast<uint16_t>(bytes[offset] | bytes[offset + 1] << 8);
}

uint32_t InfoRecord::word(size_t offset) const {
  return half(offset) | uint32_t{half(offset + 2)} << 16;
}

std::vector<InfoRecord> read_info_records(std::span<const uint8_t> section) {
  constexpr uint8_t kSizedValue = 4;
  std::vector<InfoRecord> result;
  size_t at = 0;
  while (section.size() - at >= 4) {
    InfoRecord record{
        section[at], section[at + 1], static_cast<uint16_t>(section[at + 2] | section[at + 3] << 8), {}};
    at += 4;
    if (record.format == kSizedValue) {
      if (record.value > section.size() - at)
        throw bad_input("cubin: an .nv.info record reaches over its section's end");
      record.bytes = section.subspan(at, record.value);
      at += record.value;
    } else if (record.format == 0 || record.format > kSizedValue) {
      throw bad_input("cubin: .nv.info holds a record of unknown format {}", record.format);
    }
    result.push_back(record);
  }
  return result;
}

}  // namespace warpglass::isa
