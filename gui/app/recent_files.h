// The files opened last, kept between sessions.
#pragma once

#include <QStringList>

namespace warpglass::gui {

inline constexpr qsizetype kMostRecentFiles = 9;

QStringList recent_files();          ///< newest first; files that are gone are left out
void add_recent_file(const QString& path);

}  // namespace warpglass::gui
