#include "ccsim/rng.h"

#include <gtest/gtest.h>

#include <set>

namespace ccsim {
namespace {

TEST(RandomStream, GivesTheSameDrawWhateverWasDrawnBefore) {
  RandomStream a(7, 3, RandomPurpose::kLoss);
  RandomStream b(7, 3, RandomPurpose::kLoss);
  for (int i = 0; i < 10; ++i) a.next_bits();
  EXPECT_EQ(a.bits_at(42), b.bits_at(42));
  EXPECT_EQ(b.next_bits(), b.bits_at(0));
}

TEST(RandomStream, DiffersBySeedFlowAndPurpose) {
  std::set<std::uint64_t> draws;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    for (std::uint32_t flow = 0; flow < 5; ++flow) {
      draws.insert(RandomStream(seed, flow, RandomPurpose::kLoss).bits_at(0));
      draws.insert(RandomStream(seed, flow, RandomPurpose::kAckLoss).bits_at(0));
    }
  }
  EXPECT_EQ(draws.size(), 50U);
}

// These values are frozen: every stored result depends on them.
TEST(RandomStream, KeepsItsFrozenValues) {
  const RandomStream stream(1, 0, RandomPurpose::kLoss);
  EXPECT_EQ(stream.bits_at(0), 0xBF57D4683E4B33F7ULL);
  EXPECT_EQ(stream.bits_at(1), 0xB98C164454DA3356ULL);
  EXPECT_EQ(RandomStream(9007199254740991ULL, kNoFlow, RandomPurpose::kQueue).bits_at(123456),
            0xC4D25D953F3633E0ULL);
}

TEST(RandomStream, IsUniformWithinTheErrorOfTheSample) {
  RandomStream stream(11, 0, RandomPurpose::kTraffic);
  double sum = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double draw = stream.next_uniform();
    ASSERT_GE(draw, 0);
    ASSERT_LT(draw, 1);
    sum += draw;
  }
  // Five standard errors: 5 * sqrt(1/12 / n).
  EXPECT_NEAR(sum / kDraws, 0.5, 0.0046);
}

TEST(RandomStream, StaysBelowTheBound) {
  RandomStream stream(5, 0, RandomPurpose::kTraffic);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(stream.next_below(7));
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), 6);
  EXPECT_EQ(seen.size(), 7U);
}

}  // namespace
}  // namespace ccsim
