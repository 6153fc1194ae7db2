#include "metrics/series_recorder.h"

#include <algorithm>
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

std::optional<SeriesTail> SeriesRecorder::take_tail(SimTime now_ns, std::int64_t max_values) {
  const bool has_news = samples_in_chunk_ > tailed_samples_ || phases_.size() > tailed_phases_ ||
                        events_.size() > tailed_events_;
  if (!is_recording() || !has_news) return std::nullopt;
  SeriesTail tail;
  tail.first_sample = sample_count_ - samples_in_chunk_ + tailed_samples_;
  const std::int64_t most = std::max<std::int64_t>(max_values / values_per_sample(), 1);
  tail.sample_count = std::min(samples_in_chunk_ - tailed_samples_, most);
  tail.series = tail_series(tail.sample_count);
  tail.phases.assign(phases_.begin() + static_cast<std::ptrdiff_t>(tailed_phases_), phases_.end());
  tail.open_phases = open_phases_until(now_ns);
  tail.events.assign(events_.begin() + static_cast<std::ptrdiff_t>(tailed_events_), events_.end());
  tailed_samples_ += tail.sample_count;
  tailed_phases_ = phases_.size();
  tailed_events_ = events_.size();
  return tail;
}

// Flows of an algorithm have the same metrics and mostly follow one another.
std::vector<TailSeries> SeriesRecorder::tail_series(std::int64_t sample_count) const {
  std::vector<TailSeries> found;
  const std::vector<std::string>* metrics = nullptr;
  for (const Subject& subject : subjects_) {
    if (metrics == nullptr || found.back().subject != subject.kind || *metrics != subject.metrics) {
      metrics = &subject.metrics;
      found.push_back({subject.kind, {}, {}});
      for (const std::string& metric : subject.metrics)
        found.back().columns.push_back({metric, {}});
    }
    found.back().subject_indices.push_back(subject.index);
    for (std::size_t i = 0; i < subject.columns.size(); ++i) {
      const auto begin = subject.columns[i].begin() + tailed_samples_;
      std::vector<double>& values = found.back().columns[i].values;
      values.insert(values.end(), begin, begin + sample_count);
    }
  }
  return found;
}

std::int64_t SeriesRecorder::values_per_sample() const {
  std::size_t count = 0;
  for (const Subject& subject : subjects_) count += subject.columns.size();
  return std::max<std::int64_t>(static_cast<std::int64_t>(count), 1);
}

std::vector<PhaseInterval> SeriesRecorder::open_phases_until(SimTime now_ns) const {
  std::vector<PhaseInterval> found;
  for (std::size_t flow = 0; flow < open_phases_.size(); ++flow) {
    const OpenPhase& open = open_phases_[flow];
    if (open.phase == nullptr) continue;
    found.push_back(
        {static_cast<std::int64_t>(flow), open.start_ns, now_ns, open.phase, open.reason});
  }
  return found;
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
  tailed_samples_ = 0;
  tailed_phases_ = 0;
  tailed_events_ = 0;
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
