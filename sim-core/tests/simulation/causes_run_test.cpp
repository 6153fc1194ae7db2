// What binds the flows of whole runs: what must hold for every algorithm.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "ccsim/simulation.h"
#include "support/fingerprint.h"
#include "support/shorthand.h"
#include "support/three_flows.h"

namespace ccsim {
namespace {

RunResult recorded(const Scenario& scenario) {
  RunOptions options;
  options.records_causes = true;
  return run(scenario, 3, options);
}

// The series that only a recorded run has: columns behind all others.
void leave_out_rtt_parts(SeriesChunk& chunk) {
  const std::vector<std::string> names = names_of(kFlowRttSeries);
  for (SubjectSeries& subject : chunk.subjects) {
    std::erase_if(subject.columns, [&names](const SeriesColumn& column) {
      return std::find(names.begin(), names.end(), column.metric) != names.end();
    });
  }
}

class Causes : public ::testing::TestWithParam<std::string> {};

TEST_P(Causes, AgreeWithTheLimitsOfTheSummary) {
  const RunResult result = recorded(three_flows(GetParam()));
  ASSERT_EQ(result.causes.flows.size(), result.flows.size());
  for (const FlowSummary& flow : result.flows) {
    const auto& causes = result.causes.flows[static_cast<std::size_t>(flow.flow_index)];
    std::map<std::string, double> ratios;
    for (const BindingTime& held : causes.times) {
      const double ratio = static_cast<double>(held.time_ns) / static_cast<double>(flow.active_ns);
      if (held.binding == Binding::kApplication) {
        ratios["application"] += ratio;
      } else if (held.binding == Binding::kReceiveWindow) {
        ratios["receive_window"] += ratio;
      } else if (held.binding == Binding::kRecovery) {
        ratios["recovery"] += ratio;
      } else {
        ratios[is_rate(held.binding) ? "pacing" : "cwnd"] += ratio;
      }
    }
    EXPECT_NEAR(ratios["cwnd"], flow.limited_cwnd_ratio, 1e-9);
    EXPECT_NEAR(ratios["pacing"], flow.limited_pacing_ratio, 1e-9);
    EXPECT_NEAR(ratios["recovery"], flow.limited_recovery_ratio, 1e-9);
    EXPECT_NEAR(ratios["receive_window"], flow.limited_receive_window_ratio, 1e-9);
    EXPECT_NEAR(ratios["application"], flow.limited_application_ratio, 1e-9);
  }
}

TEST_P(Causes, NameARuleForEveryMoment) {
  for (const FlowCauses& flow : recorded(three_flows(GetParam())).causes.flows) {
    for (const BindingTime& held : flow.times) {
      EXPECT_NE(held.binding, Binding::kWindowUnknown);
      EXPECT_NE(held.binding, Binding::kRateUnknown);
    }
  }
}

TEST_P(Causes, ChangeNoNumberOfTheRun) {
  const Scenario scenario = three_flows(GetParam());
  Fingerprint plain;
  Fingerprint watched;
  RunOptions options;
  options.on_chunk = [&plain](SeriesChunk&& chunk) { take(plain, chunk); };
  take(plain, run(scenario, 3, options));
  options.records_causes = true;
  options.on_chunk = [&watched](SeriesChunk&& chunk) {
    leave_out_rtt_parts(chunk);
    take(watched, chunk);
  };
  take(watched, run(scenario, 3, options));
  EXPECT_EQ(plain.value(), watched.value());
}

INSTANTIATE_TEST_SUITE_P(OfAllAlgorithms, Causes, ::testing::ValuesIn(algorithm_names()),
                         [](const auto& info) { return info.param; });

TEST(CausesOfARun, SayWhatAReceiversWindowHolds) {
  const RunResult result = recorded(three_flows("bbr2"));
  const auto& times = result.causes.flows[2].times;
  const auto held = std::find_if(times.begin(), times.end(), [](const BindingTime& time) {
    return time.binding == Binding::kReceiveWindow;
  });
  ASSERT_NE(held, times.end());
  EXPECT_NEAR(held->mean_value, 6, 0.5);
}

TEST(CausesOfARun, AreNotThereUnlessAskedFor) {
  const RunResult result = run(three_flows("cubic"), 3);
  EXPECT_EQ(result.causes.bucket_ns, 0);
  EXPECT_TRUE(result.causes.flows.empty());
}

}  // namespace
}  // namespace ccsim
