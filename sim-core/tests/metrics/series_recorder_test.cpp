#include "metrics/series_recorder.h"

#include <gtest/gtest.h>

#include <vector>

namespace ccsim {
namespace {

struct Collected {
  std::vector<SeriesChunk> chunks;
  SeriesRecorder::ChunkSink sink() {
    return [this](SeriesChunk&& chunk) { chunks.push_back(std::move(chunk)); };
  }
};

TEST(SeriesRecorder, EndsChunksAtSampleIndices) {
  Collected collected;
  SeriesRecorder series(collected.sink());
  const std::size_t flow = series.add_subject(SubjectKind::kFlow, 0, {"a", "b"});
  for (int i = 0; i < 600; ++i) {
    series.set(flow, {static_cast<double>(i), 2.0 * i});
    series.end_sample();
  }
  series.finish(1000);
  ASSERT_EQ(collected.chunks.size(), 3U);
  EXPECT_EQ(collected.chunks[1].first_sample, 256);
  EXPECT_EQ(collected.chunks[1].sample_count, 256);
  EXPECT_EQ(collected.chunks[2].sample_count, 88);
  EXPECT_EQ(collected.chunks[1].subjects[0].columns[1].metric, "b");
  EXPECT_DOUBLE_EQ(collected.chunks[1].subjects[0].columns[1].values[3], 518);
  EXPECT_EQ(series.sample_count(), 600);
  EXPECT_EQ(series.chunk_count(), 3);
}

TEST(SeriesRecorder, GivesAPhaseToTheChunkInWhichItEnds) {
  Collected collected;
  SeriesRecorder series(collected.sink());
  series.enter_phase(1, 5, "startup", "start");
  for (int i = 0; i < 256; ++i) series.end_sample();
  series.enter_phase(1, 300, "drain", "full_pipe");
  series.finish(500);
  ASSERT_EQ(collected.chunks.size(), 2U);
  EXPECT_TRUE(collected.chunks[0].phases.empty());
  ASSERT_EQ(collected.chunks[1].phases.size(), 2U);
  const PhaseInterval& startup = collected.chunks[1].phases[0];
  EXPECT_EQ(startup.flow_index, 1);
  EXPECT_EQ(startup.start_ns, 5);
  EXPECT_EQ(startup.end_ns, 300);
  EXPECT_EQ(startup.phase, "startup");
  EXPECT_EQ(startup.reason, "start");
  EXPECT_EQ(collected.chunks[1].phases[1].end_ns, 500);
}

TEST(SeriesRecorder, SaysWhenItKeepsNoMoreEvents) {
  Collected collected;
  SeriesRecorder series(collected.sink());
  for (std::int64_t i = 0; i < kMaxEventsKept; ++i)
    series.add_event(0, i, EventKind::kRto, "timeout", 1);
  EXPECT_FALSE(series.was_truncated());
  series.add_event(0, kMaxEventsKept, EventKind::kRto, "timeout", 1);
  EXPECT_TRUE(series.was_truncated());
  series.finish(kMaxEventsKept);
  ASSERT_EQ(collected.chunks.size(), 1U);
  EXPECT_EQ(collected.chunks[0].events.size(), static_cast<std::size_t>(kMaxEventsKept));
}

TEST(SeriesRecorder, CountsTheSameWithoutASink) {
  Collected collected;
  SeriesRecorder with(collected.sink());
  SeriesRecorder without(nullptr);
  for (SeriesRecorder* series : {&with, &without}) {
    series->enter_phase(0, 0, "startup", "start");
    for (int i = 0; i < 512; ++i) series->end_sample();
    series->finish(99);
  }
  EXPECT_EQ(with.chunk_count(), without.chunk_count());
  EXPECT_EQ(with.sample_count(), without.sample_count());
  EXPECT_EQ(collected.chunks.size(), static_cast<std::size_t>(with.chunk_count()));
}

}  // namespace
}  // namespace ccsim
