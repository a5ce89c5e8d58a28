// The window: pages on the left, one of them shown, files opened in the background.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMainWindow>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>

#include "gui/app/load_job.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class WelcomePage;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(LoadOptions options = {}, QWidget* parent = nullptr);

  void open(const QStringList& paths);
  bool loading() const { return job_.busy(); }
  Session& session() { return session_; }
  const std::vector<View*>& views() const { return views_; }
  /// Shows a page by its name; unknown names show the verdict.
  void show_view(const QString& name);
  void set_dark(bool dark);
  /// The last sentence about a file that could not be opened.
  QString last_problem() const { return problem_; }

 Q_SIGNALS:
  void everything_loaded();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void make_menus();
  void make_sidebar(QWidget* parent);
  void make_status_bar();
  void make_notice();
  void connect_job();
  void choose_files();
  void choose_capsule();
  void fill_runs();
  void update_title();
  void show_problem(const QString& path, const QString& reason);
  void fill_recent();

  LoadOptions options_;
  Session session_;
  LoadJob job_;
  std::vector<View*> views_;
  QStackedWidget* pages_;
  WelcomePage* welcome_;
  QListWidget* sidebar_;
  QComboBox* runs_;
  QLabel* question_;
  QWidget* notice_;
  QLabel* notice_text_;
  QProgressBar* progress_;
  QPushButton* cancel_;
  QMenu* recent_ = nullptr;
  QString problem_;
};

}  // namespace warpglass::gui
