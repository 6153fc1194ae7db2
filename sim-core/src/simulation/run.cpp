#include "ccsim/simulation.h"

namespace ccsim {

RunResult run(const Scenario& scenario, std::uint64_t /*seed*/, const RunOptions& /*options*/) {
  RunResult result;
  result.simulated_ns = scenario.duration_ns;
  return result;
}

}  // namespace ccsim
