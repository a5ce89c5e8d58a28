// Ctrl+Shift+P: type what is wanted, Enter does it.
#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QListView>

#include "gui/core/commands.h"

namespace warpglass::gui {

class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  explicit CommandPalette(std::vector<Command> commands, QWidget* parent = nullptr);

  QLineEdit& input() { return *input_; }
  const CommandModel& model() const { return model_; }

 protected:
  /// Arrows and page keys move in the list while the text keeps the focus.
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void run_current();

  CommandModel model_;
  QLineEdit* input_;
  QListView* list_;
};

}  // namespace warpglass::gui
