// What FaiRTT declares as well, being a variant of BBRv2.
#pragma once

#include <string>
#include <vector>

#include "ccsim/algorithm.h"

namespace ccsim {

[[nodiscard]] std::vector<MetricInfo> bbr2_metrics();
[[nodiscard]] StateMachine bbr2_machine();
[[nodiscard]] EcnRequest bbr2_ecn(const ParameterSet& set);

}  // namespace ccsim
