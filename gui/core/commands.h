// What the command palette offers, found by typing parts of it.
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

namespace warpglass::gui {

struct Command {
  QString text;
  QString group;  ///< "Timeline", "Finding", "Instruction": shown before the text and searched too
  QString keys;   ///< "Ctrl+O"; "" when it has none
  std::function<void()> run;
};

/// How well `text` answers `query`, higher is better; nothing when a word of the query is not in it. Words
/// match in any order and without regard to case; at the start of a word they count more.
std::optional<int> match_score(const QString& query, const QString& text);

/// The commands that answer a query, best first; all of them, in their order, while the query is empty.
class CommandModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { KeysRole = Qt::UserRole + 1, GroupRole };

  using QAbstractListModel::QAbstractListModel;

  void set_commands(std::vector<Command> commands);
  void set_query(const QString& query);
  /// The command of a row.
  const Command& command(int row) const { return commands_[shown_[static_cast<size_t>(row)]]; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(shown_.size());
  }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::vector<Command> commands_;
  std::vector<size_t> shown_;
};

}  // namespace warpglass::gui
