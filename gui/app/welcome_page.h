// What is shown while nothing is open: what to do.
#pragma once

#include <QLabel>
#include <QWidget>

namespace warpglass::gui {

class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);
  void set_recent(const QStringList& files);
  /// "" when nothing is going on.
  void show_progress(const QString& what);

 Q_SIGNALS:
  void open_wanted();
  void file_wanted(const QString& path);

 private:
  QLabel* recent_;
  QLabel* progress_;
};

}  // namespace warpglass::gui
