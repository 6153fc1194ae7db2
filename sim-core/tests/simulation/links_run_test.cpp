// Runs over several links: in series, in parallel, and on the way back.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ccsim/simulation.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

constexpr BitRate kTenMegabit = 10'000'000;

BottleneckConfig link_of(BitRate rate_bps, Packets buffer_packets = 60) {
  BottleneckConfig link;
  link.rate_bps = rate_bps;
  link.delay_ns = 2 * kMs;
  link.buffer_bytes = buffer_packets * 1500;
  return link;
}

FlowGroupConfig flow_over(const LinkPath& path, const LinkPath& return_path = {}) {
  FlowGroupConfig group;
  group.algorithm = "newreno";
  group.rtt_ns = 40 * kMs;
  group.path = path;
  group.return_path = return_path;
  return group;
}

Scenario over_links(const std::vector<BottleneckConfig>& links,
                    const std::vector<FlowGroupConfig>& groups) {
  Scenario scenario;
  scenario.duration_ns = 60 * kSecond;
  scenario.warmup_ns = 10 * kSecond;
  scenario.bottleneck = links.front();
  scenario.further_links.assign(links.begin() + 1, links.end());
  scenario.groups = groups;
  return scenario;
}

TEST(Links, TheSlowerOfTwoInSeriesSetsTheRateAndHoldsTheQueue) {
  const RunResult result =
      run(over_links({link_of(2 * kTenMegabit), link_of(kTenMegabit)}, {flow_over({0, 1})}), 1);
  ASSERT_EQ(result.links.size(), 2U);
  EXPECT_NEAR(result.links[0].utilisation_ratio, 0.5, 0.01);
  EXPECT_NEAR(result.links[1].utilisation_ratio, 1.0, 0.01);
  EXPECT_EQ(result.links[0].dropped_packets, 0);
  EXPECT_GT(result.links[1].dropped_packets, 0);
  EXPECT_LT(result.links[0].mean_queue_bytes, 1500);
  EXPECT_GT(result.links[1].mean_queue_bytes, 15'000);
}

// Propagation alone: the access delay takes what the links leave of half the RTT.
TEST(Links, DelaysOfThePathAreAPartOfTheBaseRtt) {
  for (const LinkPath& path : {LinkPath{0}, LinkPath{0, 1}, LinkPath{1, 0}}) {
    Scenario scenario = over_links({link_of(kTenMegabit), link_of(kTenMegabit)}, {flow_over(path)});
    scenario.warmup_ns = 0;
    const RunResult result = run(scenario, 1);
    const double transmission_s = 0.0012 * static_cast<double>(path.size());
    EXPECT_NEAR(result.flows[0].min_rtt_s, 0.04 + transmission_s, 0.00003);
  }
}

TEST(Links, AFlowElsewhereRunsAsAtTheBottleneck) {
  const RunResult at_first = run(over_links({link_of(kTenMegabit)}, {flow_over({0})}), 1);
  const RunResult at_second =
      run(over_links({link_of(kTenMegabit), link_of(kTenMegabit)}, {flow_over({1})}), 1);
  EXPECT_EQ(at_first.flows[0].throughput_bps, at_second.flows[0].throughput_bps);
  EXPECT_EQ(at_first.flows[0].mean_rtt_s, at_second.flows[0].mean_rtt_s);
  EXPECT_EQ(at_first.links[0].mean_queue_bytes, at_second.links[1].mean_queue_bytes);
  EXPECT_EQ(at_second.links[0].transmitted_packets, 0);
}

// In a parking lot of two links with a queue for each flow, each gets half of a link.
TEST(Links, FairQueuesGiveMaxMinSharesInAParkingLot) {
  BottleneckConfig fair = link_of(kTenMegabit, 1000);
  fair.queue = {"fq_codel", {}};
  const RunResult result =
      run(over_links({fair, fair}, {flow_over({0, 1}), flow_over({0}), flow_over({1})}), 1);
  for (const FlowSummary& flow : result.flows) {
    EXPECT_NEAR(flow.throughput_bps, 0.5 * kTenMegabit, 0.06 * kTenMegabit);
  }
}

TEST(Links, ALossModelActsOnItsOwnLinkOnly) {
  BottleneckConfig lossy = link_of(10 * kTenMegabit);
  lossy.loss.model = {"bernoulli", {{"probability", 0.01}}};
  Scenario scenario = over_links({link_of(10 * kTenMegabit), lossy},
                                 {flow_over({0, 1}), flow_over({0}), flow_over({1})});
  const RunResult result = run(scenario, 1);
  EXPECT_EQ(result.links[0].randomly_lost_packets, 0);
  const auto lost = static_cast<double>(result.links[1].randomly_lost_packets);
  EXPECT_NEAR(lost / static_cast<double>(result.links[1].transmitted_packets), 0.01, 0.001);
  EXPECT_GT(result.flows[0].randomly_lost_packets, 0);
  EXPECT_EQ(result.flows[1].randomly_lost_packets, 0);
  EXPECT_GT(result.flows[2].randomly_lost_packets, 0);
}

// 50 ACKs a second fit: 52 bytes at 20.8 kbit/s.
TEST(Links, ASlowWayBackIsFullOfAcks) {
  const RunResult result =
      run(over_links({link_of(kTenMegabit), link_of(20'800, 2)}, {flow_over({0}, {1})}), 1);
  EXPECT_NEAR(result.links[1].utilisation_ratio, 1.0, 0.02);
  EXPECT_NEAR(static_cast<double>(result.links[1].transmitted_packets), 50.0 * 50, 50.0);
  EXPECT_GT(result.links[1].dropped_packets, 0);
  EXPECT_GT(result.flows[0].mean_rtt_s, 0.5);
}

TEST(Links, FilteredAcksWaitOneAtATime) {
  BottleneckConfig back = link_of(20'800, 2);
  back.filters_acks = true;
  const RunResult result = run(over_links({link_of(kTenMegabit), back}, {flow_over({0}, {1})}), 1);
  EXPECT_EQ(result.links[1].dropped_packets, 0);
  EXPECT_LE(result.links[1].max_queue_bytes, 3 * 52);  // but for what reports duplicates
  EXPECT_LT(result.flows[0].mean_rtt_s, 0.15);
  // 833 packets a second are acknowledged by 417 ACKs at least, of which 50 get through.
  EXPECT_GT(result.links[1].filtered_ack_packets, 6 * result.links[1].transmitted_packets);
  EXPECT_EQ(result.links[0].filtered_ack_packets, kNoCount);
}

// Each direction carries the data of one flow and the ACKs of the other. ACKs that wait behind data
// come out in bunches, and links are idle meanwhile (Zhang, Shenker and Clark, SIGCOMM 1991).
TEST(Links, TwoWayTrafficSharesBothLinks) {
  const RunResult result = run(over_links({link_of(kTenMegabit), link_of(kTenMegabit)},
                                          {flow_over({0}, {1}), flow_over({1}, {0})}),
                               1);
  for (const FlowSummary& flow : result.flows) {
    EXPECT_GT(flow.throughput_bps, 0.7 * kTenMegabit);
    EXPECT_GT(flow.mean_rtt_s, 0.06);  // it waits on both ways
  }
  for (const LinkSummary& link : result.links) EXPECT_GT(link.utilisation_ratio, 0.7);
  for (const LinkSummary& link : result.links) EXPECT_LT(link.utilisation_ratio, 0.95);
}

TEST(Links, AWayBackWithoutAQueueChangesNothingButItsTransmission) {
  Scenario with =
      over_links({link_of(kTenMegabit), link_of(100 * kTenMegabit)}, {flow_over({0}, {1})});
  const Scenario without = over_links({link_of(kTenMegabit)}, {flow_over({0})});
  with.further_links[0].delay_ns = 0;
  const RunResult a = run(with, 1);
  const RunResult b = run(without, 1);
  EXPECT_NEAR(a.flows[0].throughput_bps, b.flows[0].throughput_bps, 0.01 * kTenMegabit);
  EXPECT_NEAR(a.flows[0].min_rtt_s, b.flows[0].min_rtt_s, 0.00001);
}

TEST(Links, SeriesHaveOneSubjectForEachLink) {
  std::vector<std::int64_t> subjects;
  RunOptions options;
  options.on_chunk = [&](const SeriesChunk& chunk) {
    if (chunk.chunk_index > 0) return;
    for (const SubjectSeries& subject : chunk.subjects) {
      if (subject.subject == SubjectKind::kLink) subjects.push_back(subject.subject_index);
    }
  };
  static_cast<void>(run(
      over_links({link_of(kTenMegabit), link_of(kTenMegabit)}, {flow_over({0, 1})}), 1, options));
  EXPECT_EQ(subjects, (std::vector<std::int64_t>{0, 1}));
}

// Queue and link of each record are those of the place where it happened.
TEST(Links, PacketRecordsSayAtWhichLinkTheyHappen) {
  Scenario scenario = over_links({link_of(2 * kTenMegabit), link_of(kTenMegabit, 20)},
                                 {flow_over({0, 1}, {0}), flow_over({1})});
  scenario.duration_ns = 5 * kSecond;
  scenario.warmup_ns = 0;
  RunOptions options;
  options.packet_window = {0, kNever, 10'000'000};
  const RunResult result = run(scenario, 1, options);
  std::vector<Packets> dropped(2);
  std::vector<Packets> transmitted(2);
  std::vector<Bytes> longest(2);
  for (const PacketRecord& record : result.packets) {
    const bool is_of_host = record.kind <= PacketEventKind::kRetransmitted ||
                            record.kind == PacketEventKind::kDelivered ||
                            record.kind >= PacketEventKind::kAckSent;
    ASSERT_EQ(record.link_index == kNoLink, is_of_host);
    if (is_of_host) continue;
    const auto link = static_cast<std::size_t>(record.link_index);
    ASSERT_TRUE(link == 1U || record.flow_index == 0);
    if (record.kind == PacketEventKind::kDropped) ++dropped[link];
    if (record.kind == PacketEventKind::kTransmitted) ++transmitted[link];
    longest[link] = std::max(longest[link], record.queue_bytes);
  }
  for (std::size_t link = 0; link < 2; ++link) {
    EXPECT_EQ(dropped[link], result.links[link].dropped_packets);
    EXPECT_GT(transmitted[link], 0);
  }
  EXPECT_GT(dropped[1], 0);
  EXPECT_GT(longest[1], longest[0]);
  EXPECT_LE(longest[1], 20 * 1500);
}

// One that is dropped on the way back is lost there, and not at its receiver.
TEST(Links, ALostAckSaysAtWhichLink) {
  Scenario scenario =
      over_links({link_of(kTenMegabit), link_of(100'000, 1)}, {flow_over({0}, {1})});
  scenario.duration_ns = 10 * kSecond;
  scenario.warmup_ns = 0;
  RunOptions options;
  options.packet_window = {0, kNever, 10'000'000};
  Packets lost = 0;
  for (const PacketRecord& record : run(scenario, 1, options).packets) {
    if (record.kind != PacketEventKind::kAckLost) continue;
    EXPECT_EQ(record.link_index, 1);
    ++lost;
  }
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace ccsim
