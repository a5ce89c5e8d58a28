#include "gui/widgets/view.h"

#include <QEvent>

namespace warpglass::gui {

View::View(Session& session, QString name, QString title, QString question, QWidget* parent)
    : QWidget(parent), session_(session), name_(std::move(name)), title_(std::move(title)), question_(std::move(question)) {
  setAccessibleName(title_);
  setAccessibleDescription(question_);
  connect(&session_, &Session::current_changed, this, &View::invalidate);
  connect(&session_, &Session::measurements_changed, this, &View::invalidate);
}

void View::refresh() {
  stale_ = false;
  if (session_.current()) rebuild();
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
