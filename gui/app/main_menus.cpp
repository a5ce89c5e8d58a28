// Menus and their shortcuts.
#include <QApplication>
#include <QFileDialog>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>

#include "gui/app/main_window.h"
#include "gui/app/recent_files.h"
#include "gui/app/welcome_page.h"

namespace warpglass::gui {
namespace {

const char* const kShortcuts =
    "<table cellpadding='3'>"
    "<tr><td><b>Ctrl+O</b></td><td>open runs, capsules, traces, measurements</td></tr>"
    "<tr><td><b>Ctrl+1 … Ctrl+9</b></td><td>the pages, in their order</td></tr>"
    "<tr><td><b>Ctrl+F</b></td><td>find in SASS and source</td></tr>"
    "<tr><td colspan='2'><br><b>Timeline</b></td></tr>"
    "<tr><td><b>W S</b>, Ctrl+wheel</td><td>zoom in and out at the pointer</td></tr>"
    "<tr><td><b>A D</b>, Shift+wheel</td><td>earlier, later</td></tr>"
    "<tr><td><b>Home</b></td><td>the whole launch</td></tr>"
    "<tr><td><b>F</b></td><td>zoom to what is selected</td></tr>"
    "<tr><td><b>, .</b></td><td>previous, next stall of the warp</td></tr>"
    "<tr><td><b>C</b>, double click</td><td>go to what the stall waits for</td></tr>"
    "<tr><td><b>drag</b></td><td>select and measure a time</td></tr>"
    "<tr><td><b>middle drag</b></td><td>move</td></tr>"
    "<tr><td><b>Esc</b></td><td>select nothing</td></tr></table>";

}  // namespace

void MainWindow::make_menus() {
  QMenu* file = menuBar()->addMenu(QStringLiteral("&File"));
  file->addAction(QStringLiteral("&Open…"), this, &MainWindow::choose_files)->setShortcut(QKeySequence::Open);
  recent_ = file->addMenu(QStringLiteral("Open &recent"));
  file->addAction(QStringLiteral("Add the &capsule of this run…"), this, &MainWindow::choose_capsule);
  file->addSeparator();
  file->addAction(QStringLiteral("Save &image of the page…"), this, [this] {
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save image"), QStringLiteral("warpglass.png"), QStringLiteral("Images (*.png)"));
    if (!path.isEmpty() && !pages_->currentWidget()->grab().save(path)) show_problem(path, QStringLiteral("cannot be written"));
  });
  file->addSeparator();
  file->addAction(QStringLiteral("&Quit"), this, &QWidget::close)->setShortcut(QKeySequence::Quit);

  QMenu* view = menuBar()->addMenu(QStringLiteral("&View"));
  for (size_t i = 0; i < views_.size(); ++i) {
    QAction* action = view->addAction(views_[i]->title(), this, [this, i] { show_view(views_[i]->name()); });
    if (i < 9) action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1)));
    action->setStatusTip(views_[i]->question());
  }
  view->addSeparator();
  QAction* dark = view->addAction(QStringLiteral("&Dark"));
  dark->setCheckable(true);
  dark->setChecked(QApplication::palette().color(QPalette::Base).lightnessF() < 0.5f);
  connect(dark, &QAction::toggled, this, &MainWindow::set_dark);

  QMenu* help = menuBar()->addMenu(QStringLiteral("&Help"));
  help->addAction(QStringLiteral("&Keys and mouse"), this, [this] { QMessageBox::information(this, QStringLiteral("Keys and mouse"), QString::fromUtf8(kShortcuts)); })->setShortcut(QKeySequence(Qt::Key_F1));
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

void MainWindow::fill_recent() {
  recent_->clear();
  for (const QString& path : recent_files()) recent_->addAction(path, this, [this, path] { open({path}); });
  recent_->setEnabled(!recent_->isEmpty());
  welcome_->set_recent(recent_files());
}

}  // namespace warpglass::gui
