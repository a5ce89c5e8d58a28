// A line that offers a simulation, shows how far it is and lets it be cancelled.
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "gui/core/session.h"

namespace warpglass::gui {

class JobBar : public QWidget {
  Q_OBJECT

 public:
  explicit JobBar(Session& session, QWidget* parent = nullptr);

  /// `words` beside a button that offers `offer`; no button if that is empty. While a job of the session
  /// runs, it and its progress are shown instead.
  void show_state(const QString& words, const QString& offer);
  QPushButton& button() { return *button_; }
  QString words() const { return words_->text(); }

 Q_SIGNALS:
  void wanted();

 private:
  Session& session_;
  QLabel* words_;
  QProgressBar* progress_;
  QPushButton* button_;
  QPushButton* cancel_;
};

}  // namespace warpglass::gui
