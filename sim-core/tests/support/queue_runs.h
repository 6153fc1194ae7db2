// Whole runs over a queue discipline: long flows at a bottleneck, and what was measured of the
// link.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ccsim/simulation.h"

namespace ccsim {

struct QueueRun {
  RunResult result;
  std::map<std::string, std::vector<double>> link_series;  // by metric, after the warm-up

  [[nodiscard]] double mean_of(const std::string& metric) const {
    double sum = 0;
    for (const double value : link_series.at(metric)) sum += value;
    return sum / static_cast<double>(link_series.at(metric).size());
  }
};

// A buffer of 1,000 packets, which an active queue never fills; a sample each 10 ms.
inline Scenario queue_scenario(const ComponentChoice& queue, BitRate rate_bps, Duration warmup_ns,
                               Duration duration_ns) {
  Scenario scenario;
  scenario.bottleneck.rate_bps = rate_bps;
  scenario.bottleneck.buffer_bytes = 1'500'000;
  scenario.bottleneck.queue = queue;
  scenario.warmup_ns = warmup_ns;
  scenario.duration_ns = duration_ns;
  scenario.sample_interval_ns = 10 * kMillisecond;
  scenario.start_jitter_ns = kSecond;
  return scenario;
}

inline void add_flows(Scenario& scenario, const std::string& algorithm, Duration rtt_ns,
                      std::int64_t count) {
  FlowGroupConfig group;
  group.algorithm = algorithm;
  group.rtt_ns = rtt_ns;
  group.count = count;
  scenario.groups.push_back(group);
}

inline QueueRun run_queue(const Scenario& scenario) {
  QueueRun recorded;
  RunOptions options;
  options.on_chunk = [&recorded](SeriesChunk&& chunk) {
    for (const SubjectSeries& subject : chunk.subjects) {
      if (subject.subject != SubjectKind::kLink) continue;
      for (const SeriesColumn& column : subject.columns) {
        std::vector<double>& all = recorded.link_series[column.metric];
        all.insert(all.end(), column.values.begin(), column.values.end());
      }
    }
  };
  recorded.result = run(scenario, 1, options);
  for (auto& [metric, values] : recorded.link_series) {
    values.erase(values.begin(), values.begin() + scenario.warmup_ns / scenario.sample_interval_ns);
  }
  return recorded;
}

}  // namespace ccsim
