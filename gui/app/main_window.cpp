#include "gui/app/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QMimeData>
#include <QSplitter>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "base/error.h"
#include "gui/app/recent_files.h"
#include "gui/app/views.h"
#include "gui/app/welcome_page.h"
#include "gui/app/window_state.h"
#include "gui/core/format.h"
#include "gui/core/memory_use.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

constexpr std::chrono::seconds kBetweenMemoryReadings{2};
constexpr qsizetype kMostProblemsShown = 5;

}  // namespace

MainWindow::MainWindow(LoadOptions options, QWidget* parent)
    : QMainWindow(parent), options_(std::move(options)), header_(new PageHeader), pages_(new QStackedWidget), welcome_(new WelcomePage), sidebar_(new QListWidget),
      runs_(new QComboBox), selected_(new QLabel), memory_(new QLabel), notice_(new QWidget), notice_text_(new QLabel), progress_(new QProgressBar), cancel_(new QPushButton(QStringLiteral("Cancel"))) {
  setAcceptDrops(true);
  resize(1280, 800);
  views_ = make_views(session_, pages_);
  make_layout();
  make_status_bar();
  make_menus();
  connect_job();
  connect(welcome_, &WelcomePage::open_wanted, this, &MainWindow::choose_files);
  connect(welcome_, &WelcomePage::file_wanted, this, [this](const QString& path) { open({path}); });
  connect(&session_, &Session::runs_changed, this, &MainWindow::fill_runs);
  connect(&session_, &Session::current_changed, this, &MainWindow::fill_runs);
  connect(&session_, &Session::current_changed, this, &MainWindow::show_run);
  connect(&session_, &Session::view_wanted, this, &MainWindow::show_view);
  connect(&session_, &Session::detail_wanted, this, &MainWindow::record);
  session_.experiments().set_threads(options_.threads);
  session_.experiments().set_automatic(true);
  fill_runs();
  fill_recent();
  show_row(0);
}

void MainWindow::make_layout() {
  pages_->addWidget(welcome_);
  for (View* view : views_) pages_->addWidget(view);
  make_notice();
  auto* right = new QWidget;
  auto* layout = new QVBoxLayout(right);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(notice_);
  layout->addWidget(header_);
  layout->addWidget(pages_, 1);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->addWidget(make_sidebar());
  splitter->addWidget(right);
  splitter->setStretchFactor(0, 0);
  splitter->setStretchFactor(1, 1);
  splitter->setChildrenCollapsible(false);
  splitter->setSizes({scaled(204), scaled(1076)});
  setCentralWidget(splitter);
}

QWidget* MainWindow::make_sidebar() {
  auto* box = new QWidget;
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(scaled(6), scaled(8), scaled(6), scaled(6));
  runs_->setToolTip(QStringLiteral("The run that the pages show"));
  runs_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  runs_->setMinimumContentsLength(12);
  runs_->setAccessibleName(QStringLiteral("Run"));
  layout->addWidget(runs_);
  sidebar_->setFrameShape(QFrame::NoFrame);
  sidebar_->viewport()->setAutoFillBackground(false);
  sidebar_->setAccessibleName(QStringLiteral("Pages"));
  int number = 0;
  for (View* view : views_) {
    auto* item = new QListWidgetItem(view->title());
    item->setToolTip(QStringLiteral("%1 (Ctrl+%2)").arg(view->question()).arg(++number));
    item->setSizeHint({scaled(110), scaled(28)});
    sidebar_->addItem(item);
  }
  layout->addWidget(sidebar_, 1);
  box->setMinimumWidth(scaled(130));
  connect(sidebar_, &QListWidget::currentRowChanged, this, &MainWindow::show_row);
  connect(runs_, &QComboBox::activated, this, [this](int index) {
    if (index >= 0 && static_cast<size_t>(index) < session_.runs().size()) session_.show_run(session_.runs()[static_cast<size_t>(index)]);
  });
  return box;
}

