#include "gui/app/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace warpglass::gui {
namespace {

const auto kKey = QStringLiteral("recent_files");

}  // namespace

QStringList recent_files() {
  QStringList files = QSettings().value(kKey).toStringList();
  files.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
  return files;
}

void add_recent_file(const QString& path) {
  QStringList files = recent_files();
  const QString absolute = QFileInfo(path).absoluteFilePath();
  files.removeAll(absolute);
  files.prepend(absolute);
  if (files.size() > kMostRecentFiles) files.resize(kMostRecentFiles);
  QSettings().setValue(kKey, files);
}

}  // namespace warpglass::gui
