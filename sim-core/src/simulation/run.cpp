#include <limits>

#include "simulation/simulation.h"

namespace ccsim {

// On the heap: the object holds the whole state and would crowd a thread's stack.
RunInPieces::RunInPieces(const Scenario& scenario, std::uint64_t seed, const RunOptions& options)
    : simulation_(std::make_unique<Simulation>(scenario, seed, options)) {}

RunInPieces::~RunInPieces() = default;

bool RunInPieces::advance(std::int64_t most_events) {
  return simulation_->advance(most_events);
}

RunResult RunInPieces::finish() {
  return simulation_->finish();
}

RunResult run(const Scenario& scenario, std::uint64_t seed, const RunOptions& options) {
  return std::make_unique<Simulation>(scenario, seed, options)->run();
}

}  // namespace ccsim
