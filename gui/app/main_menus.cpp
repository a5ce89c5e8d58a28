// Menus: every action, with its keys and what it is good for.
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <cmath>

#include "base/error.h"
#include "gui/app/command_palette.h"
#include "gui/app/keys_dialog.h"
#include "gui/app/main_window.h"
#include "gui/app/recent_files.h"
#include "gui/app/welcome_page.h"
#include "gui/app/window_state.h"
#include "gui/widgets/export_view.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

constexpr double kTextStep = 1.1;

QKeySequence keys(const char* text) { return QKeySequence(QLatin1String(text)); }

}  // namespace

QAction* MainWindow::add(QMenu* menu, const QString& text, const QList<QKeySequence>& shortcuts, const QString& help, std::function<void()> run) {
  QAction* action = menu->addAction(text);
  action->setShortcuts(shortcuts);
  action->setStatusTip(help);
  connect(action, &QAction::triggered, this, std::move(run));
  return action;
}

void MainWindow::make_menus() {
  make_file_menu();
  make_view_menu();
  make_page_menus();
  make_help_menu();
}

void MainWindow::make_file_menu() {
  QMenu* file = menuBar()->addMenu(QStringLiteral("&File"));
  add(file, QStringLiteral("&Open…"), {keys("Ctrl+O")}, QStringLiteral("runs, capsules, traces, measurements; several at once are compared"), [this] { choose_files(); });
  recent_ = file->addMenu(QStringLiteral("Open &recent"));
  add(file, QStringLiteral("Add the &capsule of this run…"), {keys("Ctrl+Shift+O")}, QStringLiteral("for real addresses and control codes, which a run does not hold"), [this] { choose_capsule(); });
  file->addSeparator();
  add(file, QStringLiteral("Export the page as &picture…"), {keys("Ctrl+E")}, QStringLiteral("PNG"), [this] { choose_export(QStringLiteral("png")); });
  add(file, QStringLiteral("Export the page as &drawing…"), {keys("Ctrl+Shift+E")}, QStringLiteral("SVG"), [this] { choose_export(QStringLiteral("svg")); });
  add(file, QStringLiteral("Export the page as &table…"), {keys("Ctrl+T")}, QStringLiteral("CSV: the numbers behind what is shown"), [this] { choose_export(QStringLiteral("csv")); });
  file->addSeparator();
  cancel_action_ = add(file, QStringLiteral("Ca&ncel loading"), {keys("Ctrl+.")}, QStringLiteral("gives up what is being loaded or simulated"), [this] { job_.cancel(); });
  cancel_action_->setEnabled(false);
  add(file, QStringLiteral("C&lose this run"), {keys("Ctrl+W")}, QStringLiteral("and free its memory"), [this] { session_.close_run(session_.current()); });
  add(file, QStringLiteral("&Quit"), {keys("Ctrl+Q")}, {}, [this] { close(); });
}

void MainWindow::make_view_menu() {
  QMenu* view = menuBar()->addMenu(QStringLiteral("&View"));
  for (size_t i = 0; i < views_.size(); ++i) {
    const QString name = views_[i]->name();
    add(view, views_[i]->title(), {QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1))}, views_[i]->question(), [this, name] { show_view(name); });
  }
  view->addSeparator();
  add(view, QStringLiteral("&Next page"), {keys("Ctrl+PgDown")}, {}, [this] { step_page(1); });
  add(view, QStringLiteral("&Previous page"), {keys("Ctrl+PgUp")}, {}, [this] { step_page(-1); });
  add(view, QStringLiteral("Next &run"), {keys("Alt+PgDown")}, QStringLiteral("of those that are open"), [this] { step_run(1); });
  add(view, QStringLiteral("Previous r&un"), {keys("Alt+PgUp")}, {}, [this] { step_run(-1); });
  add(view, QStringLiteral("Select n&othing"), {keys("Ctrl+Backspace")}, QStringLiteral("neither instruction nor time nor warp"), [this] { session_.selection().clear(); });
  view->addSeparator();
  QAction* dark = add(view, QStringLiteral("&Dark"), {keys("Ctrl+Shift+D")}, QStringLiteral("dark or light colours"), {[] {}});
  dark->setCheckable(true);
  dark->setChecked(theme().dark);
  connect(dark, &QAction::toggled, this, &MainWindow::set_dark);
  add(view, QStringLiteral("&Larger text"), {keys("Ctrl++"), keys("Ctrl+=")}, {}, [this] { step_text_size(1); });
  add(view, QStringLiteral("&Smaller text"), {keys("Ctrl+-")}, {}, [this] { step_text_size(-1); });
  add(view, QStringLiteral("Usual size of &text"), {keys("Ctrl+0")}, {}, [this] { step_text_size(0); });
  add(view, QStringLiteral("&Full screen"), {keys("F11")}, {}, [this] { isFullScreen() ? showNormal() : showFullScreen(); });
}

