#include "gui/core/commands.h"

#include <QStringList>
#include <algorithm>
#include <numeric>

namespace warpglass::gui {

std::optional<int> match_score(const QString& query, const QString& text) {
  int score = 0;
  for (const QString& word : query.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const qsizetype first = text.indexOf(word, 0, Qt::CaseInsensitive);
    if (first < 0) return std::nullopt;
    qsizetype at = first;
    bool starts_word = false;
    for (; at >= 0 && !starts_word; at = text.indexOf(word, at + 1, Qt::CaseInsensitive))
      starts_word = at == 0 || !text[at - 1].isLetterOrNumber();
    score += (starts_word ? 100 : 10) + (first == 0 ? 20 : 0) + static_cast<int>(word.size());
  }
  return score * 100 - static_cast<int>(std::min<qsizetype>(text.size(), 99));  // of equals, the shorter
}

void CommandModel::set_commands(std::vector<Command> commands) {
  beginResetModel();
  commands_ = std::move(commands);
  shown_.resize(commands_.size());
  std::iota(shown_.begin(), shown_.end(), size_t{0});
  endResetModel();
}

void CommandModel::set_query(const QString& query) {
  std::vector<std::pair<int, size_t>> found;
  for (size_t i = 0; i < commands_.size(); ++i)
    if (const auto score = match_score(query, commands_[i].group + QLatin1Char(' ') + commands_[i].text))
      found.emplace_back(*score, i);
  if (!query.trimmed().isEmpty())
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  beginResetModel();
  shown_.clear();
  for (const auto& [score, index] : found) shown_.push_back(index);
  endResetModel();
}

QVariant CommandModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Command& c = command(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return c.group.isEmpty() ? c.text : c.group + QStringLiteral(": ") + c.text;
    case KeysRole:
      return c.keys;
    case GroupRole:
      return c.group;
    default:
      return {};
  }
}

}  // namespace warpglass::gui
