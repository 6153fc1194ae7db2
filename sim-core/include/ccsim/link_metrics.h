// The numbers of a link: the fields that hold them and what each one means.
#pragma once

#include <cstdint>

#include "ccsim/metric.h"
#include "ccsim/units.h"

namespace ccsim {

// Over the measurement window. A number that does not exist is NaN.
struct LinkSummary {
  double utilisation_ratio = 0;
  double mean_queue_bytes = 0;
  double p50_queue_bytes = 0;
  double p95_queue_bytes = 0;
  double p99_queue_bytes = 0;
  double max_queue_bytes = 0;
  Packets transmitted_packets = 0;
  Packets dropped_packets = 0;
  Packets randomly_lost_packets = 0;
  Packets marked_packets = 0;
  Packets filtered_ack_packets = kNoCount;
};

// Over one sample interval.
struct LinkSample {
  double queue_bytes = 0;
  Bytes queue_max_bytes = 0;
  Bytes queue_min_bytes = 0;
  Packets dropped_packets = 0;
  Packets randomly_lost_packets = 0;
  double busy_ratio = 0;
};

struct ChangingRateSample {
  double capacity_bps = 0;
};

struct ChangingPathSample {
  double delay_s = 0;
};

struct NamedPathSample {
  double propagation_delay_s = 0;
};

// Over one sample interval, where flows use ECN and the queue can mark.
struct LinkEcnSample {
  Packets marked_packets = 0;
};

// Over one sample interval, of a link that filters ACKs.
struct LinkFilterSample {
  Packets filtered_ack_packets = 0;
};

#define CCSIM_FIELD(field) &Link::field, #field

inline constexpr auto kLinkSummary = [] {
  using enum Quantity;
  using enum Aggregation;
  using Link = LinkSummary;
  return std::to_array<Declared<Link>>({
      {CCSIM_FIELD(utilisation_ratio), "link busy", more_is_better("the utilisation of the link"),
       kShare, kShareOfTime,
       "Share of the window in which the link transmits; where its rate changes, the bytes "
       "sent as a share of those that it could have sent."},
      {CCSIM_FIELD(mean_queue_bytes), "queue, mean bytes", less_is_better("the mean queue length"),
       kBytes, kMeanOverTime,
       "Mean over time of the bytes queued at the link, the packet in service excluded."},
      {CCSIM_FIELD(p50_queue_bytes), "queue, median bytes",
       less_is_better("the median queue length"), kBytes, kPercentileOverTime,
       "Queue length not exceeded half of the time; from a logarithmic histogram, error at most "
       "1 %."},
      {CCSIM_FIELD(p95_queue_bytes), "queue, 95th percentile",
       less_is_better("the 95th percentile of the queue length"), kBytes, kPercentileOverTime,
       "Queue length not exceeded 95 % of the time; from a logarithmic histogram, error at most "
       "1 %."},
      {CCSIM_FIELD(p99_queue_bytes), "queue, 99th percentile",
       less_is_better("the 99th percentile of the queue length"), kBytes, kPercentileOverTime,
       "Queue length not exceeded 99 % of the time; from a logarithmic histogram, error at most "
       "1 %."},
      {CCSIM_FIELD(max_queue_bytes), "queue, highest", less_is_better("the longest queue"), kBytes,
       kMaximum, "Longest queue in bytes, the packet in service excluded."},
      {CCSIM_FIELD(transmitted_packets), "packets transmitted",
       said("the number of transmitted packets"), kPackets, kTotal,
       "Packets of all flows that the link transmitted in the window."},
      {CCSIM_FIELD(dropped_packets), "packets dropped",
       less_is_better("the number of dropped packets"), kPackets, kTotal,
       "Packets of all flows that the queue dropped in the window."},
      {CCSIM_FIELD(randomly_lost_packets), "packets lost on the path",
       said("the number of packets lost on the path"), kPackets, kTotal,
       "Packets of all flows lost on the path in the window (at random, in bursts, for a time or "
       "in an outage), not by the queue; lost ACKs are not counted."},
      {CCSIM_FIELD(marked_packets),
       "packets marked",
       said("the number of marked packets"),
       kPackets,
       kTotal,
       "Packets of all flows that the queue marked (ECN) in the window.",
       {.is_digested = false}},
      {CCSIM_FIELD(filtered_ack_packets),
       "ACKs filtered",
       said("the number of filtered ACKs"),
       kPackets,
       kTotal,
       "ACKs that waited and gave their place to a newer one of their connection (ACK filter) in "
       "the window; they are neither transmitted nor dropped.",
       {.is_digested = false, .is_optional = true}},
  });
}();
static_assert(sizeof(LinkSummary) == 8 * kLinkSummary.size(), "a field is not declared");

// In the order of the columns, which series_digest depends on: new ones come last.
inline constexpr auto kLinkSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Link = LinkSample;
  return std::to_array<Declared<Link>>({
      {CCSIM_FIELD(queue_bytes), "queue, mean", kBytes, kMeanOverTime,
       "Mean over the interval of the bytes queued at the link, the packet in service "
       "excluded.",
       drawn_in("queue")},
      {CCSIM_FIELD(queue_max_bytes), "queue, highest", kBytes, kMaximum,
       "Longest queue in the interval.", drawn_in("queue")},
      {CCSIM_FIELD(queue_min_bytes), "queue, lowest", kBytes, kMinimum,
       "Shortest queue in the interval."},
      {CCSIM_FIELD(dropped_packets), "packets dropped", kPackets, kTotal,
       "Packets that the queue dropped in the interval.", drawn_in("queue")},
      {CCSIM_FIELD(randomly_lost_packets), "packets lost on the path", kPackets, kTotal,
       "Packets lost on the path in the interval; lost ACKs are not counted.", drawn_in("queue")},
      {CCSIM_FIELD(busy_ratio), "link busy", kShare, kShareOfTime,
       "Share of the interval in which the link transmits; where its rate changes, the "
       "bytes sent as a share of those that it could have sent."},
  });
}();
static_assert(sizeof(LinkSample) == 8 * kLinkSeries.size(), "a field is not declared");

