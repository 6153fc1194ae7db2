#include "metrics/series_recorder.h"

#include <gtest/gtest.h>

#include <vector>

namespace ccsim {
namespace {

constexpr std::int64_t kAll = 1'000'000;

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

TEST(SeriesRecorder, HandsOutWhatTheRunningChunkHasOnceAndKeepsTheChunk) {
  Collected collected;
  SeriesRecorder series(collected.sink());
  const std::size_t first = series.add_subject(SubjectKind::kFlow, 0, {"a", "b"});
  const std::size_t second = series.add_subject(SubjectKind::kFlow, 1, {"a", "b"});
  const std::size_t link = series.add_subject(SubjectKind::kLink, 0, {"q"});
  const auto sample = [&](double value) {
    series.set(first, {value, 10 * value});
    series.set(second, {value + 100, 10 * value + 100});
    series.set(link, {-value});
    series.end_sample();
  };
  series.enter_phase(1, 5, "startup", "start");
  EXPECT_FALSE(series.take_tail(6, kAll).has_value());
  sample(0);
  sample(1);
  const auto begun = series.take_tail(10, kAll);
  ASSERT_TRUE(begun.has_value());
  EXPECT_EQ(begun->first_sample, 0);
  EXPECT_EQ(begun->sample_count, 2);
  ASSERT_EQ(begun->series.size(), 2U);
  EXPECT_EQ(begun->series[0].subject_indices, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(begun->series[0].columns[1].metric, "b");
  EXPECT_EQ(begun->series[0].columns[1].values, (std::vector<double>{0, 10, 100, 110}));
  EXPECT_EQ(begun->series[1].columns[0].values, (std::vector<double>{0, -1}));
  EXPECT_TRUE(begun->phases.empty());
  ASSERT_EQ(begun->open_phases.size(), 1U);
  EXPECT_EQ(begun->open_phases[0].start_ns, 5);
  EXPECT_EQ(begun->open_phases[0].end_ns, 10);
  EXPECT_FALSE(series.take_tail(11, kAll).has_value());

  sample(2);
  series.enter_phase(1, 20, "drain", "full_pipe");
  series.add_event(0, 21, EventKind::kRto, "timeout", 1);
  const auto more = series.take_tail(30, kAll);
  ASSERT_TRUE(more.has_value());
  EXPECT_EQ(more->first_sample, 2);
  EXPECT_EQ(more->series[0].columns[0].values, (std::vector<double>{2, 102}));
  ASSERT_EQ(more->phases.size(), 1U);
  EXPECT_EQ(more->phases[0].end_ns, 20);
  EXPECT_EQ(more->open_phases[0].phase, "drain");
  EXPECT_EQ(more->events.size(), 1U);

  for (int i = 3; i < 256; ++i) sample(i);
  EXPECT_FALSE(series.take_tail(40, kAll).has_value());
  sample(256);
  const auto next = series.take_tail(50, kAll);
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->first_sample, 256);
  EXPECT_EQ(next->sample_count, 1);
  series.finish(60);
  ASSERT_EQ(collected.chunks.size(), 2U);
  EXPECT_EQ(collected.chunks[0].sample_count, 256);
  EXPECT_DOUBLE_EQ(collected.chunks[0].subjects[1].columns[0].values[1], 101);
  EXPECT_EQ(collected.chunks[0].events.size(), 1U);
}

TEST(SeriesRecorder, LeavesLaterSamplesToTheNextTail) {
  Collected collected;
  SeriesRecorder series(collected.sink());
  const std::size_t flow = series.add_subject(SubjectKind::kFlow, 0, {"a", "b"});
  for (int i = 0; i < 5; ++i) {
    series.set(flow, {1.0 * i, 2.0 * i});
    series.end_sample();
  }
  const auto some = series.take_tail(1, 6);
  ASSERT_TRUE(some.has_value());
  EXPECT_EQ(some->sample_count, 3);
  const auto one = series.take_tail(2, 1);
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(one->first_sample, 3);
  EXPECT_EQ(one->sample_count, 1);
  EXPECT_EQ(one->series[0].columns[1].values, (std::vector<double>{6}));
}

TEST(SeriesRecorder, HasNoTailWithoutASink) {
  SeriesRecorder series(nullptr);
  series.end_sample();
  EXPECT_FALSE(series.take_tail(1, kAll).has_value());
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
