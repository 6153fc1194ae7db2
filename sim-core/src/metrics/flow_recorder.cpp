#include "metrics/flow_recorder.h"

#include <algorithm>

namespace ccsim {
namespace {

double rate_bps(Packets packets, Bytes packet_bytes, Duration length_ns) {
  const double bits = static_cast<double>(packets * packet_bytes * kBitsPerByte);
  return bits / to_s(static_cast<double>(length_ns));
}

}  // namespace

void FlowRecorder::set_state(Packets cwnd_packets, Packets in_flight_packets,
                             BitRate pacing_rate_bps, SimTime now_ns) {
  in_flight_packets_.set(in_flight_packets, now_ns);
  if (cwnd_packets != cwnd_packets_) {
    cwnd_moment_.add(cwnd_packets - cwnd_packets_, now_ns);
    cwnd_packets_ = cwnd_packets;
  }
  if (pacing_rate_bps == pacing_rate_bps_) return;
  pacing_moment_.add(pacing_rate_bps - pacing_rate_bps_, now_ns);
  pacing_rate_bps_ = pacing_rate_bps;
  is_paced_.follow(pacing_rate_bps > 0 ? 1 : 0, now_ns);
}

void FlowRecorder::add_rtt(Duration rtt_ns, Packets packets) {
  if (!is_in_window_ || packets <= 0) return;
  rtt_sum_ns_ += static_cast<__int128>(rtt_ns) * packets;
  rtt_ns_.add(rtt_ns, packets);
}

FlowCounters FlowRecorder::all_counters() const {
  return {.sent_packets = static_cast<Packets>(sent_packets_),
          .retransmitted_packets = counters_.retransmitted_packets,
          .received_packets = transit_.received_packets,
          .unique_packets = transit_.unique_packets,
          .dropped_packets = transit_.dropped_packets,
          .randomly_lost_packets = transit_.randomly_lost_packets,
          .marked_packets = transit_.marked_packets,
          .rto_count = counters_.rto_count,
          .recovery_count = counters_.recovery_count,
          .tail_loss_probe_count = counters_.tail_loss_probe_count,
          .spurious_retransmission_count = counters_.spurious_retransmission_count};
}

FlowRecorder::Snapshot FlowRecorder::snapshot(SimTime now_ns) const {
  return {.time_ns = now_ns,
          .counters = all_counters(),
          .cwnd = cwnd_moment_.at(cwnd_packets_, now_ns),
          .in_flight = in_flight_packets_.at(now_ns),
          .pacing_rate = pacing_moment_.at(pacing_rate_bps_, now_ns),
          .paced = is_paced_.at(now_ns),
          .queue = transit_.queue_bytes.at(now_ns),
          .limits = limit_times(now_ns)};
}

FlowRecorder::Snapshot FlowRecorder::difference(const Snapshot& from, const Snapshot& to) {
  const FlowCounters& a = from.counters;
  const FlowCounters& b = to.counters;
  Snapshot between{
      .time_ns = to.time_ns - from.time_ns,
      .counters = {.sent_packets = b.sent_packets - a.sent_packets,
                   .retransmitted_packets = b.retransmitted_packets - a.retransmitted_packets,
                   .received_packets = b.received_packets - a.received_packets,
                   .unique_packets = b.unique_packets - a.unique_packets,
                   .dropped_packets = b.dropped_packets - a.dropped_packets,
                   .randomly_lost_packets = b.randomly_lost_packets - a.randomly_lost_packets,
                   .marked_packets = b.marked_packets - a.marked_packets,
                   .rto_count = b.rto_count - a.rto_count,
                   .recovery_count = b.recovery_count - a.recovery_count,
                   .tail_loss_probe_count = b.tail_loss_probe_count - a.tail_loss_probe_count,
                   .spurious_retransmission_count =
                       b.spurious_retransmission_count - a.spurious_retransmission_count},
      .cwnd = to.cwnd - from.cwnd,
      .in_flight = to.in_flight - from.in_flight,
      .pacing_rate = to.pacing_rate - from.pacing_rate,
      .paced = to.paced - from.paced,
      .queue = to.queue - from.queue,
      .limits = to.limits};
  for (std::size_t i = 0; i < kSendLimitCount; ++i) between.limits[i] -= from.limits[i];
  return between;
}

void FlowRecorder::begin_window(SimTime now_ns) {
  is_in_window_ = true;
  window_ = snapshot(now_ns);
}

void FlowRecorder::end_window(SimTime now_ns) {
  if (!is_in_window_) return;
  is_in_window_ = false;
  window_ = difference(window_, snapshot(now_ns));
}

void FlowRecorder::summarise(FlowSummary& summary) const {
  CCSIM_ASSERT(!is_in_window_);
  const Duration length_ns = window_.time_ns;
  summary.active_ns = length_ns;
  fill_counters(summary);
  fill_rtt(summary);
  fill_limits(limit_ratios({}, window_.limits), summary);
  if (length_ns <= 0) {
    summary.mean_cwnd_bytes = kNoValue;
    summary.mean_inflight_bytes = kNoValue;
    summary.mean_pacing_rate_bps = kNoValue;
    summary.mean_queue_bytes = kNoValue;
    return;
  }
  const auto packet_bytes = static_cast<double>(packet_bytes_);
  summary.throughput_bps = rate_bps(summary.received_packets, packet_bytes_, length_ns);
  summary.goodput_bps = rate_bps(summary.unique_packets, payload_bytes_, length_ns);
  summary.mean_cwnd_bytes = mean_over(window_.cwnd, length_ns) * packet_bytes;
  summary.mean_inflight_bytes = mean_over(window_.in_flight, length_ns) * packet_bytes;
  summary.mean_pacing_rate_bps =
      window_.paced == 0 ? kNoValue
                         : mean_over(window_.pacing_rate, static_cast<Duration>(window_.paced));
  summary.mean_queue_bytes = mean_over(window_.queue, length_ns);
}

void FlowRecorder::fill_counters(FlowSummary& summary) const {
  const FlowCounters& counters = window_.counters;
  summary.sent_packets = counters.sent_packets;
  summary.retransmitted_packets = counters.retransmitted_packets;
  summary.received_packets = counters.received_packets;
  summary.unique_packets = counters.unique_packets;
  summary.dropped_packets = counters.dropped_packets;
  summary.randomly_lost_packets = counters.randomly_lost_packets;
  summary.rto_count = counters.rto_count;
  summary.recovery_count = counters.recovery_count;
  summary.tail_loss_probe_count = counters.tail_loss_probe_count;
  summary.spurious_retransmission_count = counters.spurious_retransmission_count;
  summary.retransmit_ratio = summary.sent_packets == 0
                                 ? kNoValue
                                 : static_cast<double>(summary.retransmitted_packets) /
                                       static_cast<double>(summary.sent_packets);
  const Packets lost = summary.dropped_packets + summary.randomly_lost_packets;
  summary.loss_ratio = summary.sent_packets == 0
                           ? kNoValue
                           : static_cast<double>(lost) / static_cast<double>(summary.sent_packets);
  summary.marked_packets = counters.marked_packets;
  summary.mark_ratio = summary.sent_packets == 0 ? kNoValue
                                                 : static_cast<double>(summary.marked_packets) /
                                                       static_cast<double>(summary.sent_packets);
}

void FlowRecorder::fill_rtt(FlowSummary& summary) const {
  const std::uint64_t total = rtt_ns_.total();
  const auto of_samples = [total](double duration_ns) {
    return total == 0 ? kNoValue : to_s(duration_ns);
  };
  summary.mean_rtt_s = of_samples(static_cast<double>(rtt_sum_ns_) /
                                  static_cast<double>(std::max<std::uint64_t>(total, 1)));
  summary.p50_rtt_s = to_s(rtt_ns_.quantile(0.50));
  summary.p95_rtt_s = to_s(rtt_ns_.quantile(0.95));
  summary.p99_rtt_s = to_s(rtt_ns_.quantile(0.99));
  summary.min_rtt_s = of_samples(static_cast<double>(rtt_ns_.lowest()));
  summary.max_rtt_s = of_samples(static_cast<double>(rtt_ns_.highest()));
}

}  // namespace ccsim
