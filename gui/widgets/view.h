// A page of the window: shows the session's current run and follows the selection.
#pragma once

#include <QWidget>

#include "gui/core/session.h"

namespace warpglass::gui {

class View : public QWidget {
  Q_OBJECT

 public:
  View(Session& session, QString name, QString title, QString question, QWidget* parent = nullptr);

  QString name() const { return name_; }          ///< for --view and shortcuts: "timeline"
  QString title() const { return title_; }
  QString question() const { return question_; }  ///< that it answers

  /// Shows the current state now, even while hidden.
  void refresh();

 protected:
  Session& session() { return session_; }
  /// Fills the page from `session().current()`, which is never nullptr here.
  virtual void rebuild() = 0;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  /// Marks the page as out of date; it is rebuilt when it is next seen.
  void invalidate();

 private:
  Session& session_;
  QString name_, title_, question_;
  bool stale_ = true;
};

}  // namespace warpglass::gui
