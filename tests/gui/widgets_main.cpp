#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include "gui/widgets/theme.h"

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("warpglass-test"));
  const QTemporaryDir settings;  // each program its own: tests run side by side
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QApplication::setStyle(QStringLiteral("Fusion"));
  QApplication::setPalette(warpglass::gui::palette_for(false));
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
