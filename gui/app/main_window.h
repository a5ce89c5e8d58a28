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
#include "gui/app/page_header.h"
#include "gui/core/commands.h"
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
  QString current_page() const;
  /// Writes the page that is shown, as its file's ending says; a failure is shown as a notice and returns false.
  bool export_page(const QString& path);
  void set_dark(bool dark);
  /// Times the desktop's size of text.
  void set_text_size(double times);
  bool help_shown() const { return header_->help_shown(); }
  void show_help(bool shown) { header_->show_help(shown); }
  /// What the palette offers now: actions, findings and instructions of the run, open runs.
  std::vector<Command> commands();
  /// Sentences about files that could not be opened, the last one, and all that the notice shows.
  QString last_problem() const { return problems_.isEmpty() ? QString() : problems_.back(); }
  const QStringList& problems() const { return problems_; }
  /// Remembers the layout when the window closes; tests and pictures do without.
  void remember_layout() { remembers_ = true; }

 Q_SIGNALS:
  void everything_loaded();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void make_layout();
  QWidget* make_sidebar();
  void make_status_bar();
  void make_notice();
  void connect_job();

  // main_menus.cpp
  void make_menus();
  void make_file_menu();
  void make_view_menu();
  void make_page_menus();
  void make_help_menu();
  QAction* add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys, const QString& help, std::function<void()> run);
  void choose_files();
  void choose_capsule();
  void choose_export(const QString& suffix);
  void show_palette();
  void fill_recent();
  void step_page(int step);
  void step_run(int step);
  void step_text_size(int step);

  void show_row(int row);
  void add_run(const RunPointer& run);
  void show_run();
  void record(const sim::Detail& detail);
  LoadOptions options_now(const RunPointer& replaced = nullptr) const;
  void fill_runs();
  void update_title();
  void describe_selection();
  void show_memory();
  void show_problem(const QString& path, const QString& reason);
  void dismiss_problems();
  void colour_notice();

  LoadOptions options_;
  Session session_;
  LoadJob job_;
  std::vector<View*> views_;
  PageHeader* header_;
  QStackedWidget* pages_;
  WelcomePage* welcome_;
  QListWidget* sidebar_;
  QComboBox* runs_;
  QLabel* selected_;
  QLabel* memory_;
  QWidget* notice_;
  QLabel* notice_text_;
  QProgressBar* progress_;
  QPushButton* cancel_;
  QMenu* recent_ = nullptr;
  QAction* cancel_action_ = nullptr;
  QAction* help_action_ = nullptr;
  QStringList problems_;
  bool remembers_ = false;
};

}  // namespace warpglass::gui
