// The sender over a path: what leaves when, seen from outside. Times are worked out by hand from
// 1.2 ms per packet at 10 Mbit/s and a base RTT of 40 ms.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ccsim/rng.h"
#include "support/shorthand.h"
#include "support/test_path.h"

namespace ccsim {
namespace {

std::vector<TestPath::Transmission> retransmissions_of(const TestPath& path) {
  std::vector<TestPath::Transmission> found;
  std::copy_if(path.transmissions.begin(), path.transmissions.end(), std::back_inserter(found),
               [](const auto& t) { return t.is_retransmission; });
  return found;
}

std::int64_t count_events(const TestPath& path, EventKind kind) {
  return std::count_if(path.events.begin(), path.events.end(),
                       [kind](const auto& event) { return event.kind == kind; });
}

// Linux tcp_enter_cwr() from a module: one reduction, PRR towards the threshold, over when
// something sent after it is acked.
TEST(Sender, StartsTheReductionThatTheControllerAsksFor) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = 20;
  path.control.uses_prr = true;
  path.send_endlessly_until(kSecond);
  path.control.after_ack = AfterAck::kReduceWindow;
  path.control.ssthresh_packets = path.control.cwnd_after_loss_packets = 10;
  const std::size_t acks_before = path.control.acks.size();
  path.run_until(2 * kSecond);

  ASSERT_EQ(path.control.congestions.size(), 1U);
  EXPECT_EQ(path.control.congestions[0].kind, CongestionKind::kRequested);
  EXPECT_EQ(path.control.acks[acks_before].state, CaState::kOpen);  // which asked
  EXPECT_EQ(path.control.acks[acks_before + 1].state, CaState::kCwr);
  ASSERT_EQ(path.control.exits.size(), 1U);
  EXPECT_EQ(path.control.exits[0].left_state, CaState::kCwr);
  const Duration lasted_ns = path.control.exits[0].now_ns - path.control.congestions[0].now_ns;
  EXPECT_GE(lasted_ns, 40 * kMillisecond);
  EXPECT_LE(lasted_ns, 90 * kMillisecond);
  EXPECT_LE(path.control.acks.back().in_flight_packets, 10);
  EXPECT_TRUE(retransmissions_of(path).empty());
}

// A loss within a reduction reduces nothing more (Linux tcp_enter_recovery()), but modules hear of
// the state, and Prague halves then (prague_state()).
TEST(Sender, ReportsALossWithinAReductionOnlyToControllersThatReactToIt) {
  for (const bool reacts : {false, true}) {
    TestPath path(quick_acks_config());
    path.control.cwnd_packets = 20;
    path.control.reacts_to_losses_in_cwr = reacts;
    path.send_endlessly_until(kSecond);
    // Under way as the reduction begins, and missed before it ends.
    path.lost_transmissions.insert(static_cast<std::int64_t>(path.transmissions.size()));
    path.run_until(kSecond + 10 * kMillisecond);
    path.control.after_ack = AfterAck::kReduceWindow;
    path.run_until(2 * kSecond);
    ASSERT_EQ(count_events(path, EventKind::kRecoveryStart), 1);
    ASSERT_EQ(path.control.congestions.size(), reacts ? 2U : 1U);
    EXPECT_EQ(path.control.congestions.back().is_in_cwr, reacts);
    EXPECT_EQ(path.control.congestions.back().kind,
              reacts ? CongestionKind::kFastRecovery : CongestionKind::kRequested);
    ASSERT_EQ(path.control.exits.size(), 1U);  // one episode
    EXPECT_EQ(path.control.exits[0].left_state, CaState::kRecovery);
  }
}

// A window W alone: rate W per RTT below the BDP, a queue of W - BDP above it.
TEST(Sender, ReadsWindowOverRttBelowTheBdp) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = 10;
  path.send_endlessly_until(10 * kSecond);
  // The burst of a window drains in 12 ms and comes back after 41.2 ms: 10 packets per round.
  const RateSample& sample = path.control.acks.back().sample;
  EXPECT_NEAR(static_cast<double>(path.transmissions.size()), 10 * 10'000 / 41.2, 20);
  EXPECT_EQ(sample.delivered_packets, 10);
  EXPECT_EQ(sample.interval_ns, 41'200 * kUs);
}

TEST(Sender, QueuesWhatTheWindowHasAboveTheBdp) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = 60;
  path.send_endlessly_until(10 * kSecond);
  // 41.2 ms hold 34.3 packets: one is in service, 33 and a third in the pipe, the rest waits.
  EXPECT_NEAR(static_cast<double>(path.queue_bytes) / 1500, 60 - 41.2 / 1.2, 1.5);
  const RateSample& sample = path.control.acks.back().sample;
  const double rate_bps = static_cast<double>(sample.delivered_packets) * 12'000 /
                          (static_cast<double>(sample.interval_ns) / 1e9);
  EXPECT_NEAR(rate_bps, 10e6, 0.2e6);
  EXPECT_EQ(sample.rtt_ns, 60 * 1200 * kUs);
}

TEST(Sender, SendsTheInitialWindowAtOnceAndKeepsInFlightBelowTheWindow) {
  TestPath path(quick_acks_config());
  path.sender().write_endless(0);
  path.establish();
  EXPECT_EQ(path.transmissions.size(), 10U);
  path.run_until(kSecond);
  for (const AckEvent& ack : path.control.acks) EXPECT_LE(ack.in_flight_packets, 10);
  for (const SentEvent& sent : path.control.sent) EXPECT_LT(sent.in_flight_before_packets, 10);
}

// Packet 20 is lost. 21 arrives, then 22 and 23: the third SACK proves the loss.
TEST(Sender, RetransmitsAfterThreeSackedPacketsAndRecoversOnce) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {20};
  path.control.cwnd_packets = 30;
  path.send_endlessly_until(kSecond);
  const auto again = retransmissions_of(path);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].sequence, 20);
  // Number 23 is the 23rd packet through the link: it leaves at 23 * 1.2 ms and its ACK is there
  // 40 ms later.
  EXPECT_EQ(again[0].time_ns, 23 * 1200 * kUs + 40 * kMs);
  ASSERT_EQ(path.control.congestions.size(), 1U);
  EXPECT_EQ(path.control.congestions[0].kind, CongestionKind::kFastRecovery);
  ASSERT_EQ(path.control.exits.size(), 1U);
  EXPECT_EQ(path.control.exits[0].left_state, CaState::kRecovery);
  ASSERT_EQ(path.control.lost.size(), 1U);
  EXPECT_EQ(path.control.lost[0].lost_since_packets, 1);
  EXPECT_EQ(path.control.lost[0].tx_in_flight_packets, 22);  // of the burst 20, 21
  EXPECT_EQ(path.spurious_count, 0);
}

