// What variants of BBRv2 (FaiRTT, BBRv2+) and BBRv3 declare as well.
#pragma once

#include <string>
#include <vector>

#include "ccsim/algorithm.h"

namespace ccsim {

[[nodiscard]] std::vector<MetricInfo> bbr2_metrics();
// The phases of BBRv2 and BBRv3, with the transitions of one of them.
[[nodiscard]] StateMachine probing_machine(std::string source, std::vector<Transition> transitions);
[[nodiscard]] StateMachine bbr2_machine();
[[nodiscard]] EcnRequest bbr2_ecn(const ParameterSet& set);

}  // namespace ccsim
