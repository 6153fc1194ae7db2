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

}  // namespace
}  // namespace ccsim
