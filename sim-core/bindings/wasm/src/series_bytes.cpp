#include "series_bytes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ccsim/rtt_parts.h"

namespace ccsim::wasm {
namespace {

using Columns = std::vector<SeriesColumn>;

// The same names as in worker/lab_exec/series_digest.py, where the reasons are.
constexpr std::string_view kDelay = "delay_s";
constexpr std::string_view kNamedDelay = "propagation_delay_s";
constexpr std::array<std::string_view, 3> kUndigested = {"receive_window_bytes", "unread_bytes",
                                                         "filtered_ack_packets"};

// Those of the RTT's parts are there only where causes are recorded.
bool is_rtt_part(std::string_view metric) {
  return std::any_of(kFlowRttSeries.begin(), kFlowRttSeries.end(),
                     [metric](const auto& declared) { return metric == declared.metric.name; });
}

bool is_digested(const SeriesColumn& column) {
  return std::find(kUndigested.begin(), kUndigested.end(), column.metric) == kUndigested.end() &&
         !is_rtt_part(column.metric);
}

const SeriesColumn* find(const Columns& columns, std::string_view metric) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [metric](const auto& column) { return column.metric == metric; });
  return found == columns.end() ? nullptr : &*found;
}

std::string_view name_of(SubjectKind kind) {
  return kind == SubjectKind::kFlow ? "flow" : "link";
}

void write_subject(SubjectKind kind, std::int64_t index, std::size_t column_count, ByteWriter& to) {
  to.text(name_of(kind));
  to.integer(index);
  to.length(column_count);
}

// With PIE, the controller's delay once stood in the place of the link's own.
void write_as_first_written(const SubjectSeries& series, ByteWriter& to) {
  const bool has_named = find(series.columns, kNamedDelay) != nullptr;
  std::vector<const SeriesColumn*> written;
  for (const SeriesColumn& column : series.columns) {
    if (is_digested(column) && !(has_named && column.metric == kDelay)) written.push_back(&column);
  }
  write_subject(series.subject, series.subject_index, written.size(), to);
  for (const SeriesColumn* column : written) {
    const bool is_named = column->metric == kNamedDelay;
    to.text(is_named ? kDelay : std::string_view(column->metric));
    to.reals(is_named ? find(series.columns, kDelay)->values : column->values);
  }
}

void write_phases(const std::vector<PhaseInterval>& phases, ByteWriter& to) {
  to.length(phases.size());
  for (const PhaseInterval& phase : phases) {
    to.integer(phase.flow_index);
    to.real(seconds_or_nan(phase.start_ns));
    to.real(seconds_or_nan(phase.end_ns));
    to.text(phase.phase);
    to.text(phase.reason);
  }
}

void write_events(const std::vector<Event>& events, ByteWriter& to) {
  to.length(events.size());
  for (const Event& event : events) {
    to.real(seconds_or_nan(event.time_ns));
    to.integer(event.flow_index);
    to.text(ccsim::name_of(event.kind));
    to.text(event.reason);
    to.real(event.value);
  }
}

}  // namespace

ByteWriter digested_bytes(const SeriesChunk& chunk) {
  ByteWriter to;
  to.integer(chunk.chunk_index);
  to.integer(chunk.first_sample);
  to.integer(chunk.sample_count);
  to.length(chunk.subjects.size());
  for (const SubjectSeries& series : chunk.subjects) write_as_first_written(series, to);
  write_phases(chunk.phases, to);
  write_events(chunk.events, to);
  return to;
}

void write_undigested(const SeriesChunk& chunk, ByteWriter& to) {
  ByteWriter subjects;
  std::size_t subject_count = 0;
  for (const SubjectSeries& series : chunk.subjects) {
    Columns left_out;
    for (const SeriesColumn& column : series.columns) {
      if (!is_digested(column) || column.metric == kNamedDelay) left_out.push_back(column);
    }
    if (left_out.empty()) continue;
    ++subject_count;
    write_subject(series.subject, series.subject_index, left_out.size(), subjects);
    for (const SeriesColumn& column : left_out) {
      subjects.text(column.metric);
      subjects.reals(column.values);
    }
  }
  to.length(subject_count);
  to.append(subjects);
}

ByteWriter tail_bytes(const SeriesTail& tail) {
  ByteWriter to;
  to.integer(-1);
  to.integer(tail.first_sample);
  to.integer(tail.sample_count);
  std::size_t subject_count = 0;
  for (const TailSeries& series : tail.series) subject_count += series.subject_indices.size();
  to.length(subject_count);
  const auto samples = static_cast<std::size_t>(tail.sample_count);
  for (const TailSeries& series : tail.series) {
    for (std::size_t place = 0; place < series.subject_indices.size(); ++place) {
      write_subject(series.subject, series.subject_indices[place], series.columns.size(), to);
      for (const SeriesColumn& column : series.columns) {
        to.text(column.metric);
        to.reals(column.values.data() + place * samples, samples);
      }
    }
  }
  write_phases(tail.phases, to);
  write_events(tail.events, to);
  return to;
}

}  // namespace ccsim::wasm
