// What the command palette offers.
#include <algorithm>

#include "gui/app/action_list.h"
#include "gui/app/main_window.h"
#include "gui/core/format.h"
#include "sim/report/finding.h"

namespace warpglass::gui {
namespace {

// A kernel of more instructions is searched on its own page.
constexpr size_t kMostInstructions = 20000;

}  // namespace

std::vector<Command> MainWindow::commands() {
  std::vector<Command> all;
  for (const ListedAction& listed : listed_actions(*this))
    if (listed.action->isEnabled())
      all.push_back({plain_text(*listed.action), listed.group, keys_of(*listed.action),
                     [action = listed.action] { action->trigger(); }});
  for (const RunPointer& run : session_.runs())
    if (run != session_.current())
      all.push_back({text(run->name), QStringLiteral("Run"), {}, [this, run] { session_.show_run(run); }});
  const RunPointer run = session_.current();
  if (!run) return all;
  const auto go_to = [this](uint32_t instruction) {
    session_.selection().select_instruction(instruction);
    show_view(QStringLiteral("source"));
  };
  for (const sim::Finding& finding : sim::diagnose(run->result)) {
    const QString what = QStringLiteral("%1 (%2)").arg(text(finding.title), percent(finding.weight, 0));
    if (finding.places.empty())
      all.push_back({what, QStringLiteral("Finding"), {}, [this] { show_view(QStringLiteral("verdict")); }});
    else
      all.push_back({what, QStringLiteral("Finding"), {}, [go_to, at = finding.places.front().instruction] {
                       go_to(at);
                     }});
  }
  const size_t count = std::min(run->result.text.size(), kMostInstructions);
  for (uint32_t i = 0; i < count; ++i)
    all.push_back({address_text(i) + QLatin1Char(' ') + text(run->result.text[i]),
                   QStringLiteral("Instruction"),
                   {},
                   [go_to, i] { go_to(i); }});
  return all;
}

}  // namespace warpglass::gui
