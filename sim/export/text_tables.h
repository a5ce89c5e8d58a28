// Tables as CSV files and as SQL.
#pragma once

#include <filesystem>
#include <vector>

#include "sim/export/tables.h"

namespace warpglass::sim {

/// One file a table, NAME.csv (RFC 4180, a header, UTF-8), in a folder that is made if it is not there.
/// Returns their paths.
std::vector<std::filesystem::path> write_csv(const std::vector<ExportTable>& tables,
                                             const std::filesystem::path& folder);

/// A script that makes the tables in a new database, each column with its meaning: `sqlite3 new.db < FILE`,
/// or any other SQL.
void write_sql(const std::vector<ExportTable>& tables, const std::filesystem::path& path);

}  // namespace warpglass::sim