// A submenu for each page that has commands of its own.
void MainWindow::make_page_menus() {
  QMenu* commands = menuBar()->addMenu(QStringLiteral("&Commands"));
  for (const View* view : views_) {
    if (view->actions().isEmpty()) continue;
    QMenu* menu = commands->addMenu(view->title());
    menu->addActions(view->actions());
  }
}

void MainWindow::make_help_menu() {
  QMenu* help = menuBar()->addMenu(QStringLiteral("&Help"));
  add(help, QStringLiteral("&Keys and mouse"), {keys("?"), keys("F1")}, QStringLiteral("this list"), [this] { show_keys(*this, views_[static_cast<size_t>(std::max(0, sidebar_->currentRow()))]->title()); });
  add(help, QStringLiteral("How to read this &page"), {keys("Shift+F1")}, {}, [this] { show_help(!help_shown()); });
  add(help, QStringLiteral("&Command palette…"), {keys("Ctrl+Shift+P")}, QStringLiteral("any action, page, finding or instruction by typing a part of it"), [this] { show_palette(); });
  add(help, QStringLiteral("&About Warpglass"), {keys("Ctrl+Shift+F1")}, {}, [this] {
    QMessageBox::about(this, QStringLiteral("About Warpglass"),
                       QStringLiteral("Warpglass %1\n\nWhy a CUDA kernel is slow, what a change would buy, and how far to trust the answer.\n\nApache License 2.0").arg(QApplication::applicationVersion()));
  });
}

void MainWindow::choose_files() {
  open(QFileDialog::getOpenFileNames(this, QStringLiteral("Open"), {}, QStringLiteral("Runs, capsules, traces, measurements (*.run *.capsule *.trace *.json);;All files (*)")));
}

void MainWindow::choose_capsule() {
  const RunPointer run = session_.current();
  if (!run) return;
  const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("The capsule or trace that the run was made from"), {}, QStringLiteral("Capsules and traces (*.capsule *.trace);;All files (*)"));
  if (!path.isEmpty()) job_.attach(run, path);
}

void MainWindow::choose_export(const QString& suffix) {
  const RunPointer run = session_.current();
  if (!run) return;
  const QString proposed = QStringLiteral("%1-%2.%3").arg(QString::fromStdString(run->name), current_page(), suffix);
  QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Export"), proposed, export_filter());
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QLatin1Char('.') + suffix;
  export_page(path);
}

bool MainWindow::export_page(const QString& path) {
  try {
    if (!session_.current()) throw bad_input("nothing is open: there is no page to export");
    export_view(*views_[static_cast<size_t>(std::max(0, sidebar_->currentRow()))], path);
    return true;
  } catch (const Error& error) {
    show_problem({}, QString::fromUtf8(error.what()));
    return false;
  }
}

void MainWindow::show_palette() { (new CommandPalette(commands(), this))->open(); }

void MainWindow::fill_recent() {
  recent_->clear();
  int number = 0;
  for (const QString& path : recent_files()) {
    QAction* action = add(recent_, QFileInfo(path).fileName(), {QKeySequence(QStringLiteral("Ctrl+F%1").arg(++number))}, path, [this, path] { open({path}); });
    action->setToolTip(path);
  }
  recent_->setEnabled(!recent_->isEmpty());
  welcome_->set_recent(recent_files());
}

void MainWindow::step_page(int step) {
  const int count = static_cast<int>(views_.size());
  show_view(views_[static_cast<size_t>((sidebar_->currentRow() + step + count) % count)]->name());
}

void MainWindow::step_run(int step) {
  const int count = runs_->count();
  if (count < 2) return;
  session_.show_run(session_.runs()[static_cast<size_t>((runs_->currentIndex() + step + count) % count)]);
}

void MainWindow::set_dark(bool dark) {
  apply_palette(dark);
  colour_notice();
  for (View* view : views_)
    if (session_.current()) view->refresh();
  if (!remembers_) return;
  Appearance appearance = read_appearance();
  appearance.dark = dark;
  write_appearance(appearance);
}

void MainWindow::set_text_size(double times) {
  apply_text_size(times);
  if (!remembers_) return;
  Appearance appearance = read_appearance();
  appearance.text_size = times;
  write_appearance(appearance);
}

void MainWindow::step_text_size(int step) { set_text_size(step == 0 ? 1.0 : std::clamp(text_size() * std::pow(kTextStep, step), 0.5, 3.0)); }

}  // namespace warpglass::gui
