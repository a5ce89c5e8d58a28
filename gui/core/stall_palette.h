// How stall reasons look and what they mean: one colour each, told apart by colour-blind eyes too (Okabe-Ito, Tol).
#pragma once

#include <QColor>
#include <QString>

#include "sim/stall.h"

namespace warpglass::gui {

QColor stall_colour(sim::Stall stall);
QString stall_name(sim::Stall stall);     ///< ncu's name
QString stall_meaning(sim::Stall stall);  ///< a sentence for people who do not know ncu's names

}  // namespace warpglass::gui
