// Runs a scenario through the simulation and keeps everything that it says.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ccsim/simulation.h"

namespace ccsim::testing {

struct RecordedRun {
  RunResult result;
  // series[flow][metric]; links are under "link".
  std::map<std::int64_t, std::map<std::string, std::vector<double>>> flow_series;
  std::map<std::string, std::vector<double>> link_series;
  std::vector<PhaseInterval> phases;
  std::vector<Event> events;

  [[nodiscard]] std::vector<PhaseInterval> phases_of(std::int64_t flow,
                                                     const std::string& phase) const;
};

[[nodiscard]] RecordedRun record_run(const Scenario& scenario, std::uint64_t seed = 1);

// A dumbbell of 10 Mbit/s with packets of 1500 bytes, no loss, no start jitter.
struct PathOptions {
  BitRate rate_bps = 10'000'000;
  double buffer_packets = 333;
  double loss_probability = 0;
  Duration duration_ns = 30 * kSecond;
};
[[nodiscard]] Scenario dumbbell(const PathOptions& options);

void add_flow(Scenario& scenario, const std::string& algorithm, Duration rtt_ns,
              std::vector<NamedParameter> parameters = {});

}  // namespace ccsim::testing
