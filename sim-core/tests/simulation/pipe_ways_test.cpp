// The fast way through a pipe and the general one must not differ in a single bit.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "simulation/simulation.h"
#include "support/fingerprint.h"
#include "support/sanitized.h"
#include "support/scenario_matrix.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

constexpr int kStride = kIsSanitized ? 20 : 1;

bool changes_paths(const Scenario& scenario) {
  for (std::uint32_t index = 0; index < scenario.link_count(); ++index) {
    if (scenario.link(index).changes.changes_path()) return true;
  }
  return false;
}

// They add up to the RTT, and where no path changes, propagation is what the scenario says: it is
// recorded as what no other part has.
void check_rtt_parts(const Scenario& scenario, const RunResult& result) {
  for (const FlowSummary& flow : result.flows) {
    const FlowRttParts& parts = result.rtt_parts[static_cast<std::size_t>(flow.flow_index)];
    if (parts.packets == 0) continue;
    double sum_s = 0;
    double propagation_s = 0;
    double unattributed_s = 0;
    for (const RttPartMean& part : parts.parts) {
      EXPECT_GE(part.mean_s, 0);
      sum_s += part.mean_s;
      if (part.part == RttPart::kPropagation) propagation_s = part.mean_s;
      if (part.part == RttPart::kUnattributed) unattributed_s = part.mean_s;
    }
    EXPECT_NEAR(sum_s, parts.mean_rtt_s, 1e-6);
    EXPECT_NEAR(parts.mean_rtt_s, flow.mean_rtt_s, 1e-9);
    if (unattributed_s > 0 || changes_paths(scenario)) continue;
    const auto group = static_cast<std::size_t>(flow.group_index);
    EXPECT_NEAR(propagation_s, to_s(static_cast<double>(scenario.groups[group].rtt_ns)), 1e-9);
  }
}

std::uint64_t fingerprint_of(const Scenario& scenario, PipeWay way, bool records_causes) {
  Fingerprint print;
  RunOptions options;
  options.records_causes = records_causes;
  options.on_chunk = [&print](SeriesChunk&& chunk) { take(print, chunk); };
  const RunResult result = std::make_unique<Simulation>(scenario, 3, options, way)->run();
  take(print, result);
  if (!result.rtt_parts.empty()) check_rtt_parts(scenario, result);
  return print.value();
}

class PipeWaysOfAlgorithm : public ::testing::TestWithParam<std::string> {};

TEST_P(PipeWaysOfAlgorithm, GiveTheSameBytesInEveryScenario) {
  int seen = 0;
  int compared = 0;
  for (const NamedScenario& item : all_scenarios()) {
    if (item.name.substr(0, item.name.find('/')) != GetParam()) continue;
    if (seen++ % kStride != 0) continue;
    SCOPED_TRACE(item.name);
    // What records RTTs is passed by other code.
    const bool records_causes = compared % 2 == 0;
    EXPECT_EQ(fingerprint_of(item.scenario, PipeWay::kFast, records_causes),
              fingerprint_of(item.scenario, PipeWay::kGeneral, records_causes));
    ++compared;
  }
  EXPECT_GT(compared, 100 / kStride);
}

INSTANTIATE_TEST_SUITE_P(All, PipeWaysOfAlgorithm, ::testing::ValuesIn(algorithm_names()));

}  // namespace
}  // namespace ccsim
