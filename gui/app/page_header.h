// Above each page: its name, the question that it answers and, when wanted, how to read it.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace warpglass::gui {

class View;

class PageHeader : public QWidget {
  Q_OBJECT

 public:
  explicit PageHeader(QWidget* parent = nullptr);

  void show_page(const View& view);
  bool help_shown() const { return help_button_->isChecked(); }
  void show_help(bool shown) { help_button_->setChecked(shown); }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void apply_fonts();

  QLabel* title_;
  QLabel* question_;
  QLabel* help_;
  QPushButton* help_button_;
};

}  // namespace warpglass::gui
