// Names that most test files use.
#pragma once

#include <string>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/units.h"

namespace ccsim {

inline constexpr Duration kMs = kMillisecond;
inline constexpr Duration kUs = kMicrosecond;

// The base RTT of the tests' usual path.
inline constexpr Duration kRtt = 40 * kMillisecond;

// Of every algorithm in the registry, in its order.
inline std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const AlgorithmInfo& info : algorithms()) {
    names.push_back(info.name);
  }
  return names;
}

}  // namespace ccsim
