// Where the time of an RTT sample goes: its parts add up to it, to the nanosecond. Recorded with
// RunOptions::records_causes, of flows that have one connection, in runs of few flows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ccsim/metric.h"
#include "ccsim/units.h"

namespace ccsim {

// The way of a packet to its receiver and of the ACK that acknowledges it back to the sender.
enum class RttPart : std::uint8_t {
  kPropagation,   // both ways, as long as the path was at that moment
  kTransmission,  // from the first bit to the last, at all links of both ways
  kJitter,        // of the path, and what keeps packets in order behind it
  kReceiverHold,  // until the receiver sends an ACK that covers the packet
  kLostAcks,      // ... and until it sends the first one that is neither lost nor filtered
  kHost,          // what hosts take to deal with packets
  kUnattributed,  // of a sample that belongs to no single transmission
  kQueueOut,      // until a link of the path begins with the packet
  kQueueBack,     // ... and one of the return path with the ACK
};
inline constexpr std::size_t kWholeRttPartCount = 7;  // that are not parted by link
inline constexpr std::array<std::string_view, kWholeRttPartCount + 2> kRttPartNames{
    "propagation", "transmission", "jitter",    "receiver_hold", "lost_acks",
    "host",        "unattributed", "queue_out", "queue_back"};
static_assert(static_cast<std::size_t>(RttPart::kQueueBack) + 1 == kRttPartNames.size());

struct RttPartMean {
  RttPart part = RttPart::kPropagation;
  std::int16_t link_index = -1;  // of a queue, the n-th link of the run, 0 for the bottleneck
  double mean_s = 0;
};

// Over the flow's measurement window, weighted as its mean RTT is.
struct FlowRttParts {
  Packets packets = 0;  // that the samples stand for; 0: there are none
  double mean_rtt_s = kNoValue;
  std::vector<RttPartMean> parts;  // they add up to the mean RTT
};

inline constexpr std::size_t kMostFlowsWithRttParts = 100;
// Of a way over more links the last column has the rest.
inline constexpr std::size_t kMostLinkColumns = 4;

// Over one sample interval.
struct FlowRttSample {
  double rtt_mean_s = kNoValue;
  double rtt_propagation_s = kNoValue;
  double rtt_transmission_s = kNoValue;
  double rtt_jitter_s = kNoValue;
  double rtt_receiver_hold_s = kNoValue;
  double rtt_lost_acks_s = kNoValue;
  double rtt_host_s = kNoValue;
  double rtt_unattributed_s = kNoValue;
  double rtt_queue_out_1_s = kNoValue;
  double rtt_queue_out_2_s = kNoValue;
  double rtt_queue_out_3_s = kNoValue;
  double rtt_queue_out_4_s = kNoValue;
  double rtt_queue_back_1_s = kNoValue;
  double rtt_queue_back_2_s = kNoValue;
  double rtt_queue_back_3_s = kNoValue;
  double rtt_queue_back_4_s = kNoValue;
};

#define CCSIM_FIELD(field) &Flow::field, #field

// Behind all others. A flow has the columns of queues of as many links as its ways have; no digest
// covers any of them, as there were such flows before there were these columns.
inline constexpr auto kFlowRttSeries = [] {
  using enum Quantity;
  constexpr Aggregation kMean = Aggregation::kMeanOverPackets;
  using Flow = FlowRttSample;
  return std::to_array<Declared<Flow>>({
      {CCSIM_FIELD(rtt_mean_s), "mean RTT", kDelay, kMean,
       "Mean of the RTT samples in the interval, each weighted by the packets that it covers: the "
       "sum of its parts."},
      {CCSIM_FIELD(rtt_propagation_s), "propagation", kDelay, kMean,
       "Part of the mean RTT: propagation on the way out and back, as long as the path was at that "
       "moment.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_transmission_s), "transmission", kDelay, kMean,
       "Part of the mean RTT: transmission of the packet, and of its ACK where it passes links, "
       "from the first bit to the last.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_jitter_s), "jitter", kDelay, kMean,
       "Part of the mean RTT: jitter of the links, and the wait behind earlier packets where it "
       "keeps their order.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_receiver_hold_s), "receiver's hold", kDelay, kMean,
       "Part of the mean RTT: from the packet's arrival until the receiver sends an ACK that "
       "covers it (delayed, compressed and aggregated ACKs).",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_lost_acks_s), "lost ACKs", kDelay, kMean,
       "Part of the mean RTT: from the first ACK that covers the packet until the first one that "
       "is neither lost nor filtered on its way.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_host_s), "hosts", kDelay, kMean,
       "Part of the mean RTT: time that hosts take to deal with packets, and the wait behind "
       "earlier ACKs that it causes.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_unattributed_s), "not attributed", kDelay, kMean,
       "Part of the mean RTT: samples taken from the timestamp of data that was retransmitted, "
       "which belong to no single transmission.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_queue_out_1_s), "queue of the path's link 1", kDelay, kMean,
       "Part of the mean RTT: wait in the queue of the first link of the flow's path.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_queue_out_2_s), "queue of the path's link 2", kDelay, kMean,
       "Part of the mean RTT: wait in the queue of the second link of the flow's path.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_queue_out_3_s), "queue of the path's link 3", kDelay, kMean,
       "Part of the mean RTT: wait in the queue of the third link of the flow's path.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_queue_out_4_s), "queues of the path's links from 4", kDelay, kMean,
       "Part of the mean RTT: wait in the queues of the fourth and all later links of the flow's "
       "path.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_queue_back_1_s), "queue of the return path's link 1", kDelay, kMean,
       "Part of the mean RTT: wait of the ACK in the queue of the first link of the return path.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_queue_back_2_s), "queue of the return path's link 2", kDelay, kMean,
       "Part of the mean RTT: wait of the ACK in the queue of the second link of the return path.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_queue_back_3_s), "queue of the return path's link 3", kDelay, kMean,
       "Part of the mean RTT: wait of the ACK in the queue of the third link of the return path.",
       drawn_in("rtt_parts")},
      {CCSIM_FIELD(rtt_queue_back_4_s), "queues of the return path's links from 4", kDelay, kMean,
       "Part of the mean RTT: wait of the ACK in the queues of the fourth and all later links of "
       "the return path.",
       drawn_in("rtt_parts")},
  });
}();
static_assert(sizeof(FlowRttSample) == 8 * kFlowRttSeries.size(), "a field is not declared");

#undef CCSIM_FIELD

}  // namespace ccsim
