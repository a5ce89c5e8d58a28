// A page of the window: shows the session's current run and follows the selection.
#pragma once

#include <QAction>
#include <QVariant>
#include <QWidget>
#include <functional>

#include "gui/core/csv.h"
#include "gui/core/session.h"

namespace warpglass::gui {

class View : public QWidget {
  Q_OBJECT

 public:
  View(Session& session, QString name, QString title, QString question, QWidget* parent = nullptr);

  QString name() const { return name_; }          ///< for --view and shortcuts: "timeline"
  QString title() const { return title_; }
  QString question() const { return question_; }  ///< that it answers
  QString help() const;                           ///< how to read it: a few sentences

  /// Shows the current state now, even while hidden.
  void refresh();
  /// Gives the focus to the page's main part.
  void focus_main();

  /// What of the page is remembered between sessions, beside its splitters; nothing for most.
  virtual QVariant state() const { return {}; }
  /// Takes what `state` gave, in any session; what makes no sense is ignored.
  virtual void restore(const QVariant&) {}

  /// What the page shows, as tables for export: those of its tables and plots unless a page knows better.
  virtual std::vector<CsvTable> tables() const;
  /// What an exported picture shows: the page, or all of what it scrolls.
  virtual QWidget* picture();

 protected:
  Session& session() { return session_; }
  const Session& session() const { return session_; }
  /// Fills the page from `session().current()`, which is never nullptr here.
  virtual void rebuild() = 0;
  /// A command of the page: its keys work while the page has the focus; `?`, the menu and the palette list it.
  QAction* add_command(const QString& text, const QList<QKeySequence>& keys, const QString& help, std::function<void()> run);
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  /// Marks the page as out of date; it is rebuilt when it is next seen.
  void invalidate();

 private:
  Session& session_;
  QString name_, title_, question_;
  bool stale_ = true;
  QWidget* main_ = nullptr;  // takes the focus for the page
};

}  // namespace warpglass::gui
