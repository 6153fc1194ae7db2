// Collects samples into chunks of kSamplesPerChunk, with the phases that ended and the events that
// happened in the time of each chunk.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ccsim/result.h"

namespace ccsim {

class SeriesRecorder {
 public:
  using ChunkSink = std::function<void(SeriesChunk&&)>;

  // A null sink: events are counted, nothing is kept.
  explicit SeriesRecorder(const ChunkSink& sink) : sink_(sink) {}

  // Declares a subject; returns its place. All before the first sample.
  std::size_t add_subject(SubjectKind kind, std::int64_t index, std::vector<std::string> metrics);

  [[nodiscard]] bool is_recording() const { return static_cast<bool>(sink_); }

  // One sample: set every subject's values, then end it. Values are in the order of the metrics.
  void set(std::size_t subject, const std::vector<double>& values);
  void end_sample();

  // A flow enters a phase; the one before it ends. `phase` and `reason` are string literals.
  void enter_phase(std::int64_t flow_index, SimTime now_ns, const char* phase, const char* reason);
  void add_event(std::int64_t flow_index, SimTime now_ns, EventKind kind, const char* reason,
                 double value);

  // What came since the last tail or chunk; nothing if that is no sample, phase or event. With more
  // than about `max_values` values the later samples wait for the next tail.
  [[nodiscard]] std::optional<SeriesTail> take_tail(SimTime now_ns, std::int64_t max_values);

  // Ends all phases and hands out the last chunk. It holds no sample if the run ended on the edge
  // of a chunk, and is left out if it would hold nothing at all.
  void finish(SimTime now_ns);

  [[nodiscard]] std::int64_t sample_count() const { return sample_count_; }
  [[nodiscard]] std::int64_t chunk_count() const { return chunk_count_; }
  [[nodiscard]] bool was_truncated() const { return was_truncated_; }

 private:
  struct Subject {
    SubjectKind kind;
    std::int64_t index;
    std::vector<std::string> metrics;
    std::vector<std::vector<double>> columns;
  };
  struct OpenPhase {
    SimTime start_ns = 0;
    const char* phase = nullptr;
    const char* reason = nullptr;
  };

  // Phases and events together are limited to kMaxEventsKept; true if one more may be kept.
  bool count_event();
  void close_phase(std::int64_t flow_index, const OpenPhase& open, SimTime now_ns);
  void flush();
  [[nodiscard]] std::vector<TailSeries> tail_series(std::int64_t sample_count) const;
  [[nodiscard]] std::int64_t values_per_sample() const;
  [[nodiscard]] std::vector<PhaseInterval> open_phases_until(SimTime now_ns) const;

  ChunkSink sink_;
  std::vector<Subject> subjects_;
  std::vector<OpenPhase> open_phases_;  // by flow index
  std::vector<PhaseInterval> phases_;
  std::vector<Event> events_;
  std::int64_t samples_in_chunk_ = 0;
  std::int64_t sample_count_ = 0;
  std::int64_t chunk_count_ = 0;
  std::int64_t event_count_ = 0;
  std::int64_t pending_count_ = 0;  // of event_count_, those of the running chunk
  // How much of the running chunk tails have handed out.
  std::int64_t tailed_samples_ = 0;
  std::size_t tailed_phases_ = 0;
  std::size_t tailed_events_ = 0;
  bool was_truncated_ = false;
};

}  // namespace ccsim
