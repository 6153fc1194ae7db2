// Every queue discipline, loss model and kind of traffic in whole runs: what each declares is what
// it has, and its parameters hold at their ends.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "ccsim/components.h"
#include "ccsim/simulation.h"
#include "support/declared.h"
#include "support/scenario_matrix.h"

namespace ccsim {
namespace {

// Two flows that overflow a shallow buffer.
Scenario crowded(const std::string& algorithm = "cubic") {
  Scenario scenario = matrix_dumbbell(algorithm, 2, 0.3);
  scenario.duration_ns = 3 * kSecond;
  return scenario;
}

std::vector<std::string> link_metrics(const Scenario& scenario) {
  std::vector<std::string> names;
  RunOptions options;
  options.on_chunk = [&names](SeriesChunk&& chunk) {
    for (const SubjectSeries& subject : chunk.subjects) {
      if (subject.subject != SubjectKind::kLink) continue;
      names.clear();
      for (const SeriesColumn& column : subject.columns) names.push_back(column.metric);
    }
  };
  static_cast<void>(run(scenario, 1, options));
  return names;
}

// Runs with the defaults, then with each parameter at each of its ends. A run checks itself that no
// packet is lost track of.
template <typename Apply>
void expect_to_run(const ComponentInfo& info, const Apply& apply) {
  const std::vector<NamedParameter> required = required_of(info.parameters);
  const auto run_with = [&info, &apply](const std::vector<NamedParameter>& parameters) {
    Scenario scenario = crowded();
    apply(scenario, ComponentChoice{info.name, parameters});
    EXPECT_GT(run(scenario, 1, {}).simulated_packets, 0) << info.name;
  };
  run_with(required);
  for (const ParameterInfo& parameter : info.parameters) {
    for (const ParameterValue& extreme : extremes_of(parameter)) {
      std::vector<NamedParameter> parameters = required;
      std::erase_if(parameters, [&](const auto& one) { return one.name == parameter.name; });
      parameters.push_back({parameter.name, extreme});
      run_with(parameters);
    }
  }
}

template <typename Info>
void expect_described(const std::vector<Info>& list) {
  std::set<std::string> seen;
  for (const ComponentInfo& info : list) {
    EXPECT_TRUE(seen.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.title.empty()) << info.name;
    EXPECT_FALSE(info.summary.empty()) << info.name;
    EXPECT_FALSE(info.source.empty()) << info.name;
    expect_sound(info.parameters);
  }
}

TEST(Components, SayWhatTheyAre) {
  expect_described(queues());
  expect_described(losses());
  expect_described(traffic_kinds());
  EXPECT_EQ(find_component(queues(), "droptail"), &queues().front());
  EXPECT_EQ(find_component(queues(), "no such queue"), nullptr);
}

TEST(Components, EveryQueueRunsAndWritesTheSeriesThatItDeclares) {
  const std::vector<std::string> common = {"queue_bytes",           "queue_max_bytes",
                                           "queue_min_bytes",       "dropped_packets",
                                           "randomly_lost_packets", "busy_ratio"};
  for (const QueueInfo& info : queues()) {
    expect_to_run(info, [](Scenario& scenario, const ComponentChoice& choice) {
      scenario.bottleneck.queue = choice;
    });
    Scenario scenario = crowded();
    scenario.bottleneck.queue = {info.name, required_of(info.parameters)};
    std::vector<std::string> declared = common;
    for (const MetricInfo& metric : info.metrics) declared.push_back(metric.name);
    EXPECT_EQ(link_metrics(scenario), declared) << info.name;
  }
}

TEST(Components, EveryLossModelRuns) {
  for (const LossInfo& info : losses()) {
    expect_to_run(info, [](Scenario& scenario, const ComponentChoice& choice) {
      scenario.bottleneck.loss.model = choice;
      scenario.bottleneck.loss.direction = LossDirection::kBoth;
    });
  }
}

TEST(Components, EveryKindOfTrafficRuns) {
  for (const TrafficInfo& info : traffic_kinds()) {
    expect_to_run(info, [](Scenario& scenario, const ComponentChoice& choice) {
      scenario.groups.front().traffic = choice;
    });
  }
}

}  // namespace
}  // namespace ccsim
