// Columns of the comparison tables. What they show must outlive them.
#pragma once

#include <QStringList>
#include <vector>

#include "gui/core/differences.h"
#include "gui/core/table_model.h"
#include "sim/compare/comparison.h"

namespace warpglass::gui {

std::vector<Column> metric_columns(const std::vector<sim::MetricComparison>& metrics);
/// One row a stall reason, in the order of `comparison.stalls`.
std::vector<Column> stall_columns(const sim::Comparison& comparison);
std::vector<Column> instruction_columns(const std::vector<sim::InstructionComparison>& instructions);
/// `names` of the baselines, in the order of MetricRow::baselines.
std::vector<Column> metric_row_columns(const std::vector<MetricRow>& rows, const QString& run, const QStringList& names);
std::vector<Column> aligned_columns(const std::vector<InstructionDifference>& aligned);

}  // namespace warpglass::gui
