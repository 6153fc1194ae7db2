#include "cc/recorded_run.h"

#include <utility>

namespace ccsim::testing {

std::vector<PhaseInterval> RecordedRun::phases_of(std::int64_t flow,
                                                  const std::string& phase) const {
  std::vector<PhaseInterval> found;
  for (const PhaseInterval& interval : phases) {
    if (interval.flow_index == flow && interval.phase == phase) found.push_back(interval);
  }
  return found;
}

RecordedRun record_run(const Scenario& scenario, std::uint64_t seed) {
  RecordedRun run;
  RunOptions options;
  options.on_chunk = [&run](SeriesChunk&& chunk) {
    for (const SubjectSeries& subject : chunk.subjects) {
      auto& series = subject.subject == SubjectKind::kFlow ? run.flow_series[subject.subject_index]
                                                           : run.link_series;
      for (const SeriesColumn& column : subject.columns) {
        auto& values = series[column.metric];
        values.insert(values.end(), column.values.begin(), column.values.end());
      }
    }
    run.phases.insert(run.phases.end(), chunk.phases.begin(), chunk.phases.end());
    run.events.insert(run.events.end(), chunk.events.begin(), chunk.events.end());
  };
  run.result = ccsim::run(scenario, seed, options);
  return run;
}

Scenario dumbbell(const PathOptions& options) {
  Scenario scenario;
  scenario.duration_ns = options.duration_ns;
  scenario.start_jitter_ns = 0;
  scenario.transport.host_jitter_ns = 0;  // theory is exact
  scenario.bottleneck.rate_bps = options.rate_bps;
  scenario.bottleneck.buffer_bytes =
      static_cast<Bytes>(options.buffer_packets * static_cast<double>(scenario.packet_bytes));
  if (options.loss_probability > 0) {
    scenario.bottleneck.loss.model = {"bernoulli", {{"probability", options.loss_probability}}};
  }
  return scenario;
}

void add_flow(Scenario& scenario, const std::string& algorithm, Duration rtt_ns,
              std::vector<NamedParameter> parameters) {
  FlowGroupConfig group;
  group.algorithm = algorithm;
  group.rtt_ns = rtt_ns;
  group.parameters = std::move(parameters);
  scenario.groups.push_back(std::move(group));
}

}  // namespace ccsim::testing
