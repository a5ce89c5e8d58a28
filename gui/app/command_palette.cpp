#include "gui/app/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

// A line with its keys at the right.
class KeysDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {0, QFontMetrics(option.font).height() + scaled(8)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    if (selected) painter->fillRect(option.rect, option.palette.highlight());
    const QRect inner = option.rect.adjusted(scaled(8), 0, -scaled(8), 0);
    const QString keys = index.data(CommandModel::KeysRole).toString();
    const QFontMetrics metrics(option.font);
    painter->setFont(option.font);
    painter->setPen(selected ? option.palette.highlightedText().color() : theme().muted);
    painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, keys);
    const QRect left =
        inner.adjusted(0, 0, keys.isEmpty() ? 0 : -metrics.horizontalAdvance(keys) - scaled(16), 0);
    painter->setPen(selected ? option.palette.highlightedText().color() : option.palette.text().color());
    painter->drawText(left, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(index.data().toString(), Qt::ElideRight, left.width()));
  }
};

}  // namespace

CommandPalette::CommandPalette(std::vector<Command> commands, QWidget* parent)
    : QDialog(parent), input_(new QLineEdit(this)), list_(new QListView(this)) {
  setWindowTitle(QStringLiteral("Commands"));
  setAttribute(Qt::WA_DeleteOnClose);
  model_.set_commands(std::move(commands));
  input_->setPlaceholderText(QStringLiteral("A command, a page, a finding, an instruction or its address"));
  input_->setAccessibleName(QStringLiteral("Command"));
  input_->installEventFilter(this);
  list_->setModel(&model_);
  list_->setItemDelegate(new KeysDelegate(list_));
  list_->setUniformItemSizes(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setAccessibleName(QStringLiteral("Commands"));
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setCurrentIndex(model_.index(0));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(8), scaled(8), scaled(8), scaled(8));
  layout->addWidget(input_);
  layout->addWidget(list_, 1);
  resize(scaled(640), scaled(420));
  if (parent != nullptr) move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, scaled(70))));
  connect(input_, &QLineEdit::textChanged, this, [this](const QString& text) {
    model_.set_query(text);
    list_->setCurrentIndex(model_.index(0));
  });
  connect(input_, &QLineEdit::returnPressed, this, &CommandPalette::run_current);
  connect(list_, &QListView::activated, this, &CommandPalette::run_current);
  connect(list_, &QListView::clicked, this, &CommandPalette::run_current);
  input_->setFocus();
}

bool CommandPalette::eventFilter(QObject* object, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(object, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_PageUp && key != Qt::Key_PageDown)
    return QDialog::eventFilter(object, event);
  QApplication::sendEvent(list_, event);
  return true;
}

// Closed first: what runs may open a dialog of its own.
void CommandPalette::run_current() {
  const QModelIndex index = list_->currentIndex();
  if (!index.isValid()) return;
  const std::function<void()> run = model_.command(index.row()).run;
  accept();
  run();
}

}  // namespace warpglass::gui