// With fewer than three SACKed packets RACK waits a quarter of the minimum RTT.
TEST(Sender, WaitsForTheReorderingWindowWithFewSackedPackets) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {7};
  path.sender().write(10, 0);
  path.establish();
  path.run_until(kSecond);
  // 8 and 9 are SACKed at 40 ms + 8 and 9 transmissions; packet 7 left with them at time 0. Its
  // deadline is the RTT of packet 9 plus 10 ms, and the timer adds 2 ms of slack to the remainder.
  const auto again = retransmissions_of(path);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].sequence, 7);
  EXPECT_EQ(again[0].time_ns, 40 * kMs + 9 * 1200 * kUs + 10 * kMs + 2 * kMs);
}

// Linux tcp_check_sack_reordering(): a degree above three lets SACKs raise the window, too.
bool reordered_far(Duration late_ns, Packets cwnd_packets) {
  TestPath path(quick_acks_config());
  path.late_originals_ns = {{60, late_ns}};
  path.control.cwnd_packets = cwnd_packets;
  path.send_endlessly_until(kSecond);
  return path.control.acks.back().reorders_far;
}

TEST(Sender, MeasuresHowFarThePathReorders) {
  // A packet each 1.2 ms: 60 comes behind 61 and 62, so that 62 + 1 - 60 = 3 is the degree.
  EXPECT_FALSE(reordered_far(3 * kMs, 30));
  // Behind 63, too: by then it has been retransmitted, and its original is taken for what it is.
  EXPECT_TRUE(reordered_far(4 * kMs, 30));
}

