// HyStart, classic and ++: thresholds by hand.
#include "loss/hystart.h"

#include <gtest/gtest.h>

#include "support/shorthand.h"

namespace ccsim {
namespace {

AckEvent ack_at(SimTime now_ns, std::int64_t una, std::int64_t next, Duration rtt_ns) {
  AckEvent ack;
  ack.now_ns = now_ns;
  ack.una_sequence = una;
  ack.next_sequence = next;
  ack.sample.rtt_ns = rtt_ns;
  return ack;
}

TEST(ClassicHystart, LeavesAfterAnAckTrainOfHalfTheMinimumDelay) {
  ClassicHystart hystart(0);
  const ClassicHystart::Sender sender{20, kRtt, kMillisecond};
  // ACKs each 1 ms; the train must be longer than (40 + 1) / 2 = 20.5 ms.
  for (SimTime ms = 1; ms <= 21; ++ms) {
    EXPECT_EQ(hystart.update(ack_at(ms * kMillisecond, 1, 40, kRtt), sender), nullptr) << ms;
  }
  EXPECT_STREQ(hystart.update(ack_at(22 * kMillisecond, 1, 40, kRtt), sender), "hystart_ack_train");
}

TEST(ClassicHystart, WaitsLongerWhenPacketsArePaced) {
  ClassicHystart hystart(0);
  const ClassicHystart::Sender sender{20, kRtt, kMillisecond};
  for (SimTime ms = 1; ms <= 42; ++ms) {
    AckEvent ack = ack_at(ms * kMillisecond, 1, 40, kRtt);
    ack.is_paced = true;
    EXPECT_EQ(hystart.update(ack, sender), nullptr) << ms;  // 41 ms from the round's start at 1 ms
  }
  AckEvent ack = ack_at(43 * kMillisecond, 1, 40, kRtt);
  ack.is_paced = true;
  EXPECT_STREQ(hystart.update(ack, sender), "hystart_ack_train");
}

TEST(ClassicHystart, BreaksTheTrainAtAGapAboveTwoMilliseconds) {
  ClassicHystart hystart(0);
  const ClassicHystart::Sender sender{20, kRtt, 0};
  SimTime now_ns = 0;
  for (int i = 0; i < 30; ++i) {
    now_ns += 2 * kMillisecond + 1;
    EXPECT_EQ(hystart.update(ack_at(now_ns, 1, 40, kRtt), sender), nullptr);
  }
}

TEST(ClassicHystart, LeavesWhenTheDelayRisesByAnEighth) {
  ClassicHystart hystart(0);
  const ClassicHystart::Sender sender{20, kRtt, 0};
  const Duration risen = kRtt + 5 * kMillisecond;  // 40/8 = 5 ms: must be above
  SimTime now_ns = 0;
  const auto next_ns = [&now_ns] { return now_ns += 3 * kMillisecond; };  // no train
  for (int sample = 0; sample < 9; ++sample) {
    EXPECT_EQ(hystart.update(ack_at(next_ns(), 1, 40, risen), sender), nullptr);
  }
  EXPECT_EQ(hystart.update(ack_at(next_ns(), 41, 80, risen + 1), sender), nullptr);  // new round
  for (int sample = 1; sample < 8; ++sample) {
    EXPECT_EQ(hystart.update(ack_at(next_ns(), 42, 80, risen + 1), sender), nullptr) << sample;
  }
  EXPECT_STREQ(hystart.update(ack_at(next_ns(), 42, 80, risen + 1), sender), "hystart_delay");
}

TEST(ClassicHystart, DoesNothingBelowSixteenPackets) {
  ClassicHystart hystart(0);
  const ClassicHystart::Sender sender{15, kRtt, 0};
  for (SimTime ms = 1; ms <= 100; ++ms) {
    EXPECT_EQ(hystart.update(ack_at(ms * kMillisecond, 1, 40, 2 * kRtt), sender), nullptr);
  }
}

TEST(ClassicHystart, CushionsBurstsByAMillisecondAtMost) {
  EXPECT_EQ(ClassicHystart::ack_delay_ns(0), 0);
  EXPECT_EQ(ClassicHystart::ack_delay_ns(1'250'000), kMillisecond);
  EXPECT_EQ(ClassicHystart::ack_delay_ns(1'250'000'000), 209'715);  // 262144 B at 10 Gbit/s
}

// One round of `samples` RTTs for HyStart++.
void feed_round(HystartPlusPlus& hystart, std::int64_t round, Duration rtt_ns, int samples) {
  for (int i = 0; i < samples; ++i) {
    // Round n covers sequences (100 n, 100 n + 100].
    static_cast<void>(hystart.update(ack_at(0, 100 * round + 1 + i, 100 * round + 100, rtt_ns)));
  }
}

TEST(HystartPlusPlus, EntersConservativeSlowStartAtARiseOfAnEighth) {
  HystartPlusPlus hystart;
  feed_round(hystart, 0, kRtt, 8);
  feed_round(hystart, 1, kRtt + 5 * kMillisecond - 1, 8);
  EXPECT_EQ(hystart.state(), HystartPlusPlus::State::kSlowStart);
  feed_round(hystart, 2, kRtt + 11 * kMillisecond, 7);
  EXPECT_EQ(hystart.state(), HystartPlusPlus::State::kSlowStart);  // eight samples it takes
  feed_round(hystart, 3, kRtt, 8);
  feed_round(hystart, 4, kRtt + 5 * kMillisecond, 8);
  EXPECT_EQ(hystart.state(), HystartPlusPlus::State::kConservative);
}

TEST(HystartPlusPlus, GoesBackWhenTheRttFalls) {
  HystartPlusPlus hystart;
  feed_round(hystart, 0, kRtt, 8);
  feed_round(hystart, 1, kRtt + 10 * kMillisecond, 8);
  ASSERT_EQ(hystart.state(), HystartPlusPlus::State::kConservative);
  feed_round(hystart, 2, kRtt + 10 * kMillisecond - 1, 8);
  EXPECT_EQ(hystart.state(), HystartPlusPlus::State::kSlowStart);
}

TEST(HystartPlusPlus, EndsAfterFiveConservativeRounds) {
  HystartPlusPlus hystart;
  feed_round(hystart, 0, kRtt, 8);
  feed_round(hystart, 1, kRtt + 10 * kMillisecond, 8);
  for (std::int64_t round = 2; round <= 5; ++round) {
    feed_round(hystart, round, kRtt + 12 * kMillisecond, 8);
    EXPECT_EQ(hystart.state(), HystartPlusPlus::State::kConservative) << round;
  }
  feed_round(hystart, 6, kRtt + 12 * kMillisecond, 1);
  EXPECT_EQ(hystart.state(), HystartPlusPlus::State::kDone);
}

TEST(HystartPlusPlus, LimitsGrowthToEightUnpacedAndToAQuarterConservatively) {
  HystartPlusPlus hystart;
  EXPECT_EQ(hystart.credit_packets(20, false), 8);
  EXPECT_EQ(hystart.credit_packets(20, true), 20);
  feed_round(hystart, 0, kRtt, 8);
  feed_round(hystart, 1, kRtt + 10 * kMillisecond, 8);
  EXPECT_EQ(hystart.credit_packets(2, true), 0);
  EXPECT_EQ(hystart.credit_packets(2, true), 1);
  EXPECT_EQ(hystart.credit_packets(10, true), 2);
  EXPECT_EQ(hystart.credit_packets(2, true), 1);  // two were left over
}

}  // namespace
}  // namespace ccsim
