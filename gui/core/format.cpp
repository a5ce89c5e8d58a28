#include "gui/core/format.h"

#include <cmath>

#include "isa/program.h"
#include "sim/report/finding.h"

namespace warpglass::gui {

QString grouped(uint64_t number) { return text(sim::grouped(number)); }

QString percent(double fraction, int decimals) { return QString::number(100 * fraction, 'f', decimals) + QStringLiteral(" %"); }

QString signed_percent(double fraction) {
  if (std::abs(fraction) < 0.0005) return percent(0);
  return (fraction > 0 ? QStringLiteral("+") : QString()) + percent(fraction);
}

QString binary_bytes_text(double bytes) {
  if (bytes >= 1024.0 * 1024) return QString::number(bytes / 1024 / 1024, 'g', 4) + QStringLiteral(" MiB");
  return bytes >= 1024 ? QString::number(bytes / 1024, 'g', 4) + QStringLiteral(" KiB") : QString::number(bytes, 'f', 0) + QStringLiteral(" B");
}

QString bytes_text(double bytes) {
  static const char* const kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  size_t unit = 0;
  while (std::abs(bytes) >= 1000 && unit + 1 < std::size(kUnits)) {
    bytes /= 1000;
    ++unit;
  }
  return QString::number(bytes, 'f', unit == 0 || std::abs(bytes) >= 100 ? 0 : 1) + QLatin1Char(' ') + QLatin1String(kUnits[unit]);
}

QString short_number(double number) {
  static const char* const kSuffixes[] = {"", "k", "M", "G", "T", "P"};
  size_t suffix = 0;
  double value = number;
  while (std::abs(value) >= 1000 && suffix + 1 < std::size(kSuffixes)) {
    value /= 1000;
    ++suffix;
  }
  const bool whole = suffix == 0 && value == std::floor(value);
  const int decimals = whole ? 0 : std::abs(value) >= 100 ? 0 : std::abs(value) >= 10 ? 1 : 2;
  QString digits = QString::number(value, 'f', decimals);
  while (digits.contains(QLatin1Char('.')) && (digits.endsWith(QLatin1Char('0')) || digits.endsWith(QLatin1Char('.')))) {
    const bool point = digits.endsWith(QLatin1Char('.'));
    digits.chop(1);
    if (point) break;
  }
  return digits + QLatin1String(kSuffixes[suffix]);
}

QString address_text(uint32_t instruction) {
  return QStringLiteral("0x%1").arg(instruction * isa::kInstructionBytes, 4, 16, QLatin1Char('0'));
}

}  // namespace warpglass::gui