TEST(Sender, TakesNoLossForReordering) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {20, 25, 26, 31};
  path.control.cwnd_packets = 30;
  path.send_endlessly_until(kSecond);
  EXPECT_FALSE(path.control.acks.back().reorders_far);
}

// A timeout that came too early shows no reordering, although an original is acknowledged after its
// retransmission.
TEST(Sender, TakesNoSpuriousTimeoutForReordering) {
  TestPath path(quick_acks_config());
  for (std::int64_t s = 60; s < 100; ++s) path.late_originals_ns[s] = 400 * kMs;
  path.control.cwnd_packets = 30;
  path.send_endlessly_until(2 * kSecond);
  EXPECT_GT(count_events(path, EventKind::kRto), 0);
  EXPECT_FALSE(path.control.acks.back().reorders_far);
}

// RACK sees a lost retransmission once something sent after it has arrived.
TEST(Sender, NoticesThatARetransmissionWasLostWithoutATimeout) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {20};
  path.control.cwnd_packets = 30;
  path.send_endlessly_until(40 * kMs + 23 * 1200 * kUs - 1);
  // What leaves next is the retransmission.
  path.lost_transmissions = {20, static_cast<std::int64_t>(path.transmissions.size())};
  path.run_until(kSecond);
  const auto again = retransmissions_of(path);
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[0].sequence, 20);
  EXPECT_EQ(again[1].sequence, 20);
  EXPECT_EQ(count_events(path, EventKind::kRto), 0);
  EXPECT_EQ(path.control.lost.size(), 2U);
  EXPECT_EQ(path.control.congestions.size(), 1U);
}

// The last packet is lost and nothing follows: a probe after two SRTT (and 2 ms) repairs it.
TEST(Sender, ProbesALostTail) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {9};
  path.sender().write(10, 0);
  path.establish();
  path.run_until(kSecond);
  const auto again = retransmissions_of(path);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].sequence, 9);
  EXPECT_EQ(count_events(path, EventKind::kTailLossProbe), 1);
  EXPECT_EQ(count_events(path, EventKind::kRto), 0);
  // One packet is out: its probe waits for 2 SRTT and the minimum RTO (200 ms), which is as long as
  // the RTO of SRTT + 200 ms allows. The last ACK came at 40 ms + 9 transmissions.
  const SimTime last_ack_ns = 40 * kMs + 9 * 1200 * kUs;
  const Duration srtt_ns = path.control.acks[8].srtt_ns;
  EXPECT_EQ(again[0].time_ns, last_ack_ns + srtt_ns + 200 * kMs);
  // That a loss was repaired shows with the first ACK beyond the probe: one reaction, over at once.
  EXPECT_TRUE(path.control.congestions.empty());
  path.sender().write(1, kSecond);
  path.run_until(2 * kSecond);
  EXPECT_EQ(path.control.congestions.size(), 1U);
  EXPECT_EQ(path.control.exits.size(), 1U);
  EXPECT_EQ(path.sender().state(), CaState::kOpen);
}

// In Linux the state is CWR then, which modules that go by marks answer by the share of marks.
TEST(Sender, ReportsTheRepairOfAProbeToControllersOfSendersThatUseEcn) {
  for (const EcnFeedback feedback : {EcnFeedback::kOff, EcnFeedback::kAccurate}) {
    TestPathConfig config = quick_acks_config();
    config.sender.ecn.feedback = feedback;
    TestPath path(config);
    path.receiver().use_ecn(feedback);
    path.lost_transmissions = {9};
    path.sender().write(10, 0);
    path.establish();
    path.run_until(kSecond);
    path.sender().write(1, kSecond);
    path.run_until(2 * kSecond);
    ASSERT_EQ(path.control.congestions.size(), 1U);
    EXPECT_EQ(path.control.congestions[0].kind, feedback == EcnFeedback::kOff
                                                    ? CongestionKind::kFastRecovery
                                                    : CongestionKind::kProbeRepair);
    EXPECT_EQ(path.control.congestions[0].cwnd_packets, 10);
    EXPECT_FALSE(path.control.congestions[0].is_in_cwr);
  }
}

