// Fixed-point factors, wire units and integer roots: by hand.
#include <gtest/gtest.h>

#include "ccsim/parameters.h"
#include "gain.h"
#include "integer_math.h"
#include "jiffy_clock.h"
#include "wire_units.h"

namespace ccsim {
namespace {

TEST(Gain, IsTheKernelsNearest256th) {
  EXPECT_EQ(Gain::from_ratio(739 / 256.0).numerator(), 739);   // 2.885 * 256 + 1
  EXPECT_EQ(Gain::from_ratio(1000.0 / 2885).numerator(), 89);  // the kernel truncates to 88
  EXPECT_EQ(Gain::from_ratio(88 / 256.0).numerator(), 88);
  EXPECT_EQ(Gain::from_ratio(0.75).numerator(), 192);
  EXPECT_EQ(Gain::from_ratio(0).numerator(), 0);
}

TEST(Gain, MultipliesRoundingDown) {
  EXPECT_EQ(Gain::in_256ths(76).complement().times(100), 70);  // 100 * 180/256 = 70.3
  EXPECT_EQ(Gain::in_256ths(320).times(10'000'001), 12'500'001);
  EXPECT_EQ(kUnitGain.times(INT64_MAX), INT64_MAX);
}

TEST(WireUnits, ComputesRatesOfWholePackets) {
  const WireUnits units(1000);
  // 40 packets of 8000 bits in 32 ms are 10 Mbit/s exactly, rounded either way.
  EXPECT_EQ(units.rate_floor_bps(40, 32 * kMillisecond), 10'000'000);
  EXPECT_EQ(units.rate_ceil_bps(40, 32 * kMillisecond), 10'000'000);
  // 1 packet in 3 s: 2666.67 bit/s.
  EXPECT_EQ(units.rate_floor_bps(1, 3 * kSecond), 2666);
  EXPECT_EQ(units.rate_ceil_bps(1, 3 * kSecond), 2667);
}

TEST(WireUnits, RoundsTheBdpUpToPackets) {
  const WireUnits units(1000);
  EXPECT_EQ(units.bdp_packets(10'000'000, 40 * kMillisecond, kUnitGain), 50);  // exact
  EXPECT_EQ(units.bdp_packets(10'000'000, 40 * kMillisecond + 1, kUnitGain), 51);
  EXPECT_EQ(units.bdp_packets(10'000'000, 35'800'000, kUnitGain), 45);            // 44.75
  EXPECT_EQ(units.bdp_packets(10'000'000, 35'800'000, Gain::from_ratio(2)), 90);  // 89.5
  EXPECT_EQ(units.bdp_packets(0, 40 * kMillisecond, kUnitGain), 0);
}

TEST(WireUnits, KeepsLargeProductsExact) {
  const WireUnits units(1500);
  // 400 Gbit/s * 10 s * 2 = 8e12 bits = 666,666,666.67 packets of 12,000 bits.
  EXPECT_EQ(units.bdp_packets(400'000'000'000, 10 * kSecond, Gain::from_ratio(2)), 666'666'667);
}

TEST(WireUnits, CountsWholePacketsInAnInterval) {
  const WireUnits units(1000);
  EXPECT_EQ(units.packets_in(10'000'000, 799'999), 0);
  EXPECT_EQ(units.packets_in(10'000'000, 800'000), 1);
}

TEST(WireUnits, TakesScheduledDeparturesOutOfTheFlight) {
  const WireUnits units(1000);
  EXPECT_EQ(units.packets_in_network(10, {4 * 800'000, 10'000'000, 0}), 6);
  EXPECT_EQ(units.packets_in_network(10, {4 * 800'000, 10'000'000, 2}), 8);
  EXPECT_EQ(units.packets_in_network(10, {-5, 10'000'000, 0}), 10);
  EXPECT_EQ(units.packets_in_network(3, {8 * 800'000, 10'000'000, 0}), 0);
}

TEST(CubeRoot, IsTheFloorOfTheRoot) {
  EXPECT_EQ(cube_root_floor(0), 0);
  EXPECT_EQ(cube_root_floor(1), 1);
  EXPECT_EQ(cube_root_floor(7), 1);
  EXPECT_EQ(cube_root_floor(8), 2);
  EXPECT_EQ(cube_root_floor(1'000'000'000'000'000'000ULL), 1'000'000);
  EXPECT_EQ(cube_root_floor(999'999'999'999'999'999ULL), 999'999);
  EXPECT_EQ(cube_root_floor(UINT64_MAX), 2'642'245);
}

TEST(CubeRoot, BracketsEveryValue) {
  for (std::uint64_t value = 1; value < (std::uint64_t{1} << 60); value = value * 7 + 3) {
    const auto root = static_cast<unsigned __int128>(cube_root_floor(value));
    EXPECT_TRUE(root * root * root <= value && (root + 1) * (root + 1) * (root + 1) > value)
        << value;
  }
}

TEST(JiffyClock, ReadsDownAndRoundsDurationsUp) {
  constexpr JiffyClock kClock(4 * kMillisecond);
  EXPECT_EQ(kClock.read(11'999'999), 8 * kMillisecond);
  EXPECT_EQ(kClock.round_up(10 * kMillisecond), 12 * kMillisecond);
  EXPECT_EQ(kClock.round_up(12 * kMillisecond), 12 * kMillisecond);
  EXPECT_EQ(kClock.part_of_second(32), 28 * kMillisecond);  // 250 / 32 = 7 jiffies
}

TEST(JiffyClock, IsExactWithoutAJiffy) {
  constexpr JiffyClock kClock(0);
  EXPECT_EQ(kClock.read(11'999'999), 11'999'999);
  EXPECT_EQ(kClock.round_up(11'999'999), 11'999'999);
  EXPECT_EQ(kClock.part_of_second(32), 31'250'000);
}

TEST(Nanoseconds, RoundsToTheNearest) {
  EXPECT_EQ(to_ns(0.1), 100'000'000);
  EXPECT_EQ(to_ns(0.005), 5'000'000);
}

}  // namespace
}  // namespace ccsim
