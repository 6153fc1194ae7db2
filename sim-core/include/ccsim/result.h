// What comes out of a run: summaries over the measurement window [warmup, duration], series in
// chunks, phases as intervals, events as a list. Absent numbers are NaN.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ccsim/packet_record.h"
#include "ccsim/units.h"

namespace ccsim {

// Of one flow. A flow's window is the part of [warmup, duration] in which it is active, that is
// between its start (jitter included) and its stop.
struct FlowSummary {
  std::int64_t group_index = 0;
  std::int64_t flow_index = 0;
  SimTime start_ns = 0;       // first packet may leave; the SYN exchange is over
  Duration active_ns = 0;     // length of the flow's window
  double throughput_bps = 0;  // wire bits arriving at the receiver, duplicates counted
  double goodput_bps = 0;     // payload bits arriving there for the first time
  Packets sent_packets = 0;   // transmissions, retransmissions included
  Packets retransmitted_packets = 0;
  Packets received_packets = 0;       // arrived at the receiver, duplicates included
  Packets unique_packets = 0;         // arrived for the first time
  Packets dropped_packets = 0;        // by the queue
  Packets randomly_lost_packets = 0;  // by the loss model
  double retransmit_ratio = 0;        // retransmitted / sent
  std::int64_t rto_count = 0;
  std::int64_t recovery_count = 0;  // fast-recovery episodes
  std::int64_t tail_loss_probe_count = 0;
  std::int64_t spurious_retransmission_count = 0;
  double mean_rtt_s = 0;  // over RTT samples, weighted by packets
  double p50_rtt_s = 0;
  double p95_rtt_s = 0;  // log histogram, relative error at most 1%
  double p99_rtt_s = 0;
  double min_rtt_s = 0;  // lowest RTT sample
  double max_rtt_s = 0;
  double mean_cwnd_bytes = 0;       // time-weighted, cwnd in packets x packet_bytes
  double mean_inflight_bytes = 0;   // time-weighted
  double mean_pacing_rate_bps = 0;  // time-weighted; NaN if never paced
  double final_min_rtt_s = 0;       // the controller's (or the transport's) own estimate
  double mean_queue_bytes = 0;      // this flow's share of the queue, time-weighted
  // Shares of the flow's window by what kept it from sending more (SendLimit); they sum to 1.
  double limited_cwnd_ratio = 0;
  double limited_pacing_ratio = 0;
  double limited_recovery_ratio = 0;
  double limited_receive_window_ratio = 0;
  double limited_application_ratio = 0;
};

struct LinkSummary {
  double utilisation_ratio = 0;  // share of the window in which the link transmits
  double mean_queue_bytes = 0;   // waiting bytes (not the packet in service), by time
  double p50_queue_bytes = 0;    // time-weighted; log histogram, error at most 1%
  double p95_queue_bytes = 0;
  double p99_queue_bytes = 0;
  double max_queue_bytes = 0;
  Packets transmitted_packets = 0;
  Packets dropped_packets = 0;  // by the queue
  Packets randomly_lost_packets = 0;
};

// Between flows. "ratio" is group 0 over group 1 (NaN with one group); STDR is
// (a - b)/(a + b) with a, b the group means (Sensors 2025, 25, 5374).
struct FairnessSummary {
  double jain_index = 0;  // of throughput_bps means
  double goodput_jain_index = 0;
  double throughput_ratio = 0;  // mean of group 0 / mean of group 1
  double goodput_ratio = 0;
  double mean_1s_throughput_ratio = 0;  // mean over seconds of the ratio within the second
  double mean_1s_goodput_ratio = 0;
  double throughput_stdr = 0;
  double goodput_stdr = 0;
  double mean_1s_jain_index = 0;  // seconds in which all flows are active, in full
  double min_1s_jain_index = 0;
  double mean_1s_goodput_jain_index = 0;
  double min_1s_goodput_jain_index = 0;
  std::int64_t jain_second_count = 0;  // how many seconds the means are over
};

enum class SubjectKind : std::uint8_t { kFlow, kLink };

struct SeriesColumn {
  std::string metric;          // e.g. "throughput_bps"; unit is the last word
  std::vector<double> values;  // one per sample of the chunk; NaN: absent
};

struct SubjectSeries {
  SubjectKind subject = SubjectKind::kFlow;
  std::int64_t subject_index = 0;  // flow_index or link index
  std::vector<SeriesColumn> columns;
};

struct PhaseInterval {
  std::int64_t flow_index = 0;
  SimTime start_ns = 0;
  SimTime end_ns = 0;  // of the last one: the end of the run
  std::string phase;
  std::string reason;  // why it was entered
};

struct Event {
  SimTime time_ns = 0;
  std::int64_t flow_index = 0;
  // "rto" | "recovery_start" | "recovery_end" | "tail_loss_probe" | "undo" | "start" | "stop" | ...
  std::string kind;
  std::string reason;
  double value = 0;  // meaning by kind, NaN if none
};

// Samples [first_sample, first_sample + sample_count). Sample i covers the time
// (i * interval, (i + 1) * interval]: rates and counts are over it, states are read at its end.
// Chunks end at sample indices only, so a repeated run gives the same chunks.
struct SeriesChunk {
  std::int64_t chunk_index = 0;
  std::int64_t first_sample = 0;
  std::int64_t sample_count = 0;
  std::vector<SubjectSeries> subjects;  // flows by index, then links
  std::vector<PhaseInterval> phases;    // that ended in this chunk
  std::vector<Event> events;            // that happened in this chunk
};

enum class RunStatus : std::uint8_t { kDone, kCancelled };

struct RunResult {
  RunStatus status = RunStatus::kDone;
  SimTime simulated_ns = 0;
  std::int64_t simulated_packets = 0;  // transmitted by the bottleneck
  std::int64_t processed_events = 0;
  std::int64_t sample_count = 0;
  std::int64_t chunk_count = 0;
  bool events_truncated = false;  // more events than kMaxEventsKept
  FairnessSummary fairness;
  std::vector<LinkSummary> links;
  std::vector<FlowSummary> flows;
  std::vector<PacketRecord> packets;  // of RunOptions::packet_window, in order
  bool packets_truncated = false;     // there were more than its limit
};

inline constexpr std::int64_t kSamplesPerChunk = 256;
inline constexpr std::int64_t kMaxEventsKept = 200'000;

}  // namespace ccsim
