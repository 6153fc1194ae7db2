#include "transport/pacer.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

constexpr BitRate kRate = 10'000'000;  // 1500 bytes: 1.2 ms
constexpr Packets kPaced = 1000;       // far beyond the unpaced first packets

TEST(Pacer, LetsTheFirstTenPacketsGoAtOnce) {
  Pacer pacer;
  pacer.on_sent(0, 1500, kRate, 9);
  EXPECT_FALSE(pacer.blocks(0));
  pacer.on_sent(0, 1500, kRate, 10);
  EXPECT_TRUE(pacer.blocks(0));
  EXPECT_EQ(pacer.next_departure_ns(), 1'200'000);
}

TEST(Pacer, WaitsTheLengthOfTheWholeBurst) {
  Pacer pacer;
  pacer.on_sent(0, 3000, kRate, kPaced);
  EXPECT_EQ(pacer.next_departure_ns(), 2'400'000);
  EXPECT_TRUE(pacer.blocks(2'399'999));
  EXPECT_FALSE(pacer.blocks(2'400'000));
}

TEST(Pacer, CarriesFractionsOfANanosecond) {
  Pacer pacer;
  SimTime now_ns = 0;
  // 1500 bytes at 7 Gbit/s take 1714 2/7 ns; 7000 of them take 12 ms.
  for (int i = 0; i < 7000; ++i) {
    pacer.on_sent(now_ns, 1500, 7'000'000'000, kPaced);
    now_ns = pacer.next_departure_ns();
  }
  EXPECT_NEAR(static_cast<double>(now_ns), 12e6, 1);
}

// Linux shortens the wait by the lateness of the burst, by half at most.
TEST(Pacer, WaitsNoLongerThanFixedPointHolds) {
  Pacer pacer;
  pacer.on_sent(0, Bytes{1000} * 65'535, 1000, kPaced);
  EXPECT_EQ(pacer.next_departure_ns(), 65'536 * kSecond);
  pacer.on_sent(70'000 * kSecond, Bytes{1000} * 65'535, 1000, kPaced);
  EXPECT_TRUE(pacer.blocks(70'000 * kSecond));
}

TEST(Pacer, GivesCreditForLateness) {
  Pacer pacer;
  pacer.on_sent(0, 1500, kRate, kPaced);          // next at 1.2 ms
  pacer.on_sent(1'300'000, 1500, kRate, kPaced);  // 0.1 ms late: waits 1.1 ms
  EXPECT_EQ(pacer.next_departure_ns(), 2'400'000);
  pacer.on_sent(10'000'000, 1500, kRate, kPaced);  // far too late: waits 0.6 ms
  EXPECT_EQ(pacer.next_departure_ns(), 10'600'000);
}

TEST(Pacer, NeverBlocksWithoutARate) {
  Pacer pacer;
  pacer.on_sent(5, 1500, 0, kPaced);
  EXPECT_FALSE(pacer.blocks(5));
}

}  // namespace
}  // namespace ccsim
