// What comes out of a run: summaries over the measurement window [warmup, duration], series in
// chunks, phases as intervals, events as a list. Absent numbers are NaN. What each number means is
// declared beside its field: flow_metrics.h, link_metrics.h, fairness_metrics.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ccsim/cause.h"
#include "ccsim/event.h"
#include "ccsim/fairness_metrics.h"
#include "ccsim/flow_metrics.h"
#include "ccsim/link_metrics.h"
#include "ccsim/loss_table.h"
#include "ccsim/packet_record.h"
#include "ccsim/rtt_parts.h"
#include "ccsim/transfer.h"
#include "ccsim/units.h"

namespace ccsim {

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
  EventKind kind = EventKind::kStart;
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

// The same columns of several subjects. Values are subject after subject, each with all its
// samples.
struct TailSeries {
  SubjectKind subject = SubjectKind::kFlow;
  std::vector<std::int64_t> subject_indices;
  std::vector<SeriesColumn> columns;
};

// What the running chunk has got since the last tail: for those who watch a run while it is
// computed. Tails come when they are asked for, so two equal runs may cut them differently; the
// chunk brings everything again.
struct SeriesTail {
  std::int64_t first_sample = 0;
  std::int64_t sample_count = 0;
  std::vector<TailSeries> series;          // subjects with equal metrics together
  std::vector<PhaseInterval> phases;       // that ended meanwhile
  std::vector<PhaseInterval> open_phases;  // of all flows, until now
  std::vector<Event> events;               // that happened meanwhile
};

// The transfers of one flow, in the order in which they began.
struct FlowTransfers {
  std::int64_t flow_index = 0;
  std::vector<TransferRecord> transfers;
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
  LossReport losses;
  CauseReport causes;                    // with RunOptions::records_causes
  std::vector<FlowRttParts> rtt_parts;   // by flow index, with the same; empty with many flows
  std::vector<FlowTransfers> transfers;  // of the flows that have any
};

inline constexpr std::int64_t kSamplesPerChunk = 256;
inline constexpr std::int64_t kMaxEventsKept = 200'000;

}  // namespace ccsim
