#include "traces/capsule_format.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/json_number.h"

namespace warpglass {
namespace {

using nlohmann::json;

std::string to_hex(const std::vector<uint8_t>& bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::vector<uint8_t> from_hex(const std::string& text) {
  constexpr size_t kLargest = 64 * 1024 * 2;  // a constant bank has 64 KiB
  if (text.size() % 2 != 0 || text.size() > kLargest) throw std::invalid_argument("a byte string has a wrong length");
  std::vector<uint8_t> bytes;
  bytes.reserve(text.size() / 2);
  for (size_t i = 0; i < text.size(); i += 2) {
    const auto digit = [&](char c) -> unsigned {
      if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
      if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
      throw std::invalid_argument("a byte string holds something else");
    };
    bytes.push_back(static_cast<uint8_t>(digit(text[i]) << 4 | digit(text[i + 1])));
  }
  return bytes;
}

json dim_to_json(const Dim3& dim) { return json::array({dim.x, dim.y, dim.z}); }

Dim3 dim_from_json(const json& value) {
  if (!value.is_array() || value.size() != 3) throw std::invalid_argument("a dimension is not three numbers");
  return {whole_number<uint32_t>(value[0]), whole_number<uint32_t>(value[1]), whole_number<uint32_t>(value[2])};
}

// CUDA's own limits (Programming Guide, table of compute capabilities); a launch outside them never ran.
void check_shape(const LaunchShape& shape) {
  const Dim3& g = shape.grid;
  const Dim3& b = shape.block;
  if (b.x < 1 || b.y < 1 || b.z < 1 || b.x > 1024 || b.y > 1024 || b.z > 64 || b.count() > 1024)
    throw std::invalid_argument(fmt::format("impossible block shape {}x{}x{}", b.x, b.y, b.z));
  if (g.x < 1 || g.y < 1 || g.z < 1 || g.x > 0x7fffffffu || g.y > 65535 || g.z > 65535)
    throw std::invalid_argument(fmt::format("impossible grid shape {}x{}x{}", g.x, g.y, g.z));
  if (shape.cluster.count() < 1 || shape.cluster.count() > 16)
    throw std::invalid_argument("impossible cluster shape");
  if (shape.dynamic_shared_bytes > 256 * 1024) throw std::invalid_argument("impossible size of dynamic shared memory");
}

}  // namespace

json capsule_info_to_json(const CapsuleInfo& info) {
  json banks = json::object();
  for (const auto& [bank, bytes] : info.constant_banks) banks[std::to_string(bank)] = to_hex(bytes);
  return {
      {"kernel", info.kernel},
      {"demangled", info.demangled},
      {"grid", dim_to_json(info.shape.grid)},
      {"block", dim_to_json(info.shape.block)},
      {"cluster", dim_to_json(info.shape.cluster)},
      {"dynamic_shared_bytes", info.shape.dynamic_shared_bytes},
      {"parameters", to_hex(info.parameters)},
      {"constant_banks", banks},
      {"shared_window", info.shared_window},
      {"local_window", info.local_window},
      {"origin",
       {{"application", info.origin.application},
        {"date", info.origin.date},
        {"driver", info.origin.driver},
        {"toolkit", info.origin.toolkit},
        {"disassembler", info.origin.disassembler},
        {"device", info.origin.device}}},
  };
}

CapsuleInfo capsule_info_from_json(const json& value) {
  CapsuleInfo info;
  value.at("kernel").get_to(info.kernel);
  value.at("demangled").get_to(info.demangled);
  info.shape.grid = dim_from_json(value.at("grid"));
  info.shape.block = dim_from_json(value.at("block"));
  info.shape.cluster = dim_from_json(value.at("cluster"));
  info.shape.dynamic_shared_bytes = whole_number<uint32_t>(value.at("dynamic_shared_bytes"));
  check_shape(info.shape);
  info.parameters = from_hex(value.at("parameters").get<std::string>());
  for (const auto& [bank, bytes] : value.at("constant_banks").items()) {
    if (bank.empty() || bank.size() > 2 || bank.find_first_not_of("0123456789") != std::string::npos)
      throw std::invalid_argument("a constant bank has no number");
    info.constant_banks[static_cast<uint32_t>(std::stoul(bank))] = from_hex(bytes.get<std::string>());
  }
  info.shared_window = whole_number<uint64_t>(value.at("shared_window"));
  info.local_window = whole_number<uint64_t>(value.at("local_window"));
  const json& origin = value.at("origin");
  origin.at("application").get_to(info.origin.application);
  origin.at("date").get_to(info.origin.date);
  origin.at("driver").get_to(info.origin.driver);
  origin.at("toolkit").get_to(info.origin.toolkit);
  origin.at("disassembler").get_to(info.origin.disassembler);
  origin.at("device").get_to(info.origin.device);
  return info;
}

}  // namespace warpglass
