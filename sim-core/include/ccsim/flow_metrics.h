// The numbers of a flow: the fields that hold them and what each one means. A new one takes a field
// and a line of a table here; names, units, texts and lists elsewhere are generated from these.
#pragma once

#include <cstdint>

#include "ccsim/metric.h"
#include "ccsim/units.h"

namespace ccsim {

// Over the flow's window: the part of [warmup, duration] in which it is active, that is between its
// start (jitter included) and its stop. A number that does not exist is NaN.
struct FlowSummary {
  std::int64_t group_index = 0;
  std::int64_t flow_index = 0;
  SimTime start_ns = 0;
  Duration active_ns = 0;
  double throughput_bps = 0;
  double goodput_bps = 0;
  Packets sent_packets = 0;
  Packets retransmitted_packets = 0;
  Packets received_packets = 0;
  Packets unique_packets = 0;
  Packets dropped_packets = 0;
  Packets randomly_lost_packets = 0;
  double retransmit_ratio = 0;
  std::int64_t rto_count = 0;
  std::int64_t recovery_count = 0;
  std::int64_t tail_loss_probe_count = 0;
  std::int64_t spurious_retransmission_count = 0;
  double mean_rtt_s = 0;
  double p50_rtt_s = 0;
  double p95_rtt_s = 0;
  double p99_rtt_s = 0;
  double min_rtt_s = 0;
  double max_rtt_s = 0;
  double mean_cwnd_bytes = 0;
  double mean_inflight_bytes = 0;
  double mean_pacing_rate_bps = 0;
  double final_min_rtt_s = 0;
  double mean_queue_bytes = 0;
  double limited_cwnd_ratio = 0;
  double limited_pacing_ratio = 0;
  double limited_recovery_ratio = 0;
  double limited_receive_window_ratio = 0;
  double limited_application_ratio = 0;
  double loss_ratio = 0;
  double offered_bps = kNoValue;
  std::int64_t transfer_count = kNoCount;
  std::int64_t completed_transfer_count = kNoCount;
  double mean_completion_s = kNoValue;
  double p50_completion_s = kNoValue;
  double p99_completion_s = kNoValue;
  std::int64_t small_transfer_count = kNoCount;
  double mean_small_completion_s = kNoValue;
  double p99_small_completion_s = kNoValue;
  std::int64_t medium_transfer_count = kNoCount;
  double mean_medium_completion_s = kNoValue;
  double p99_medium_completion_s = kNoValue;
  std::int64_t large_transfer_count = kNoCount;
  double mean_large_completion_s = kNoValue;
  double p99_large_completion_s = kNoValue;
  std::int64_t frame_count = kNoCount;
  std::int64_t late_frame_count = kNoCount;
  double late_frame_ratio = kNoValue;
  double mean_frame_delay_s = kNoValue;
  double p50_frame_delay_s = kNoValue;
  double p95_frame_delay_s = kNoValue;
  double p99_frame_delay_s = kNoValue;
  Packets marked_packets = 0;
  double mark_ratio = 0;
  double handshake_s = kNoValue;
};

// Over one sample interval.
struct FlowSample {
  double throughput_bps = kNoValue;
  double goodput_bps = kNoValue;
  double retransmitted_packets = kNoValue;
  double sent_packets = kNoValue;
  double limited_cwnd_ratio = kNoValue;
  double limited_pacing_ratio = kNoValue;
  double limited_recovery_ratio = kNoValue;
  double limited_receive_window_ratio = kNoValue;
  double limited_application_ratio = kNoValue;
  double rtt_s = kNoValue;
  double srtt_s = kNoValue;
  double cwnd_bytes = kNoValue;
  double inflight_bytes = kNoValue;
  double pacing_rate_bps = kNoValue;
  double ssthresh_bytes = kNoValue;
  double min_rtt_s = kNoValue;
  double bandwidth_estimate_bps = kNoValue;
};

// Over one sample interval, of a flow that uses ECN where a queue can mark.
struct FlowEcnSample {
  double marked_packets = kNoValue;
};

// At the end of one sample interval, of a flow whose receiver reads slowly.
struct FlowReaderSample {
  double receive_window_bytes = kNoValue;
  double unread_bytes = kNoValue;
};

#define CCSIM_FIELD(field) &Flow::field, #field

// In the order of results. The last word of a name is its unit.
inline constexpr auto kFlowSummary = [] {
  constexpr MetricExtras kOfConnections = {.is_optional = true};
  constexpr MetricExtras kOfParts = {.is_digested = false, .is_optional = true};
  using enum Quantity;
  using enum Aggregation;
  using Flow = FlowSummary;
  return std::to_array<Declared<Flow>>({
      {&Flow::start_ns,
       "start_s",
       "start",
       said("the start time"),
       kTime,
       kMoment,
       "When the flow's first packet may leave: start time, jitter and SYN exchange. No value if "
       "the run or the flow ends before.",
       {.is_optional = true}},
      {&Flow::active_ns, "active_s", "active time", said("the active time"), kTime, kMoment,
       "Length of the flow's window, the part of the measurement window in which it is active."},
      {CCSIM_FIELD(throughput_bps), "throughput", more_is_better("the throughput"), kRate,
       kPerSecond,
       "Bits on the wire that reach the receiver in the flow's window, headers and duplicates "
       "included, divided by the window's length."},
      {CCSIM_FIELD(goodput_bps), "goodput", more_is_better("the goodput"), kRate, kPerSecond,
       "Payload bits that reach the receiver for the first time in the flow's window, divided by "
       "the window's length."},
      {CCSIM_FIELD(sent_packets), "packets sent", said("the number of sent packets"), kPackets,
       kTotal, "Transmissions, retransmissions included."},
      {CCSIM_FIELD(retransmitted_packets), "packets retransmitted",
       less_is_better("the number of retransmitted packets"), kPackets, kTotal,
       "Transmissions that repeat an earlier one.", kOfConnections},
      {CCSIM_FIELD(received_packets), "packets received", said("the number of received packets"),
       kPackets, kTotal, "Packets that reach the receiver, duplicates included."},
      {CCSIM_FIELD(unique_packets), "unique packets received",
       said("the number of unique received packets"), kPackets, kTotal,
       "Packets that reach the receiver for the first time."},
      {CCSIM_FIELD(dropped_packets), "packets dropped",
       less_is_better("the number of dropped packets"), kPackets, kTotal,
       "Transmissions that a queue dropped."},
      {CCSIM_FIELD(randomly_lost_packets), "packets lost on the path",
       said("the number of packets lost on the path"), kPackets, kTotal,
       "Transmissions lost on the path (at random, in bursts, for a time or in an outage), not by "
       "a queue; lost ACKs are not counted."},
      {CCSIM_FIELD(retransmit_ratio), "retransmitted",
       less_is_better("the share of retransmissions"), kShare, kRatio,
       "Retransmissions divided by all transmissions."},
      {CCSIM_FIELD(rto_count), "timeouts", less_is_better("the number of retransmission timeouts"),
       kCount, kTotal, "Retransmission timeouts (RTO).", kOfConnections},
      {CCSIM_FIELD(recovery_count), "recoveries", said("the number of fast recoveries"), kCount,
       kTotal, "Episodes of fast recovery.", kOfConnections},
      {CCSIM_FIELD(tail_loss_probe_count), "tail loss probes",
       said("the number of tail loss probes"), kCount, kTotal,
       "Tail loss probes sent (RFC 8985 7).", kOfConnections},
      {CCSIM_FIELD(spurious_retransmission_count), "spurious retransmissions",
       less_is_better("the number of spurious retransmissions"), kCount, kTotal,
       "Duplicates that the receiver reported to the sender (DSACK, RFC 2883).", kOfConnections},
      {CCSIM_FIELD(mean_rtt_s), "RTT, mean", less_is_better("the mean RTT"), kDelay,
       kMeanOverPackets,
       "Mean of the RTT samples, queueing included, each weighted by the packets that it covers."},
      {CCSIM_FIELD(p50_rtt_s), "RTT, median", less_is_better("the median RTT"), kDelay,
       kPercentileOverPackets,
       "Half of the packets had at most this RTT; from a logarithmic histogram, error at most 1 "
       "%."},
      {CCSIM_FIELD(p95_rtt_s), "RTT, 95th percentile",
       less_is_better("the 95th percentile of the RTT"), kDelay, kPercentileOverPackets,
       "95 % of the packets had at most this RTT; from a logarithmic histogram, error at most 1 "
       "%."},
      {CCSIM_FIELD(p99_rtt_s), "RTT, 99th percentile",
       less_is_better("the 99th percentile of the RTT"), kDelay, kPercentileOverPackets,
       "99 % of the packets had at most this RTT; from a logarithmic histogram, error at most 1 "
       "%."},
      {CCSIM_FIELD(min_rtt_s), "RTT, lowest", less_is_better("the lowest RTT"), kDelay, kMinimum,
       "Lowest RTT sample of the flow's window."},
      {CCSIM_FIELD(max_rtt_s), "RTT, highest", less_is_better("the highest RTT"), kDelay, kMaximum,
       "Highest RTT sample of the flow's window."},
      {CCSIM_FIELD(mean_cwnd_bytes), "cwnd, mean", said("the mean congestion window"), kBytes,
       kMeanOverTime, "Mean over time of the congestion window, packets times packet size."},
      {CCSIM_FIELD(mean_inflight_bytes), "in flight, mean",
       said("the mean amount of data in flight"), kBytes, kMeanOverTime,
       "Mean over time of the data sent and neither acknowledged nor marked lost."},
      {CCSIM_FIELD(mean_pacing_rate_bps), "pacing rate, mean", said("the mean pacing rate"), kRate,
       kMeanOverTime, "Mean of the pacing rate over the time in which the sender is paced."},
      {CCSIM_FIELD(final_min_rtt_s), "min RTT, last", said("the final minimum RTT"), kDelay, kLast,
       "Minimum RTT in use at the end of the run: the algorithm's own or, if it keeps none, the "
       "transport's."},
      {CCSIM_FIELD(mean_queue_bytes), "bytes in the queue, mean",
       less_is_better("the mean amount of data in queues"), kBytes, kMeanOverTime,
       "Mean over time of the flow's bytes queued at the links of its path."},
      {CCSIM_FIELD(limited_cwnd_ratio), "limited by cwnd",
       said("the share of time limited by cwnd"), kShare, kShareOfTime,
       "Share of the flow's window in which a full congestion window limits it."},
      {CCSIM_FIELD(limited_pacing_ratio), "limited by pacing",
       said("the share of time limited by pacing"), kShare, kShareOfTime,
       "Share of the flow's window in which the congestion window has room and pacing delays the "
       "next packet."},
      {CCSIM_FIELD(limited_recovery_ratio), "limited by recovery",
       said("the share of time limited by recovery"), kShare, kShareOfTime,
       "Share of the flow's window in which loss recovery limits it: the window set by recovery "
       "is full, or a retransmission is not yet acknowledged."},
      {CCSIM_FIELD(limited_receive_window_ratio), "limited by the receive window",
       said("the share of time limited by the receive window"), kShare, kShareOfTime,
       "Share of the flow's window in which the receiver's window is full."},
      {CCSIM_FIELD(limited_application_ratio), "limited by the application",
       said("the share of time limited by the application"), kShare, kShareOfTime,
       "Share of the flow's window in which there is nothing to send."},
      {CCSIM_FIELD(loss_ratio),
       "lost",
       less_is_better("the share of lost packets"),
       kShare,
       kRatio,
       "Transmissions dropped by a queue or lost on the path, divided by all transmissions.",
       {.is_digested = false}},
      {CCSIM_FIELD(offered_bps), "offered load", said("the offered load"), kRate, kPerSecond,
       "Payload bits of the transfers or frames that began in the measurement window, "
       "divided by the length of the flow's window.",
       kOfParts},
      {CCSIM_FIELD(transfer_count), "transfers", said("the number of transfers"), kCount, kTotal,
       "Transfers that began in the measurement window.", kOfParts},
      {CCSIM_FIELD(completed_transfer_count), "transfers completed",
       more_is_better("the number of completed transfers"), kCount, kTotal,
       "Of these, those whose last byte reached the receiver before the run ended.", kOfParts},
      {CCSIM_FIELD(mean_completion_s), "completion time, mean",
       less_is_better("the mean completion time"), kTime, kMeanOverTransfers,
       "Mean completion time of the transfers that began in the measurement window and are "
       "complete: from the request (the SYN of a new connection, else the write) until the "
       "last byte has reached the receiver.",
       kOfParts},
      {CCSIM_FIELD(p50_completion_s), "completion time, median",
       less_is_better("the median completion time"), kTime, kPercentileOverTransfers,
       "Half of the complete transfers took at most this long; from a logarithmic histogram, "
       "error at most 1 %.",
       kOfParts},
      {CCSIM_FIELD(p99_completion_s), "completion time, 99th percentile",
       less_is_better("the 99th percentile of the completion time"), kTime,
       kPercentileOverTransfers,
       "99 % of the complete transfers took at most this long; from a logarithmic histogram, "
       "error at most 1 %.",
       kOfParts},
      {CCSIM_FIELD(small_transfer_count), "small transfers completed",
       said("the number of completed small transfers"), kCount, kTotal,
       "Complete transfers of below 100 kB.", kOfParts},
      {CCSIM_FIELD(mean_small_completion_s), "completion time of small transfers, mean",
       less_is_better("the mean completion time of small transfers"), kTime, kMeanOverTransfers,
       "Mean completion time of the complete transfers of below 100 kB.", kOfParts},
      {CCSIM_FIELD(p99_small_completion_s), "completion time of small transfers, 99th percentile",
       less_is_better("the 99th percentile of the completion time of small transfers"), kTime,
       kPercentileOverTransfers,
       "99 % of the complete transfers of below 100 kB took at most this long.", kOfParts},
      {CCSIM_FIELD(medium_transfer_count), "medium transfers completed",
       said("the number of completed medium transfers"), kCount, kTotal,
       "Complete transfers of from 100 kB to below 1 MB.", kOfParts},
      {CCSIM_FIELD(mean_medium_completion_s), "completion time of medium transfers, mean",
       less_is_better("the mean completion time of medium transfers"), kTime, kMeanOverTransfers,
       "Mean completion time of the complete transfers of from 100 kB to below 1 MB.", kOfParts},
      {CCSIM_FIELD(p99_medium_completion_s), "completion time of medium transfers, 99th percentile",
       less_is_better("the 99th percentile of the completion time of medium transfers"), kTime,
       kPercentileOverTransfers,
       "99 % of the complete transfers of from 100 kB to below 1 MB took at most this long.",
       kOfParts},
      {CCSIM_FIELD(large_transfer_count), "large transfers completed",
       said("the number of completed large transfers"), kCount, kTotal,
       "Complete transfers of from 1 MB on.", kOfParts},
      {CCSIM_FIELD(mean_large_completion_s), "completion time of large transfers, mean",
       less_is_better("the mean completion time of large transfers"), kTime, kMeanOverTransfers,
       "Mean completion time of the complete transfers of from 1 MB on.", kOfParts},
      {CCSIM_FIELD(p99_large_completion_s), "completion time of large transfers, 99th percentile",
       less_is_better("the 99th percentile of the completion time of large transfers"), kTime,
       kPercentileOverTransfers,
       "99 % of the complete transfers of from 1 MB on took at most this long.", kOfParts},
      {CCSIM_FIELD(frame_count), "frames", said("the number of frames"), kCount, kTotal,
       "Frames written in the measurement window that arrived, or were due before the run "
       "ended.",
       kOfParts},
      {CCSIM_FIELD(late_frame_count), "deadlines missed",
       less_is_better("the number of missed deadlines"), kCount, kTotal,
       "Of these, those that were not complete at the receiver by their deadline.", kOfParts},
      {CCSIM_FIELD(late_frame_ratio), "deadlines missed",
       less_is_better("the share of missed deadlines"), kShare, kRatio,
       "Frames that missed their deadline, divided by all frames.", kOfParts},
      {CCSIM_FIELD(mean_frame_delay_s), "frame delay, mean", less_is_better("the mean frame delay"),
       kDelay, kMeanOverTransfers,
       "Mean delay of the frames, from its write to its last byte at the receiver; of those "
       "that arrived.",
       kOfParts},
      {CCSIM_FIELD(p50_frame_delay_s), "frame delay, median",
       less_is_better("the median frame delay"), kDelay, kPercentileOverTransfers,
       "Half of the frames had at most this delay, from its write to its last byte at the "
       "receiver; of those that arrived.",
       kOfParts},
      {CCSIM_FIELD(p95_frame_delay_s), "frame delay, 95th percentile",
       less_is_better("the 95th percentile of the frame delay"), kDelay, kPercentileOverTransfers,
       "95 % of the frames had at most this delay, from its write to its last byte at the "
       "receiver; of those that arrived.",
       kOfParts},
      {CCSIM_FIELD(p99_frame_delay_s), "frame delay, 99th percentile",
       less_is_better("the 99th percentile of the frame delay"), kDelay, kPercentileOverTransfers,
       "99 % of the frames had at most this delay, from its write to its last byte at the "
       "receiver; of those that arrived.",
       kOfParts},
      {CCSIM_FIELD(marked_packets),
       "packets marked",
       said("the number of marked packets"),
       kPackets,
       kTotal,
       "Transmissions that a queue marked (ECN) instead of dropping them.",
       {.is_digested = false}},
      {CCSIM_FIELD(mark_ratio),
       "marked",
       said("the share of marked packets"),
       kShare,
       kRatio,
       "Transmissions that a queue marked (ECN), divided by all transmissions.",
       {.is_digested = false}},
      {CCSIM_FIELD(handshake_s), "handshake", less_is_better("the time of the handshake"), kTime,
       kMoment,
       "From the first packet of the connection's handshake until data may leave, repetitions "
       "after a timeout included. Only where it is packets, of one connection.",
       kOfParts},
  });
}();
// All fields are eight bytes wide; the two indices say which flow it is.
static_assert(sizeof(FlowSummary) == 8 * (kFlowSummary.size() + 2), "a field is not declared");

// In the order of the columns, which series_digest depends on: new ones come last.
inline constexpr auto kFlowSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Flow = FlowSample;
  return std::to_array<Declared<Flow>>({
      {CCSIM_FIELD(throughput_bps), "throughput", kRate, kPerSecond,
       "Bits on the wire that reach the receiver in the interval, headers and duplicates "
       "included, divided by the interval's length.",
       drawn_in("throughput")},
      {CCSIM_FIELD(goodput_bps), "goodput", kRate, kPerSecond,
       "Payload bits that reach the receiver for the first time in the interval, divided by its "
       "length.",
       drawn_in("throughput")},
      {CCSIM_FIELD(retransmitted_packets), "packets retransmitted", kPackets, kTotal,
       "Transmissions in the interval that repeat an earlier one."},
      {CCSIM_FIELD(sent_packets), "packets sent", kPackets, kTotal,
       "Transmissions in the interval, retransmissions included."},
      {CCSIM_FIELD(limited_cwnd_ratio), "limited by cwnd", kShare, kShareOfTime,
       "Share of the interval in which a full congestion window limits the flow.",
       drawn_in("limits")},
      {CCSIM_FIELD(limited_pacing_ratio), "limited by pacing", kShare, kShareOfTime,
       "Share of the interval in which the congestion window has room and pacing delays the next "
       "packet.",
       drawn_in("limits")},
      {CCSIM_FIELD(limited_recovery_ratio), "limited by recovery", kShare, kShareOfTime,
       "Share of the interval in which loss recovery limits the flow: the window set by recovery "
       "is full, or a retransmission is not yet acknowledged.",
       drawn_in("limits")},
      {CCSIM_FIELD(limited_receive_window_ratio), "limited by the receive window", kShare,
       kShareOfTime, "Share of the interval in which the receiver's window is full.",
       drawn_in("limits")},
      {CCSIM_FIELD(limited_application_ratio), "limited by the application", kShare, kShareOfTime,
       "Share of the interval in which there is nothing to send.", drawn_in("limits")},
      {CCSIM_FIELD(rtt_s), "RTT", kDelay, kLast,
       "Last RTT sample of the interval: from sending to acknowledgement, queueing included.",
       drawn_in("rtt")},
      {CCSIM_FIELD(srtt_s), "smoothed RTT", kDelay, kLast,
       "Smoothed RTT of the sender (RFC 6298), which determines its timeout."},
      {CCSIM_FIELD(cwnd_bytes), "cwnd", kBytes, kLast,
       "Congestion window, packets times packet size: the limit on data in flight.",
       drawn_in("window")},
      {CCSIM_FIELD(inflight_bytes), "in flight", kBytes, kLast,
       "Data sent and neither acknowledged nor marked lost.", drawn_in("window")},
      {CCSIM_FIELD(pacing_rate_bps), "pacing rate", kRate, kLast,
       "Rate at which the pacer sends packets; none if the sender is not paced.",
       drawn_in("rates")},
      {CCSIM_FIELD(ssthresh_bytes), "ssthresh", kBytes, kLast,
       "Window at which slow start ends; none if it is not set.", drawn_in("window")},
      {CCSIM_FIELD(min_rtt_s), "min RTT", kDelay, kLast,
       "Minimum RTT in use: the algorithm's own or, if it keeps none, the transport's."},
      {CCSIM_FIELD(bandwidth_estimate_bps), "bandwidth estimate", kRate, kLast,
       "The algorithm's estimate of the path's bandwidth; none if it has none.", drawn_in("rates")},
  });
}();
static_assert(sizeof(FlowSample) == 8 * kFlowSeries.size(), "a field is not declared");

// Behind those of every flow, where there can be marks: elsewhere no column is added.
inline constexpr auto kFlowEcnSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Flow = FlowEcnSample;
  return std::to_array<Declared<Flow>>({
      {CCSIM_FIELD(marked_packets), "packets marked", kPackets, kTotal,
       "Transmissions that a queue marked (ECN) in the interval."},
  });
}();
static_assert(sizeof(FlowEcnSample) == 8 * kFlowEcnSeries.size(), "a field is not declared");

// Behind all others, where the receiver reads slowly: no digest covers them, as there were such
// flows before there were these columns.
inline constexpr auto kFlowReaderSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Flow = FlowReaderSample;
  return std::to_array<Declared<Flow>>({
      {CCSIM_FIELD(receive_window_bytes), "receive window", kBytes, kLast,
       "Room that a slow receiver's last ACK offers, packets times packet size: the limit on data "
       "in flight beside the congestion window."},
      {CCSIM_FIELD(unread_bytes), "unread", kBytes, kLast,
       "What has arrived in order and a slow application has not read, packets times packet size."},
  });
}();
static_assert(sizeof(FlowReaderSample) == 8 * kFlowReaderSeries.size(), "a field is not declared");

#undef CCSIM_FIELD

}  // namespace ccsim
