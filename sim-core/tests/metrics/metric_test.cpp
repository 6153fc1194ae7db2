// The tables of metrics: what results, series, texts and lists elsewhere are generated from.
#include "ccsim/metric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "ccsim/result.h"

namespace ccsim {
namespace {

template <typename Struct, std::size_t size>
void expect_well_declared(const MetricTable<Struct, size>& table) {
  std::set<std::string_view> names;
  for (const Declared<Struct>& entry : table) {
    const MetricDeclaration& metric = entry.metric;
    const std::string_view name = metric.name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(name.substr(name.rfind('_') + 1), suffix_of(metric.quantity)) << name;
    EXPECT_FALSE(metric.title.empty()) << name;
    EXPECT_TRUE(metric.definition.ends_with('.')) << name;
    EXPECT_FALSE(name_of(metric.quantity).empty()) << name;
    EXPECT_FALSE(name_of(metric.aggregation).empty()) << name;
  }
}

template <typename Struct, std::size_t size>
void expect_said(const MetricTable<Struct, size>& table) {
  for (const Declared<Struct>& entry : table) {
    EXPECT_FALSE(entry.metric.phrase.text.empty()) << entry.metric.name;
  }
}

TEST(Metrics, OfASummaryHaveAPhraseForSentences) {
  expect_said(kFlowSummary);
  expect_said(kLinkSummary);
  expect_said(kFairnessSummary);
}

TEST(Metrics, AreNamedOnceWithTheirUnitLastAndExplained) {
  expect_well_declared(kFlowSummary);
  expect_well_declared(kLinkSummary);
  expect_well_declared(kFairnessSummary);
  expect_well_declared(kFlowSeries);
  expect_well_declared(kLinkSeries);
}

// series_digest is over the columns in their order (docs/architecture.md): new ones come last.
TEST(Metrics, KeepTheOrderOfTheFirstColumns) {
  std::vector<std::string> flow = names_of(kFlowSeries);
  flow.resize(17);
  EXPECT_EQ(flow, (std::vector<std::string>{
                      "throughput_bps", "goodput_bps", "retransmitted_packets", "sent_packets",
                      "limited_cwnd_ratio", "limited_pacing_ratio", "limited_recovery_ratio",
                      "limited_receive_window_ratio", "limited_application_ratio", "rtt_s",
                      "srtt_s", "cwnd_bytes", "inflight_bytes", "pacing_rate_bps", "ssthresh_bytes",
                      "min_rtt_s", "bandwidth_estimate_bps"}));
  std::vector<std::string> link = names_of(kLinkSeries);
  link.resize(6);
  EXPECT_EQ(link,
            (std::vector<std::string>{"queue_bytes", "queue_max_bytes", "queue_min_bytes",
                                      "dropped_packets", "randomly_lost_packets", "busy_ratio"}));
}

TEST(Metrics, GiveIntegersOfATimeInSecondsAndCountsAsTheyAre) {
  FlowSummary flow;
  flow.start_ns = 1'500'000'000;
  flow.sent_packets = 7;
  flow.mean_rtt_s = 0.025;
  for (const auto& entry : kFlowSummary) {
    const auto number = entry.number(flow);
    if (entry.metric.name == "start_s") {
      EXPECT_EQ(std::get<double>(number), 1.5);
    } else if (entry.metric.name == "sent_packets") {
      EXPECT_EQ(std::get<std::int64_t>(number), 7);
    } else if (entry.metric.name == "mean_rtt_s") {
      EXPECT_EQ(std::get<double>(number), 0.025);
    }
  }
}

TEST(Metrics, AreReadInTheOrderOfTheirTable) {
  LinkSample sample;
  sample.queue_max_bytes = 3000;
  sample.busy_ratio = 0.5;
  EXPECT_EQ(values_of(kLinkSeries, sample), (std::vector<double>{0, 3000, 0, 0, 0, 0.5}));
}

TEST(Metrics, OfASampleAreAbsentUntilTheyAreSet) {
  for (const double value : values_of(kFlowSeries, FlowSample{})) EXPECT_TRUE(std::isnan(value));
}

TEST(Events, HaveANameEach) {
  EXPECT_EQ(name_of(EventKind::kStart), "start");
  EXPECT_EQ(name_of(EventKind::kUndo), "undo");
  EXPECT_EQ(std::set<std::string_view>(kEventNames.begin(), kEventNames.end()).size(),
            static_cast<std::size_t>(EventKind::kHandshakeTimeout) + 1);
}

}  // namespace
}  // namespace ccsim
