#include "gui/app/main_window.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMimeData>
#include <QSplitter>
#include <QStatusBar>
#include <QVBoxLayout>

#include "gui/app/recent_files.h"
#include "gui/app/views.h"
#include "gui/app/welcome_page.h"
#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

MainWindow::MainWindow(LoadOptions options, QWidget* parent)
    : QMainWindow(parent), options_(std::move(options)), pages_(new QStackedWidget), welcome_(new WelcomePage), sidebar_(new QListWidget),
      runs_(new QComboBox), question_(new QLabel), notice_(new QWidget), notice_text_(new QLabel), progress_(new QProgressBar), cancel_(new QPushButton(QStringLiteral("Cancel"))) {
  setAcceptDrops(true);
  resize(1280, 800);
  views_ = make_views(session_, pages_);
  pages_->addWidget(welcome_);
  for (View* view : views_) pages_->addWidget(view);
  make_notice();
  auto* right = new QWidget;
  auto* layout = new QVBoxLayout(right);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(notice_);
  layout->addWidget(pages_, 1);
  auto* center = new QWidget;
  auto* columns = new QHBoxLayout(center);
  columns->setContentsMargins(0, 0, 0, 0);
  columns->setSpacing(0);
  make_sidebar(center);
  columns->addWidget(center->findChild<QWidget*>(QStringLiteral("sidebar")));
  columns->addWidget(right, 1);
  setCentralWidget(center);
  make_status_bar();
  make_menus();
  connect_job();
  connect(welcome_, &WelcomePage::open_wanted, this, &MainWindow::choose_files);
  connect(welcome_, &WelcomePage::file_wanted, this, [this](const QString& path) { open({path}); });
  connect(&session_, &Session::runs_changed, this, &MainWindow::fill_runs);
  connect(&session_, &Session::current_changed, this, &MainWindow::fill_runs);
  connect(&session_, &Session::view_wanted, this, &MainWindow::show_view);
  session_.experiments().set_threads(options_.threads);
  session_.experiments().set_automatic(true);
  fill_runs();
  fill_recent();
}

void MainWindow::make_sidebar(QWidget* parent) {
  auto* box = new QWidget(parent);
  box->setObjectName(QStringLiteral("sidebar"));
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(scaled(6), scaled(8), scaled(6), scaled(6));
  runs_->setToolTip(QStringLiteral("The run that the pages show"));
  runs_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  runs_->setAccessibleName(QStringLiteral("Run"));
  layout->addWidget(runs_);
  sidebar_->setFrameShape(QFrame::NoFrame);
  sidebar_->viewport()->setAutoFillBackground(false);
  sidebar_->setAccessibleName(QStringLiteral("Pages"));
  int number = 0;
  for (View* view : views_) {
    auto* item = new QListWidgetItem(view->title());
    item->setToolTip(QStringLiteral("%1 (Ctrl+%2)").arg(view->question()).arg(++number));
    item->setSizeHint({scaled(120), scaled(28)});
    sidebar_->addItem(item);
  }
  layout->addWidget(sidebar_, 1);
  box->setFixedWidth(scaled(204));
  connect(sidebar_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0 && session_.current()) pages_->setCurrentWidget(views_[static_cast<size_t>(row)]);
    question_->setText(row >= 0 && session_.current() ? views_[static_cast<size_t>(row)]->question() : QString());
  });
  connect(runs_, &QComboBox::activated, this, [this](int index) {
    if (index >= 0 && static_cast<size_t>(index) < session_.runs().size()) session_.show_run(session_.runs()[static_cast<size_t>(index)]);
  });
}

void MainWindow::make_status_bar() {
  progress_->setRange(0, 1000);
  progress_->setMaximumWidth(scaled(260));
  progress_->setTextVisible(false);
  statusBar()->addWidget(question_, 1);
  statusBar()->addPermanentWidget(progress_);
  statusBar()->addPermanentWidget(cancel_);
  progress_->hide();
  cancel_->hide();
  connect(cancel_, &QPushButton::clicked, &job_, &LoadJob::cancel);
}

