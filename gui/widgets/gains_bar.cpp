#include "gui/widgets/gains_bar.h"

#include "gui/core/experiments/simulate_again.h"
#include "gui/widgets/theme.h"
#include "sim/obstacles.h"

namespace warpglass::gui {

GainsBar::GainsBar(Session& session, QWidget* parent) : JobBar(session, parent), session_(session) {
  setContentsMargins(scaled(18), 0, scaled(18), 0);
  connect(this, &JobBar::wanted, this, [this] {
    if (session_.current()) session_.experiments().simulate_gains(session_.current());
  });
}

void GainsBar::refresh() {
  const RunPointer run = session_.current();
  if (!run) return;
  const Experiments& experiments = session_.experiments();
  setVisible(true);
  if (!experiments.problem().isEmpty()) {
    show_state(experiments.problem(), {});
  } else if (!experiments.gains(run).empty()) {
    show_state(
        QStringLiteral("Expected gains: the launch was simulated again without each of %1 obstacles. They "
                       "are upper bounds and do not add up.")
            .arg(experiments.gains(run).size()),
        {});
  } else if (const QString reason = why_not_simulated(*run); !reason.isEmpty()) {
    show_state(
        QStringLiteral("Expected gains are not known: %1. `warpglass run --gains` keeps them in the run.")
            .arg(reason),
        {});
  } else {
    const double seconds = expected_seconds(*run) * static_cast<double>(sim::all_obstacles().size() + 1);
    show_state(
        QStringLiteral("Expected gains are not known: the launch has to be simulated again without each "
                       "obstacle, about %1 s on one core.")
            .arg(seconds, 0, 'f', seconds < 10 ? 1 : 0),
        QStringLiteral("Simulate expected &gains"));
  }
}

}  // namespace warpglass::gui
