#include "metrics/series_recorder.h"

#include <utility>

#include "engine/assert.h"

namespace ccsim {

std::size_t SeriesRecorder::add_subject(SubjectKind kind, std::int64_t index,
                                        std::vector<std::string> metrics) {
  std::vector<std::vector<double>> columns(metrics.size());
  subjects_.push_back({kind, index, std::move(metrics), std::move(columns)});
  return subjects_.size() - 1;
}

void SeriesRecorder::set(std::size_t subject, const std::vector<double>& values) {
  auto& columns = subjects_[subject].columns;
  CCSIM_ASSERT(values.size() == columns.size());
  for (std::size_t i = 0; i < values.size(); ++i) columns[i].push_back(values[i]);
}

void SeriesRecorder::end_sample() {
  ++sample_count_;
  ++samples_in_chunk_;
  if (samples_in_chunk_ == kSamplesPerChunk) flush();
}

bool SeriesRecorder::count_event() {
  if (event_count_ == kMaxEventsKept) {
    was_truncated_ = true;
    return false;
  }
  ++event_count_;
  ++pending_count_;
  return is_recording();
}

void SeriesRecorder::enter_phase(std::int64_t flow_index, SimTime now_ns, const char* phase,
                                 const char* reason) {
  const auto flow = static_cast<std::size_t>(flow_index);
  if (flow >= open_phases_.size()) open_phases_.resize(flow + 1);
  close_phase(flow_index, open_phases_[flow], now_ns);
  open_phases_[flow] = {now_ns, phase, reason};
}

void SeriesRecorder::close_phase(std::int64_t flow_index, const OpenPhase& open, SimTime now_ns) {
  if (open.phase == nullptr || !count_event()) return;
  phases_.push_back({flow_index, open.start_ns, now_ns, open.phase, open.reason});
}

void SeriesRecorder::add_event(std::int64_t flow_index, SimTime now_ns, EventKind kind,
                               const char* reason, double value) {
  if (!count_event()) return;
  events_.push_back({now_ns, flow_index, kind, reason, value});
}

void SeriesRecorder::finish(SimTime now_ns) {
  for (std::size_t flow = 0; flow < open_phases_.size(); ++flow) {
    close_phase(static_cast<std::int64_t>(flow), open_phases_[flow], now_ns);
  }
  open_phases_.clear();
  if (samples_in_chunk_ > 0 || pending_count_ > 0) flush();
}

void SeriesRecorder::flush() {
  SeriesChunk chunk;
  chunk.chunk_index = chunk_count_++;
  chunk.first_sample = sample_count_ - samples_in_chunk_;
  chunk.sample_count = samples_in_chunk_;
  samples_in_chunk_ = 0;
  pending_count_ = 0;
  if (!is_recording()) return;
  for (Subject& subject : subjects_) {
    SubjectSeries series;
    series.subject = subject.kind;
    series.subject_index = subject.index;
    for (std::size_t i = 0; i < subject.metrics.size(); ++i) {
      series.columns.push_back({subject.metrics[i], std::exchange(subject.columns[i], {})});
    }
    chunk.subjects.push_back(std::move(series));
  }
  chunk.phases = std::exchange(phases_, {});
  chunk.events = std::exchange(events_, {});
  sink_(std::move(chunk));
}

}  // namespace ccsim
