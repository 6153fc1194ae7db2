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

std::uint64_t fingerprint_of(const Scenario& scenario, PipeWay way) {
  Fingerprint print;
  RunOptions options;
  options.on_chunk = [&print](SeriesChunk&& chunk) { take(print, chunk); };
  take(print, std::make_unique<Simulation>(scenario, 3, options, way)->run());
  return print.value();
}

class PipeWaysOfAlgorithm : public ::testing::TestWithParam<std::string> {};

TEST_P(PipeWaysOfAlgorithm, GiveTheSameBytesInEveryScenario) {
  int seen = 0;
  int compared = 0;
  for (const NamedScenario& item : all_scenarios()) {
    if (item.name.substr(0, item.name.find('/')) != GetParam()) continue;
    if (seen++ % kStride != 0) continue;
    EXPECT_EQ(fingerprint_of(item.scenario, PipeWay::kFast),
              fingerprint_of(item.scenario, PipeWay::kGeneral))
        << item.name;
    ++compared;
  }
  EXPECT_GT(compared, 100 / kStride);
}

INSTANTIATE_TEST_SUITE_P(All, PipeWaysOfAlgorithm, ::testing::ValuesIn(algorithm_names()));

}  // namespace
}  // namespace ccsim