void MainWindow::make_status_bar() {
  progress_->setRange(0, 1000);
  progress_->setMaximumWidth(scaled(260));
  progress_->setTextVisible(false);
  selected_->setContentsMargins(scaled(8), 0, 0, 0);
  statusBar()->addWidget(selected_, 1);
  statusBar()->addPermanentWidget(progress_);
  statusBar()->addPermanentWidget(cancel_);
  statusBar()->addPermanentWidget(memory_);
  memory_->setToolTip(QStringLiteral("Memory that this program takes, and the most that open files may take (--memory)"));
  progress_->hide();
  cancel_->hide();
  cancel_->setToolTip(QStringLiteral("Give up what is being loaded or simulated (Ctrl+.)"));
  connect(cancel_, &QPushButton::clicked, &job_, &LoadJob::cancel);
  const Selection& selection = session_.selection();
  connect(&selection, &Selection::instruction_changed, this, &MainWindow::describe_selection);
  connect(&selection, &Selection::time_changed, this, &MainWindow::describe_selection);
  connect(&selection, &Selection::warp_changed, this, &MainWindow::describe_selection);
  auto* timer = new QTimer(this);
  connect(timer, &QTimer::timeout, this, &MainWindow::show_memory);
  timer->start(kBetweenMemoryReadings);
  show_memory();
}

// A bar above the page for what went wrong; it stays until it is closed.
void MainWindow::make_notice() {
  notice_->setAutoFillBackground(true);
  auto* layout = new QHBoxLayout(notice_);
  layout->setContentsMargins(scaled(12), scaled(6), scaled(8), scaled(6));
  notice_text_->setWordWrap(true);
  notice_text_->setTextFormat(Qt::PlainText);
  notice_text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notice_text_->setAccessibleName(QStringLiteral("Problem"));
  layout->addWidget(notice_text_, 1);
  auto* close = new QPushButton(QStringLiteral("Dismiss"));
  connect(close, &QPushButton::clicked, this, &MainWindow::dismiss_problems);
  layout->addWidget(close, 0, Qt::AlignTop);
  notice_->hide();
}

void MainWindow::connect_job() {
  connect(&job_, &LoadJob::progress, this, [this](double done, const QString& what) {
    progress_->setValue(static_cast<int>(1000 * done));
    progress_->show();
    cancel_->show();
    cancel_action_->setEnabled(true);
    statusBar()->showMessage(what);
    welcome_->show_progress(what);
  });
  connect(&job_, &LoadJob::run_loaded, this, &MainWindow::add_run);
  connect(&job_, &LoadJob::measurement_loaded, this, [this](const MeasurementPointer& measurement) { session_.add_measurement(measurement); });
  connect(&job_, &LoadJob::failed, this, &MainWindow::show_problem);
  connect(&job_, &LoadJob::cancelled, this, [this] { statusBar()->showMessage(QStringLiteral("Cancelled"), 4000); });
  connect(&job_, &LoadJob::finished, this, [this] {
    progress_->hide();
    cancel_->hide();
    cancel_action_->setEnabled(false);
    statusBar()->clearMessage();
    welcome_->show_progress({});
    if (!session_.current() && !session_.measurements().empty())
      show_problem(QString(), QStringLiteral("A measurement alone has nothing to be compared with: open its capsule or run too."));
    Q_EMIT everything_loaded();
  });
}

void MainWindow::open(const QStringList& paths) {
  for (const QString& path : paths) job_.open(path, options_now());
}

// Those loaded meanwhile count too, so it is asked here once more.
void MainWindow::add_run(const RunPointer& run) {
  const QString path = QString::fromStdString(run->path.string());
  const auto replaced = std::find_if(session_.runs().begin(), session_.runs().end(), [&](const RunPointer& r) { return r->path == run->path; });
  try {
    check_memory(run->path.string(), document_bytes(*run), session_.memory_bytes(replaced == session_.runs().end() ? nullptr : *replaced), options_.memory_limit);
  } catch (const Error& error) {
    return show_problem(path, QString::fromUtf8(error.what()));
  }
  add_recent_file(path);
  fill_recent();
  session_.add_run(run);
  show_memory();
}