// A bar above the page for what went wrong; it stays until it is closed.
void MainWindow::make_notice() {
  notice_->setAutoFillBackground(true);
  auto* layout = new QHBoxLayout(notice_);
  layout->setContentsMargins(scaled(12), scaled(6), scaled(8), scaled(6));
  notice_text_->setWordWrap(true);
  notice_text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(notice_text_, 1);
  auto* close = new QPushButton(QStringLiteral("Dismiss"));
  connect(close, &QPushButton::clicked, notice_, &QWidget::hide);
  layout->addWidget(close);
  notice_->hide();
}

void MainWindow::connect_job() {
  connect(&job_, &LoadJob::progress, this, [this](double done, const QString& what) {
    progress_->setValue(static_cast<int>(1000 * done));
    progress_->show();
    cancel_->show();
    statusBar()->showMessage(what);
    welcome_->show_progress(what);
  });
  connect(&job_, &LoadJob::run_loaded, this, [this](const RunPointer& run) {
    add_recent_file(QString::fromStdString(run->path.string()));
    fill_recent();
    session_.add_run(run);
    if (pages_->currentWidget() == welcome_) show_view(views_[static_cast<size_t>(std::max(0, sidebar_->currentRow()))]->name());
  });
  connect(&job_, &LoadJob::measurement_loaded, this, [this](const MeasurementPointer& measurement) { session_.add_measurement(measurement); });
  connect(&job_, &LoadJob::failed, this, &MainWindow::show_problem);
  connect(&job_, &LoadJob::cancelled, this, [this] { statusBar()->showMessage(QStringLiteral("Cancelled"), 4000); });
  connect(&job_, &LoadJob::finished, this, [this] {
    progress_->hide();
    cancel_->hide();
    statusBar()->clearMessage();
    welcome_->show_progress({});
    if (!session_.current() && !session_.measurements().empty())
      show_problem(QString(), QStringLiteral("A measurement alone has nothing to be compared with: open its capsule or run too."));
    Q_EMIT everything_loaded();
  });
}

void MainWindow::open(const QStringList& paths) {
  for (const QString& path : paths) job_.open(path, options_);
}

void MainWindow::show_view(const QString& name) {
  for (size_t i = 0; i < views_.size(); ++i)
    if (views_[i]->name() == name) {
      sidebar_->setCurrentRow(static_cast<int>(i));
      if (session_.current()) pages_->setCurrentWidget(views_[i]);
      views_[i]->setFocus();
      return;
    }
  if (!name.isEmpty() && name != QStringLiteral("verdict")) show_view(QStringLiteral("verdict"));
}

void MainWindow::set_dark(bool dark) {
  apply_palette(dark);
  for (View* view : views_)
    if (session_.current()) view->refresh();
}

void MainWindow::fill_runs() {
  runs_->clear();
  for (const RunPointer& run : session_.runs()) {
    runs_->addItem(text(run->name));
    runs_->setItemData(runs_->count() - 1, QString::fromStdString(run->path.string()), Qt::ToolTipRole);
    if (run == session_.current()) runs_->setCurrentIndex(runs_->count() - 1);
  }
  runs_->setVisible(!session_.runs().empty());
  sidebar_->setEnabled(!session_.runs().empty());
  update_title();
}

void MainWindow::update_title() {
  const RunPointer run = session_.current();
  setWindowTitle(run ? text(run->name) + QStringLiteral(" - Warpglass") : QStringLiteral("Warpglass"));
}

void MainWindow::show_problem(const QString& path, const QString& reason) {
  problem_ = reason.contains(path) ? reason : path + QStringLiteral(": ") + reason;
  notice_text_->setText(problem_);
  QPalette palette = notice_->palette();
  palette.setColor(QPalette::Window, blend(theme().base, theme().bad, 0.22));
  notice_->setPalette(palette);
  notice_->show();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) paths << url.toLocalFile();
  open(paths);
}

}  // namespace warpglass::gui
