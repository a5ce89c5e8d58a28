// Source lines and SASS side by side, with where warps wait.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

#include "gui/core/dependencies.h"
#include "gui/core/instruction_rows.h"
#include "gui/widgets/data_table.h"
#include "gui/widgets/view.h"

namespace warpglass::gui {

class DependencyDelegate;

class SourceView : public View {
  Q_OBJECT

 public:
  explicit SourceView(Session& session, QWidget* parent = nullptr);
  DataTable& sass() { return *sass_; }
  DataTable& source() { return *source_; }

 protected:
  void rebuild() override;

 private:
  void build_sass();
  void count_range();
  void build_source();
  void describe();
  void show_arrows();
  void line_chosen(int row);
  void show_line_of(uint32_t instruction);

  InstructionRows rows_;
  std::optional<Dependencies> dependencies_;   ///< nothing without the launch's program
  DependencyDelegate* arrows_;
  std::vector<SourceText> texts_;
  size_t text_ = 0;
  QLineEdit* search_;
  QComboBox* files_;
  DataTable* source_;
  DataTable* sass_;
  QLabel* details_;
};

}  // namespace warpglass::gui
