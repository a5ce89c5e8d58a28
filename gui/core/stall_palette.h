// How stall reasons look and what they mean: one colour each. Frequent ones are Okabe and Ito's; the others were searched so that
// any two of the 17 differ by at least 17 in CIE L*a*b* for usual and for colour-blind eyes (a test holds them to it).
#pragma once

#include <QColor>
#include <QString>

#include "sim/stall.h"

namespace warpglass::gui {

QColor stall_colour(sim::Stall stall);
QString stall_name(sim::Stall stall);     ///< ncu's name
QString stall_meaning(sim::Stall stall);  ///< a sentence for people who do not know ncu's names

}  // namespace warpglass::gui