// An original that comes long after its retransmission, with a reduction on request before or not.
void lose_by_mistake(TestPath& path, bool reduces_before) {
  path.control.cwnd_packets = 30;
  path.send_endlessly_until(kSecond);
  path.late_originals_ns[static_cast<std::int64_t>(path.transmissions.size())] = 15 * kMs;
  path.run_until(kSecond + 10 * kMs);  // it is under way as the reduction begins
  if (reduces_before) path.control.after_ack = AfterAck::kReduceWindow;
  path.run_until(3 * kSecond);
}

// Linux tcp_undo_cwnd_reduction(): with prior_ssthresh = 0 the recovery ends, the window stays.
TEST(Sender, RestoresNothingWhereAReductionWasUnderWayBeforeASpuriousLoss) {
  for (const bool reduces_before : {false, true}) {
    TestPath path(quick_acks_config());
    lose_by_mistake(path, reduces_before);
    EXPECT_EQ(count_events(path, EventKind::kRecoveryStart), 1);
    EXPECT_EQ(path.spurious_count, 1);
    EXPECT_EQ(path.control.undos.size(), reduces_before ? 0U : 1U);
    EXPECT_EQ(count_events(path, EventKind::kUndo), reduces_before ? 0 : 1);
    EXPECT_EQ(path.sender().state(), CaState::kOpen);
  }
}

TEST(Sender, SendsNewDataAsAProbeIfThereIsAny) {
  TestPath path(quick_acks_config());
  for (std::int64_t i = 6; i < 10; ++i) path.lost_transmissions.insert(i);
  path.sender().write(10, 0);
  path.establish();
  path.run_until(53 * kMs);
  path.control.cwnd_packets = 4;  // closed by what is lost, so that the new data has to wait
  path.sender().write(5, 53 * kMs);
  path.run_until(kSecond);
  ASSERT_GE(count_events(path, EventKind::kTailLossProbe), 1);
  EXPECT_EQ(path.events[0].reason, "new_data");
  EXPECT_EQ(path.transmissions[10].sequence, 10);
  EXPECT_FALSE(path.transmissions[10].is_retransmission);
  EXPECT_EQ(count_events(path, EventKind::kRto), 0);
}

// Everything is lost, again and again: the timer doubles, the reaction on ssthresh comes once.
TEST(Sender, BacksOffItsTimeouts) {
  TestPath path(quick_acks_config());
  for (std::int64_t i = 0; i < 14; ++i) path.lost_transmissions.insert(i);
  path.sender().write(10, 0);
  path.establish();
  path.run_until(10 * kSecond);
  // Probe at 2 SRTT + 2 ms = 82 ms; RTO = 40 + 200 ms after the probe; then 480, 960 ms.
  const auto again = retransmissions_of(path);
  ASSERT_GE(again.size(), 4U);
  EXPECT_EQ(again[0].time_ns, 82 * kMs);
  EXPECT_EQ(again[1].time_ns, 82 * kMs + 240 * kMs);
  EXPECT_EQ(again[2].time_ns, again[1].time_ns + 480 * kMs);
  EXPECT_EQ(again[3].time_ns, again[2].time_ns + 960 * kMs);
  ASSERT_GE(path.control.congestions.size(), 2U);
  EXPECT_TRUE(path.control.congestions[0].reduces_ssthresh);
  EXPECT_FALSE(path.control.congestions[1].reduces_ssthresh);
  EXPECT_EQ(path.control.congestions[0].still_in_flight_packets, 0);
  EXPECT_EQ(path.receiver().next_sequence(), 10);
  EXPECT_EQ(path.sender().state(), CaState::kOpen);
}

// All ACKs of a round vanish, so the timer expires although nothing was lost: the duplicate report
// or the timestamp shows it, and the reaction is taken back.
TEST(Sender, TakesASpuriousTimeoutBack) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = 4;
  path.sender().write_endless(0);
  for (std::int64_t i = 0; i < 5; ++i) path.lost_acks.insert(i);
  path.establish();
  path.run_until(3 * kSecond);
  EXPECT_GE(count_events(path, EventKind::kRto) + count_events(path, EventKind::kTailLossProbe), 1);
  EXPECT_EQ(path.control.undos.size(),
            static_cast<std::size_t>(count_events(path, EventKind::kRto)));
  EXPECT_EQ(path.sender().state(), CaState::kOpen);
  EXPECT_GE(path.receiver().next_sequence(), 100);
}

