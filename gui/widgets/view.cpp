#include "gui/widgets/view.h"

#include <QEvent>
#include <QScrollArea>

#include "gui/widgets/data_table.h"
#include "gui/widgets/plot.h"
#include "gui/widgets/view_help.h"

namespace warpglass::gui {

View::View(Session& session, QString name, QString title, QString question, QWidget* parent)
    : QWidget(parent), session_(session), name_(std::move(name)), title_(std::move(title)), question_(std::move(question)) {
  setAccessibleName(title_);
  setAccessibleDescription(question_);
  connect(&session_, &Session::current_changed, this, &View::invalidate);
  connect(&session_, &Session::measurements_changed, this, &View::invalidate);
}

QString View::help() const { return view_help(name_); }

void View::refresh() {
  stale_ = false;
  if (session_.current()) rebuild();
}

// The proxy is taken off when it is known: Qt would go from it past the page's other parts (a widget with a proxy is one stop of Tab).
void View::focus_main() {
  if (focusProxy() != nullptr) {
    main_ = focusProxy();
    setFocusProxy(nullptr);
  }
  if (main_ != nullptr) return main_->setFocus(Qt::OtherFocusReason);
  if (focusPolicy() != Qt::NoFocus) return setFocus(Qt::OtherFocusReason);
  for (QWidget* child : findChildren<QWidget*>())
    if (child->isVisible() && (child->focusPolicy() & Qt::TabFocus) != 0) return child->setFocus(Qt::OtherFocusReason);
}

std::vector<CsvTable> View::tables() const {
  std::vector<CsvTable> all;
  for (const DataTable* table : findChildren<DataTable*>())
    if (table->isVisibleTo(this) && table->model()->columnCount() > 0) all.push_back(table_of(*table->model(), table->accessibleName().isEmpty() ? title_ : table->accessibleName()));
  for (const Plot* plot : findChildren<Plot*>())
    if (plot->isVisibleTo(this)) all.push_back(plot->table());
  return all;
}

QWidget* View::picture() {
  const QList<QScrollArea*> areas = findChildren<QScrollArea*>(QString(), Qt::FindDirectChildrenOnly);
  return areas.size() == 1 && areas.front()->widget() != nullptr ? areas.front()->widget() : this;
}

QAction* View::add_command(const QString& text, const QList<QKeySequence>& keys, const QString& help, std::function<void()> run) {
  auto* action = new QAction(text, this);
  action->setShortcuts(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setStatusTip(help);
  action->setToolTip(help);
  addAction(action);
  connect(action, &QAction::triggered, this, [this, run = std::move(run)] {
    if (!session_.current()) return;
    if (!isVisible()) Q_EMIT session_.view_wanted(name_);  // from the menu or the palette
    run();
  });
  return action;
}

void View::invalidate() {
  stale_ = true;
  if (isVisible()) refresh();
}

void View::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) refresh();
}

void View::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) invalidate();
}

}  // namespace warpglass::gui
