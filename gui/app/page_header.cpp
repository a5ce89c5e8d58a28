#include "gui/app/page_header.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "gui/widgets/theme.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

PageHeader::PageHeader(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      question_(new QLabel),
      help_(new QLabel),
      help_button_(new QPushButton(QStringLiteral("How to read this"))) {
  question_->setForegroundRole(QPalette::PlaceholderText);
  help_->setWordWrap(true);
  help_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  help_->hide();
  help_button_->setCheckable(true);
  help_button_->setToolTip(QStringLiteral("How to read this page (Shift+F1)"));
  connect(help_button_, &QPushButton::toggled, help_, &QWidget::setVisible);
  auto* line = new QHBoxLayout;
  line->addWidget(title_);
  line->addWidget(question_, 1);
  line->addWidget(help_button_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(10), scaled(4), scaled(10), scaled(2));
  layout->setSpacing(scaled(4));
  layout->addLayout(line);
  layout->addWidget(help_);
  apply_fonts();
}

void PageHeader::show_page(const View& view) {
  title_->setText(view.title());
  question_->setText(view.question());
  help_->setText(view.help());
}

void PageHeader::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) apply_fonts();
}

void PageHeader::apply_fonts() {
  if (title_->font() != sized_font(1.1, true)) title_->setFont(sized_font(1.1, true));
}

}  // namespace warpglass::gui