// Only of a link whose rate changes.
inline constexpr auto kChangingRateSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Link = ChangingRateSample;
  return std::to_array<Declared<Link>>({
      {CCSIM_FIELD(capacity_bps), "link rate", kRate, kMeanOverTime,
       "Rate at which the link could send in the interval: the mean of its schedule, or the "
       "opportunities of its trace.",
       drawn_in("throughput")},
  });
}();

// Only of a link behind which something changes.
inline constexpr auto kChangingPathSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Link = ChangingPathSample;
  return std::to_array<Declared<Link>>({
      {CCSIM_FIELD(delay_s), "propagation delay", kDelay, kLast,
       "One-way propagation delay from the link to the receiver, without jitter.", drawn_in("rtt")},
  });
}();

// The same under a name of its own, where the queue has a series of that name (PIE).
inline constexpr auto kNamedPathSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Link = NamedPathSample;
  return std::to_array<Declared<Link>>({
      {CCSIM_FIELD(propagation_delay_s), "propagation delay", kDelay, kLast,
       "The same beside a queue with a delay of its own.", drawn_in("rtt")},
  });
}();

// Behind those of every link, where there can be marks: elsewhere no column is added.
inline constexpr auto kLinkEcnSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Link = LinkEcnSample;
  return std::to_array<Declared<Link>>({
      {CCSIM_FIELD(marked_packets), "packets marked", kPackets, kTotal,
       "Packets that the queue marked (ECN) in the interval.", drawn_in("queue")},
  });
}();
static_assert(sizeof(LinkEcnSample) == 8 * kLinkEcnSeries.size(), "a field is not declared");

// Of a link that filters ACKs. Like the marks, behind those of every link.
inline constexpr auto kLinkFilterSeries = [] {
  using enum Quantity;
  using enum Aggregation;
  using Link = LinkFilterSample;
  return std::to_array<Declared<Link>>({
      {CCSIM_FIELD(filtered_ack_packets), "ACKs filtered", kPackets, kTotal,
       "ACKs that gave way in the interval."},
  });
}();
static_assert(sizeof(LinkFilterSample) == 8 * kLinkFilterSeries.size(), "a field is not declared");

#undef CCSIM_FIELD

}  // namespace ccsim
