// The largest bandwidth of this cycle and the one before.
#include "cc/bbr/cycle_max.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

TEST(CycleMax, ForgetsWithTheNextSampleOrAtOnce) {
  for (const bool is_late : {false, true}) {
    CycleMax max;
    const auto end_cycle = [&] { is_late ? max.advance_late() : max.advance(); };
    max.take_late(9);
    end_cycle();
    max.take_late(5);
    end_cycle();
    EXPECT_EQ(max.value_bps(), is_late ? 9 : 5);
    max.take_late(4);
    EXPECT_EQ(max.value_bps(), 5);
  }
}

TEST(CycleMax, KeepsTheLastCycleThatSawASample) {
  CycleMax max;
  max.take_late(9);
  max.advance_late();
  max.advance_late();
  max.advance();
  max.advance();
  EXPECT_EQ(max.value_bps(), 9);
}

}  // namespace
}  // namespace ccsim
