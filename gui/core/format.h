// Numbers as people read them.
#pragma once

#include <QString>
#include <cstdint>
#include <string>

namespace warpglass::gui {

QString grouped(uint64_t number);                     ///< 12,345,678
QString percent(double fraction, int decimals = 1);   ///< 0.123 -> "12.3 %"
QString bytes_text(double bytes);                     ///< "4.2 MB" (powers of 1000, as bandwidths are)
QString binary_bytes_text(double bytes);               ///< "256 KiB", as capacities are
QString short_number(double number);                  ///< 1.2M, 34.5k, 0.25
QString address_text(uint32_t instruction);           ///< byte offset in the kernel: "0x0120"
QString signed_percent(double fraction);              ///< "+12.3 %", "0.0 %"
inline QString text(const std::string& s) { return QString::fromStdString(s); }
inline QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

}  // namespace warpglass::gui
