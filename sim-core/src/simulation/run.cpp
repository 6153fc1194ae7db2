#include "simulation/simulation.h"

namespace ccsim {

RunResult run(const Scenario& scenario, std::uint64_t seed, const RunOptions& options) {
  // On the heap: the object holds the whole state and would crowd a thread's stack.
  return std::make_unique<Simulation>(scenario, seed, options)->run();
}

}  // namespace ccsim