TEST(Sender, ReducesByPrrTowardsTheThreshold) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {40};
  path.control.uses_prr = true;
  path.control.cwnd_packets = 50;
  path.control.ssthresh_packets = 25;
  path.control.cwnd_after_loss_packets = 25;
  path.send_endlessly_until(40 * kMs + 43 * 1200 * kUs);
  ASSERT_EQ(path.sender().state(), CaState::kRecovery);
  // Not at once: the window follows what is in flight.
  EXPECT_GT(path.sender().cwnd_packets(), 40);
  path.run_until(kSecond);
  ASSERT_EQ(path.sender().state(), CaState::kOpen);
  EXPECT_EQ(path.sender().cwnd_packets(), 25);
  // In the round of recovery one packet left for about every two that arrived.
  const SimTime start_ns = 40 * kMs + 43 * 1200 * kUs;
  const auto sent_in_round = std::count_if(
      path.transmissions.begin(), path.transmissions.end(), [start_ns](const auto& t) {
        return t.time_ns >= start_ns && t.time_ns < start_ns + 46 * 1200 * kUs;
      });
  EXPECT_NEAR(static_cast<double>(sent_in_round), 23, 3);
}

TEST(Sender, PacesBurstsOfTheQuantum) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = 1000;
  path.control.pacing_rate_bps = 5'000'000;  // 2.4 ms per packet, 4.8 ms per burst of two
  path.send_endlessly_until(200 * kMs);
  // The first ten packets are not paced; the burst that reaches ten sets the clock.
  EXPECT_EQ(path.transmissions[9].time_ns, 0);
  for (std::size_t i = 10; i + 1 < path.transmissions.size(); i += 2) {
    const auto burst = static_cast<SimTime>(i / 2 - 4);
    EXPECT_EQ(path.transmissions[i].time_ns, burst * 4800 * kUs);
    EXPECT_EQ(path.transmissions[i + 1].time_ns, burst * 4800 * kUs);
  }
}

TEST(Sender, SendsSinglePacketsWithTheQuantumOfNs3) {
  TestPathConfig config = quick_acks_config();
  config.sender.transport.send_quantum = SendQuantum::kNs3;
  TestPath path(config);
  path.control.cwnd_packets = 1000;
  path.control.pacing_rate_bps = 5'000'000;
  path.send_endlessly_until(100 * kMs);
  for (std::size_t i = 10; i < path.transmissions.size(); ++i) {
    EXPECT_EQ(path.transmissions[i].time_ns, static_cast<SimTime>(i - 9) * 2400 * kUs);
  }
}

// Linux: rate / 1024 per burst, two packets at least, one below 1.2 Mbit/s, 45 at most.
TEST(Sender, SizesTheLinuxQuantumByTheRate) {
  TestPath path(quick_acks_config());
  path.sender().write_endless(0);
  const auto quantum_at = [&path](BitRate rate_bps) {
    path.control.pacing_rate_bps = rate_bps;
    path.establish();
    return path.sender().send_quantum_packets();
  };
  EXPECT_EQ(quantum_at(1'199'999), 1);
  EXPECT_EQ(quantum_at(1'200'000), 2);
  EXPECT_EQ(quantum_at(30'000'000), 2);
  EXPECT_EQ(quantum_at(50'000'000), 4);  // 50e6 / 1024 / 12000 = 4.07
  EXPECT_EQ(quantum_at(10'000'000'000), 45);
}

// What a window of so many packets sends first, without pacing: where bursts end.
std::vector<std::size_t> ends_of_bursts(Packets cwnd_packets) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = cwnd_packets;
  path.sender().write_endless(0);
  path.establish();
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < path.transmissions.size(); ++i) {
    if (path.transmissions[i].is_pushed) ends.push_back(i);
  }
  return ends;
}

