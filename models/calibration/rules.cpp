#include "models/calibration/rules.h"

#include <algorithm>

namespace warpglass::calibration {

Measured minus(const Measured& m, double cycles) {
  return {m.median - cycles, m.least - cycles, m.most - cycles};
}
Measured minus(const Measured& a, const Measured& b) {
  return {a.median - b.median, a.least - b.most, a.most - b.least};
}
Measured times(const Measured& m, double factor) {
  return {m.median * factor, m.least * factor, m.most * factor};
}
Measured inverse(const Measured& m, double numerator) {
  return {numerator / m.median, numerator / m.most, numerator / m.least};
}
Measured around(const std::vector<Measured>& all) {
  Measured result{0, all.front().least, all.front().most};
  for (const Measured& m : all) {
    result.median += m.median / static_cast<double>(all.size());
    result.least = std::min(result.least, m.least);
    result.most = std::max(result.most, m.most);
  }
  return result;
}

double number(const ProbeParameter& parameter) {
  const auto* value = std::get_if<double>(&parameter);
  return value == nullptr ? 0 : *value;
}

Measured metric(const ProbeTable& table, Conditions conditions, const std::string& name) {
  conditions.emplace_back("metric", name);
  return table.one(conditions);
}

Rule direct(std::string_view key, std::string probe, Conditions conditions, double less, std::string how) {
  return {key, 3, [=](const ProbeResults& results, const Model&) {
            return Derived{minus(results.table(probe).one(conditions), less), probe, how};
          }};
}

}  // namespace warpglass::calibration
