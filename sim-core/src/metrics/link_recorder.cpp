#include "metrics/link_recorder.h"

#include <algorithm>
#include <utility>

namespace ccsim {

LinkRecorder::Snapshot LinkRecorder::snapshot(SimTime now_ns) const {
  const __int128 opportunities =
      static_cast<__int128>(used_bytes_) * kBitsPerByte * kNanosecondsPerSecond;
  return {now_ns, counters_, queue_bytes_.at(now_ns), used_.at(now_ns) + opportunities,
          capacity_ ? capacity_(now_ns) : now_ns};
}

double LinkRecorder::used_ratio(const Snapshot& begin, const Snapshot& end) {
  const __int128 capacity = end.capacity - begin.capacity;
  if (capacity <= 0) return kNoValue;
  return static_cast<double>(end.used - begin.used) / static_cast<double>(capacity);
}

double LinkRecorder::sampled_capacity_bps(SimTime now_ns) const {
  const Snapshot end = snapshot(now_ns);
  return mean_over(end.capacity - sample_begin_.capacity, end.time_ns - sample_begin_.time_ns);
}

void LinkRecorder::begin_window(SimTime now_ns) {
  is_in_window_ = true;
  histogram_since_ns_ = now_ns;
  highest_queue_bytes_ = level_bytes_;
  begin_ = snapshot(now_ns);
  end_ = begin_;
}

void LinkRecorder::end_window(SimTime now_ns) {
  if (!is_in_window_) return;
  settle_histogram(now_ns);
  is_in_window_ = false;
  end_ = snapshot(now_ns);
}

LinkSummary LinkRecorder::summarise(bool filters_acks) const {
  LinkSummary summary;
  const Duration length_ns = end_.time_ns - begin_.time_ns;
  const bool is_empty = length_ns <= 0;
  summary.utilisation_ratio = used_ratio(begin_, end_);
  summary.mean_queue_bytes = is_empty ? kNoValue : mean_over(end_.queue - begin_.queue, length_ns);
  summary.p50_queue_bytes = queue_histogram_.quantile(0.50);
  summary.p95_queue_bytes = queue_histogram_.quantile(0.95);
  summary.p99_queue_bytes = queue_histogram_.quantile(0.99);
  summary.max_queue_bytes = static_cast<double>(highest_queue_bytes_);
  const Counters& a = begin_.counters;
  const Counters& b = end_.counters;
  summary.transmitted_packets = b.transmitted_packets - a.transmitted_packets;
  summary.dropped_packets = b.dropped_packets - a.dropped_packets;
  summary.randomly_lost_packets = b.randomly_lost_packets - a.randomly_lost_packets;
  summary.marked_packets = b.marked_packets - a.marked_packets;
  if (filters_acks) summary.filtered_ack_packets = b.filtered_ack_packets - a.filtered_ack_packets;
  return summary;
}

LinkEcnSample LinkRecorder::take_ecn_sample() {
  const Packets before = std::exchange(sampled_marked_packets_, counters_.marked_packets);
  return {.marked_packets = counters_.marked_packets - before};
}

LinkFilterSample LinkRecorder::take_filter_sample() {
  const Packets before = std::exchange(sampled_filtered_packets_, counters_.filtered_ack_packets);
  return {.filtered_ack_packets = counters_.filtered_ack_packets - before};
}

LinkSample LinkRecorder::take_sample(SimTime now_ns) {
  const Snapshot end = snapshot(now_ns);
  const Snapshot& begin = sample_begin_;
  const Duration length_ns = end.time_ns - begin.time_ns;
  LinkSample sample;
  sample.queue_bytes = mean_over(end.queue - begin.queue, length_ns);
  sample.busy_ratio = used_ratio(begin, end);
  sample.queue_max_bytes = sample_max_bytes_;
  sample.queue_min_bytes = sample_min_bytes_;
  sample.dropped_packets = end.counters.dropped_packets - begin.counters.dropped_packets;
  sample.randomly_lost_packets =
      end.counters.randomly_lost_packets - begin.counters.randomly_lost_packets;
  sample_begin_ = end;
  sample_max_bytes_ = level_bytes_;
  sample_min_bytes_ = level_bytes_;
  return sample;
}

}  // namespace ccsim
