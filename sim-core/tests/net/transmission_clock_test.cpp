#include "net/transmission_clock.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

// 40 bytes at 100 Gbit/s take 3.2 ns: ends at 3.2, 6.4, 9.6, 12.8, 16 and no drift ever after.
TEST(TransmissionClock, CarriesTheFractionOfANanosecond) {
  TransmissionClock clock(100'000'000'000);
  SimTime now_ns = 0;
  const SimTime expected[] = {3, 6, 9, 12, 16};
  for (const SimTime end_ns : expected) {
    now_ns = clock.finish(now_ns, 40);
    EXPECT_EQ(now_ns, end_ns);
  }
  for (int i = 0; i < 1'000'000 - 5; ++i) now_ns = clock.finish(now_ns, 40);
  EXPECT_EQ(now_ns, 3'200'000);
}

TEST(TransmissionClock, ForgetsTheFractionOverAGap) {
  TransmissionClock clock(100'000'000'000);
  EXPECT_EQ(clock.finish(0, 40), 3);
  EXPECT_EQ(clock.finish(4, 40), 7);   // 4 + 3.2
  EXPECT_EQ(clock.finish(7, 40), 10);  // 7.2 + 3.2 = 10.4
}

TEST(TransmissionClock, MixesSizes) {
  TransmissionClock clock(1'000'000'000);  // 8 ns per byte
  EXPECT_EQ(clock.finish(0, 1500), 12'000);
  EXPECT_EQ(clock.finish(12'000, 40), 12'320);
  EXPECT_EQ(clock.finish(12'320, 1500), 24'320);
}

TEST(TransmissionClock, CoversTheExtremesOfTheSchema) {
  TransmissionClock slow(1000);
  EXPECT_EQ(slow.finish(0, 1500), 12 * kSecond);
  TransmissionClock fast(400'000'000'000);
  SimTime now_ns = 0;
  for (int i = 0; i < 100; ++i) now_ns = fast.finish(now_ns, 1500);
  EXPECT_EQ(now_ns, 3000);  // 30 ns each
}

// 1500 bytes are 12,000 bits: at 10 Mbit/s 5,000 of them are out after 0.5 ms, the other 7,000 take
// 1.4 ms at 5 Mbit/s.
TEST(TransmissionClock, SendsWhatIsLeftAtTheNewRate) {
  TransmissionClock clock(10'000'000);
  EXPECT_EQ(clock.finish(0, 1500), 1'200'000);
  EXPECT_EQ(clock.change_rate(500'000, 5'000'000, true), 1'900'000);
  EXPECT_EQ(clock.finish(1'900'000, 1500), 4'300'000);
  // ... and again within one packet: 1,200,000 ns of 2,400,000 are left, 6,000 bits.
  EXPECT_EQ(clock.change_rate(3'100'000, 1'000'000'000, true), 3'106'000);
}

// 12,000 bits at 7 bit/ns take 1714 ns and 2/7; after 1000 ns 5,000 are left, 1666 and 2/3 at 3.
TEST(TransmissionClock, CarriesTheFractionOverAChange) {
  TransmissionClock clock(7'000'000'000);
  EXPECT_EQ(clock.finish(0, 1500), 1714);
  EXPECT_EQ(clock.change_rate(1000, 3'000'000'000, true), 2666);
  EXPECT_EQ(clock.finish(2666, 1500), 6666);    // 2666 2/3 + 4000
  EXPECT_EQ(clock.finish(6666, 1501), 10'669);  // 6666 2/3 + 4002 2/3 = 10,669 1/3
  EXPECT_EQ(clock.finish(10'669, 1501), 14'672);
}

TEST(TransmissionClock, HoldsWhatIsInServiceWhileTheRateIsZero) {
  TransmissionClock clock(10'000'000);
  EXPECT_EQ(clock.finish(0, 1500), 1'200'000);
  EXPECT_GT(clock.change_rate(200'000, 0, true), 3600 * kSecond);
  EXPECT_EQ(clock.change_rate(2 * kSecond, 10'000'000, true), 2 * kSecond + 1'000'000);
}

TEST(TransmissionClock, StartsAPacketWhileTheRateIsZero) {
  TransmissionClock clock(10'000'000);
  EXPECT_EQ(clock.finish(0, 1500), 1'200'000);
  clock.change_rate(2'000'000, 0, false);
  EXPECT_GT(clock.finish(3'000'000, 750), 3600 * kSecond);
  EXPECT_EQ(clock.change_rate(kSecond, 1'000'000, true), kSecond + 6'000'000);
  EXPECT_EQ(clock.finish(kSecond + 6'000'000, 750), kSecond + 12'000'000);
}

}  // namespace
}  // namespace ccsim