// Twice the window per 40 ms is 6 Mbit/s for ten packets and 60 Mbit/s for a hundred, whose 1/1024
// is 4.9 packets. A window leaves in two bursts at least, and one packet is no burst.
TEST(Sender, PushesTheLastPacketOfEachBurst) {
  EXPECT_EQ(ends_of_bursts(10), (std::vector<std::size_t>{1, 3, 5, 7, 9}));
  EXPECT_EQ(ends_of_bursts(100).front(), 3U);
  EXPECT_EQ(ends_of_bursts(4), (std::vector<std::size_t>{1, 3}));
  EXPECT_TRUE(ends_of_bursts(3).empty());
  EXPECT_TRUE(ends_of_bursts(1).empty());
}

TEST(Sender, StopsAtTheReceiveWindow) {
  TestPathConfig config = quick_acks_config();
  config.sender.receive_window_bytes = 5 * 1448;
  TestPath path(config);
  path.sender().write_endless(0);
  path.establish();
  EXPECT_EQ(path.transmissions.size(), 5U);
  path.run_until(kSecond);
  for (const SentEvent& sent : path.control.sent) EXPECT_LT(sent.in_flight_before_packets, 5);
  // The window of the receiver is no application limit.
  for (const AckEvent& ack : path.control.acks) {
    EXPECT_FALSE(ack.sample.is_app_limited);
    EXPECT_FALSE(ack.is_cwnd_limited);
  }
}

// Two packets every 10 ms: samples are application-limited and read the rate of the application.
TEST(Sender, MarksSamplesOfASlowApplication) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = 50;
  path.sender().write(2, 0);
  path.establish();
  for (SimTime now_ns = 10 * kMs; now_ns <= 2 * kSecond; now_ns += 10 * kMs) {
    path.run_until(now_ns);
    path.sender().write(2, now_ns);
  }
  path.run_until(3 * kSecond);
  for (std::size_t i = 20; i < path.control.acks.size(); ++i) {
    const RateSample& sample = path.control.acks[i].sample;
    EXPECT_TRUE(sample.is_app_limited);
    const double rate_bps = static_cast<double>(sample.delivered_packets) * 12'000 /
                            (static_cast<double>(sample.interval_ns) / 1e9);
    EXPECT_LT(rate_bps, 3.0e6);  // the application writes 2.4 Mbit/s
  }
}

TEST(Sender, SendsNothingNewAfterTheStopButRepairsWhatIsLost) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {5};
  path.sender().write_endless(0);
  path.establish();
  path.sender().stop_writing(path.engine().now_ns());
  path.run_until(2 * kSecond);
  EXPECT_EQ(path.receiver().next_sequence(), 10);
  EXPECT_EQ(path.transmissions.size(), 11U);
  EXPECT_EQ(path.sender().scoreboard().out_packets(), 0);
}

// Whatever is lost on either way, all data arrives, once, and the books are balanced.
TEST(Sender, DeliversEverythingUnderHeavyLossOfDataAndAcks) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    TestPath path(seed % 2 == 0 ? quick_acks_config() : TestPathConfig{});
    RandomStream random(seed, 0, RandomPurpose::kTraffic);
    for (std::int64_t i = 0; i < 3000; ++i) {
      if (random.next_below(4) == 0) path.lost_transmissions.insert(i);
      if (random.next_below(5) == 0) path.lost_acks.insert(i);
    }
    path.control.cwnd_packets = 40;
    path.control.uses_prr = seed % 3 == 0;
    path.control.ssthresh_packets = 20;
    if (seed % 5 == 0) path.control.pacing_rate_bps = 4'000'000;
    path.sender().write(500, 0);
    path.establish();
    path.run_until(3000 * kSecond);
    EXPECT_EQ(path.receiver().next_sequence(), 500) << "seed " << seed;
    EXPECT_EQ(path.sender().scoreboard().in_flight_packets(), 0);
    EXPECT_EQ(path.sender().rate_sampler().delivered_packets(), 500);
  }
}

// Retransmitted packets give no RTT of their own; the timestamp does, in whole milliseconds.
TEST(Sender, TakesTheRttOfARetransmissionFromTheTimestamp) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {9};
  path.sender().write(10, 0);
  path.establish();
  path.run_until(kSecond);
  const Duration rtt_ns = path.control.acks.back().sample.rtt_ns;
  EXPECT_EQ(rtt_ns % kMs, 0);
  EXPECT_NEAR(static_cast<double>(rtt_ns), 41.2e6, 1e6);
}

}  // namespace
}  // namespace ccsim
