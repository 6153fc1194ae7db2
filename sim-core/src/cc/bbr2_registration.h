// What FaiRTT declares as well, being a variant of BBRv2.
#pragma once

#include <string>
#include <vector>

#include "ccsim/algorithm.h"

namespace ccsim {

[[nodiscard]] std::vector<MetricInfo> bbr2_metrics();
[[nodiscard]] std::vector<std::string> bbr2_phases();

}  // namespace ccsim