// What is open counts against the limit, but for the run that the new one replaces.
LoadOptions MainWindow::options_now(const RunPointer& replaced) const {
  LoadOptions options = options_;
  options.open_bytes = session_.memory_bytes(replaced);
  return options;
}

void MainWindow::record(const sim::Detail& detail) {
  const RunPointer run = session_.current();
  if (!run) return;
  if (run->launch)
    job_.record(run, detail, options_now(run));
  else
    show_problem(QString::fromStdString(run->path.string()), QStringLiteral("other SMs can only be simulated from the capsule: add it with File, Add the capsule of this run (%1)").arg(text(run->launch_problem)));
}

void MainWindow::show_view(const QString& name) {
  for (size_t i = 0; i < views_.size(); ++i)
    if (views_[i]->name() == name) {
      sidebar_->setCurrentRow(static_cast<int>(i));
      show_row(static_cast<int>(i));
      if (session_.current()) views_[i]->focus_main();
      return;
    }
  if (!name.isEmpty() && name != QStringLiteral("verdict")) show_view(QStringLiteral("verdict"));
}

QString MainWindow::current_page() const { return views_[static_cast<size_t>(std::max(0, sidebar_->currentRow()))]->name(); }

void MainWindow::show_row(int row) {
  if (row < 0) return;
  const bool open = session_.current() != nullptr;
  View* view = views_[static_cast<size_t>(row)];
  pages_->setCurrentWidget(open ? static_cast<QWidget*>(view) : welcome_);
  header_->show_page(*view);
  header_->setVisible(open);
}

// The current run is another one, or there is none any more.
void MainWindow::show_run() {
  if (sidebar_->currentRow() < 0) sidebar_->setCurrentRow(0);
  show_row(sidebar_->currentRow());
  describe_selection();
  update_title();
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

// What all pages share, in the status bar.
void MainWindow::describe_selection() {
  QStringList parts;
  const Selection& selection = session_.selection();
  const RunPointer run = session_.current();
  if (const auto i = selection.instruction(); run && i && *i < run->result.text.size()) parts << address_text(*i) + QLatin1Char(' ') + text(run->result.text[*i]);
  if (const auto range = selection.time()) parts << QStringLiteral("cycles %1 to %2").arg(grouped(static_cast<uint64_t>(range->start)), grouped(static_cast<uint64_t>(range->end)));
  if (const auto warp = selection.warp()) parts << QStringLiteral("SM %1, warp slot %2").arg(warp->sm).arg(warp->lane);
  selected_->setText(parts.isEmpty() ? QString() : QStringLiteral("Selected: ") + parts.join(QStringLiteral("; ")));
}

void MainWindow::show_memory() {
  const uint64_t used = process_bytes();
  memory_->setText(used == 0 ? QString() : QStringLiteral("%1 of %2").arg(bytes_text(static_cast<double>(used)), bytes_text(static_cast<double>(options_.memory_limit))));
}

void MainWindow::show_problem(const QString& path, const QString& reason) {
  problems_ << (path.isEmpty() || reason.contains(path) ? reason : path + QStringLiteral(": ") + reason);
  QStringList shown = problems_.mid(std::max<qsizetype>(0, problems_.size() - kMostProblemsShown));
  if (shown.size() < problems_.size()) shown.prepend(QStringLiteral("%1 more problems before these:").arg(problems_.size() - shown.size()));
  notice_text_->setText(shown.join(QLatin1Char('\n')));
  colour_notice();
  notice_->show();
}

void MainWindow::dismiss_problems() {
  problems_.clear();
  notice_->hide();
}

void MainWindow::colour_notice() {
  QPalette palette = notice_->palette();
  palette.setColor(QPalette::Window, blend(theme().base, theme().bad, 0.22));
  notice_->setPalette(palette);
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

// What is being simulated is given up; the job's thread ends within a few hundredths of a second.
void MainWindow::closeEvent(QCloseEvent* event) {
  job_.cancel();
  if (remembers_) save_window(*this);
  QMainWindow::closeEvent(event);
}

}  // namespace warpglass::gui
