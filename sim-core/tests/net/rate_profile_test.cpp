#include "net/rate_profile.h"

#include <gtest/gtest.h>

#include "net/delivery_trace.h"

namespace ccsim {
namespace {

TEST(RateProfile, SumsWhatEachPieceCouldSend) {
  const RateProfile profile(10'000, {{kSecond, 30'000, 0}, {2 * kSecond, 0, 0}});
  const auto bits_at = [&profile](SimTime now_ns) {
    return static_cast<std::int64_t>(profile.capacity_until(now_ns) / kSecond);
  };
  EXPECT_EQ(bits_at(0), 0);
  EXPECT_EQ(bits_at(kSecond / 2), 5'000);
  EXPECT_EQ(bits_at(kSecond), 10'000);
  EXPECT_EQ(bits_at(2 * kSecond), 40'000);
  EXPECT_EQ(bits_at(9 * kSecond), 40'000);
}

// A ramp sends what a straight line would, however many steps it has.
TEST(RateProfile, MakesARampOfEqualSteps) {
  for (const Duration ramp_ns : {kMicrosecond, 10 * kMillisecond, 4 * kSecond}) {
    const RateProfile profile(2'000'000, {{kSecond, 8'000'000, ramp_ns}});
    const auto& pieces = profile.pieces();
    const std::int64_t steps = std::clamp<std::int64_t>(ramp_ns / kMillisecond, 1, 1000);
    ASSERT_EQ(static_cast<std::int64_t>(pieces.size()), steps + 2);
    EXPECT_EQ(pieces[1].rate_bps, 2'000'000 + 6'000'000 / (2 * steps));
    EXPECT_EQ(pieces.back().from_ns, kSecond + ramp_ns);
    EXPECT_EQ(pieces.back().rate_bps, 8'000'000);
    const __int128 sent =
        profile.capacity_until(kSecond + ramp_ns) - profile.capacity_until(kSecond);
    EXPECT_TRUE(sent == __int128{5'000'000} * ramp_ns);
  }
}

TEST(RateProfile, FallsInARampToo) {
  const RateProfile profile(8'000'000, {{0, 0, 2 * kMillisecond}});
  ASSERT_EQ(profile.pieces().size(), 4U);
  EXPECT_EQ(profile.pieces()[1].rate_bps, 6'000'000);
  EXPECT_EQ(profile.pieces()[2].rate_bps, 2'000'000);
  EXPECT_EQ(profile.pieces()[3].rate_bps, 0);
}

TEST(DeliveryTrace, RepeatsAfterItsLastTime) {
  const DeliveryTrace trace({0, 3, 3, 10});
  EXPECT_EQ(trace.at(0).at_ns, 0);
  EXPECT_EQ(trace.at(1).at_ns, 3);
  EXPECT_EQ(trace.at(1).bytes, 3000);
  EXPECT_EQ(trace.at(2).at_ns, 10);
  EXPECT_EQ(trace.at(3).at_ns, 10);
  EXPECT_EQ(trace.at(7).at_ns, 23);
}

TEST(DeliveryTrace, CountsWhatCouldHaveLeft) {
  const DeliveryTrace trace({0, 3, 3, 10});
  const auto packets_at = [&trace](SimTime now_ns) {
    return static_cast<std::int64_t>(trace.capacity_until(now_ns) / kSecond / 12'000);
  };
  EXPECT_EQ(packets_at(0), 1);
  EXPECT_EQ(packets_at(2), 1);
  EXPECT_EQ(packets_at(3), 3);
  EXPECT_EQ(packets_at(9), 3);
  EXPECT_EQ(packets_at(10), 5);  // the last of a period and the first of the next
  EXPECT_EQ(packets_at(109), 43);
}

// 1.5 s, of which the second from 0.5 s on repeats: an opportunity at 0.5 s itself is before it.
TEST(DeliveryTrace, RepeatsItsLastSecond) {
  const Duration ms = kMillisecond;
  const DeliveryTrace trace({100 * ms, 500 * ms, 700 * ms, 700 * ms, 1500 * ms}, TraceEnd::kHold);
  const auto at_ms = [&trace, ms](std::int64_t n) { return trace.at(n).at_ns / ms; };
  EXPECT_EQ(at_ms(3), 1500);
  EXPECT_EQ(at_ms(4), 1700);
  EXPECT_EQ(trace.at(4).bytes, 3000);
  EXPECT_EQ(at_ms(5), 2500);
  EXPECT_EQ(at_ms(6), 2700);
  EXPECT_EQ(at_ms(2 + 2 * 1000), 1500 + 999 * 1000 + 200);
  const auto packets_at = [&trace, ms](std::int64_t now_ms) {
    return static_cast<std::int64_t>(trace.capacity_until(now_ms * ms) / kSecond / 12'000);
  };
  EXPECT_EQ(packets_at(1499), 4);
  EXPECT_EQ(packets_at(1500), 5);
  EXPECT_EQ(packets_at(1699), 5);
  EXPECT_EQ(packets_at(1700), 7);
  EXPECT_EQ(packets_at(2500), 8);
  EXPECT_EQ(packets_at(1'001'500), 5 + 3 * 1000);
}

TEST(DeliveryTrace, RepeatsAllOfAShortOneThatHolds) {
  const DeliveryTrace repeats({0, 3, 3, 10});
  const DeliveryTrace holds({0, 3, 3, 10}, TraceEnd::kHold);
  for (std::int64_t n = 0; n < 20; ++n) {
    EXPECT_EQ(holds.at(n).at_ns, repeats.at(n).at_ns);
    EXPECT_EQ(holds.capacity_until(n), repeats.capacity_until(n));
  }
}

}  // namespace
}  // namespace ccsim
