#include "metrics/packet_recorder.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

TEST(PacketRecorder, CoversItsBeginningAndNotItsEnd) {
  const PacketRecorder recorder({.from_ns = 10, .to_ns = 20, .max_records = 5});
  EXPECT_FALSE(recorder.covers(9));
  EXPECT_TRUE(recorder.covers(10));
  EXPECT_TRUE(recorder.covers(19));
  EXPECT_FALSE(recorder.covers(20));
}

TEST(PacketRecorder, FillsInTheQueueAndSaysIfThereWasMore) {
  PacketRecorder recorder({.from_ns = 0, .to_ns = 100, .max_records = 2});
  recorder.set_queue(3000);
  recorder.add({.time_ns = 1});
  recorder.set_queue(4500);
  recorder.add({.time_ns = 2});
  EXPECT_FALSE(recorder.was_truncated());
  recorder.add({.time_ns = 3});
  EXPECT_TRUE(recorder.was_truncated());
  ASSERT_EQ(recorder.records().size(), 2U);
  EXPECT_EQ(recorder.records()[0].queue_bytes, 3000);
  EXPECT_EQ(recorder.records()[1].queue_bytes, 4500);
}

TEST(PacketRecorder, SaysAtWhichLinkAnEventIsAndThatOthersAreAtNone) {
  PacketRecorder recorder({.from_ns = 0, .to_ns = 100, .max_records = 9});
  recorder.add({.time_ns = 1});
  recorder.enter_link(2, LossReason::kDelay);
  recorder.add({.time_ns = 2});
  recorder.leave_link();
  recorder.add({.time_ns = 3});
  EXPECT_EQ(recorder.records()[0].link_index, kNoLink);
  EXPECT_EQ(recorder.records()[1].link_index, 2);
  EXPECT_EQ(recorder.records()[1].reason, LossReason::kDelay);
  EXPECT_EQ(recorder.records()[2].reason, LossReason::kNone);
  EXPECT_EQ(recorder.records()[2].link_index, kNoLink);
}

TEST(PacketRecorder, IsOffUnlessRecordsAreWanted) {
  EXPECT_FALSE(PacketRecorder(PacketWindow{}).is_on());
}

}  // namespace
}  // namespace ccsim
