// A fingerprint over every number, name and time that comes out of a run.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "ccsim/result.h"

namespace ccsim {

// FNV-1a (Fowler, Noll, Vo) with 64 bits.
class Fingerprint {
 public:
  void number(double value) { word(std::bit_cast<std::uint64_t>(value)); }
  void number(std::int64_t value) { word(static_cast<std::uint64_t>(value)); }
  void text(std::string_view value) {
    for (const char c : value) byte(static_cast<unsigned char>(c));
    byte(0);
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  void word(std::uint64_t bits) {
    for (int i = 0; i < 8; ++i) byte(static_cast<unsigned char>(bits >> (8 * i)));
  }
  void byte(unsigned char value) { hash_ = (hash_ ^ value) * 0x100000001B3ULL; }

  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

inline void take(Fingerprint& print, const SeriesChunk& chunk) {
  print.number(chunk.first_sample);
  print.number(chunk.sample_count);
  for (const SubjectSeries& subject : chunk.subjects) {
    for (const SeriesColumn& column : subject.columns) {
      print.text(column.metric);
      for (const double value : column.values) print.number(value);
    }
  }
  for (const PhaseInterval& phase : chunk.phases) {
    print.text(phase.phase);
    print.text(phase.reason);
    print.number(phase.start_ns);
    print.number(phase.end_ns);
  }
  for (const Event& event : chunk.events) {
    print.text(name_of(event.kind));
    print.text(event.reason);
    print.number(event.time_ns);
    print.number(event.value);
  }
}

inline void take(Fingerprint& print, const FlowSummary& flow) {
  for (const std::int64_t value :
       {flow.start_ns, flow.active_ns, flow.sent_packets, flow.retransmitted_packets,
        flow.received_packets, flow.unique_packets, flow.dropped_packets,
        flow.randomly_lost_packets, flow.rto_count, flow.recovery_count, flow.tail_loss_probe_count,
        flow.spurious_retransmission_count}) {
    print.number(value);
  }
  for (const double value :
       {flow.throughput_bps, flow.goodput_bps, flow.retransmit_ratio, flow.mean_rtt_s,
        flow.p50_rtt_s, flow.p95_rtt_s, flow.p99_rtt_s, flow.min_rtt_s, flow.max_rtt_s,
        flow.mean_cwnd_bytes, flow.mean_inflight_bytes, flow.mean_pacing_rate_bps,
        flow.final_min_rtt_s, flow.mean_queue_bytes}) {
    print.number(value);
  }
}

inline void take(Fingerprint& print, const RunResult& result) {
  print.number(result.simulated_ns);
  print.number(result.simulated_packets);
  print.number(result.sample_count);
  print.number(result.chunk_count);
  for (const FlowSummary& flow : result.flows) take(print, flow);
  for (const LinkSummary& link : result.links) {
    for (const double value : {link.utilisation_ratio, link.mean_queue_bytes, link.p50_queue_bytes,
                               link.p95_queue_bytes, link.p99_queue_bytes, link.max_queue_bytes}) {
      print.number(value);
    }
    print.number(link.transmitted_packets);
    print.number(link.dropped_packets);
    print.number(link.randomly_lost_packets);
  }
  const FairnessSummary& fairness = result.fairness;
  for (const double value :
       {fairness.jain_index, fairness.goodput_jain_index, fairness.throughput_ratio,
        fairness.goodput_ratio, fairness.mean_1s_throughput_ratio, fairness.mean_1s_goodput_ratio,
        fairness.throughput_stdr, fairness.goodput_stdr, fairness.mean_1s_jain_index,
        fairness.min_1s_jain_index, fairness.mean_1s_goodput_jain_index,
        fairness.min_1s_goodput_jain_index}) {
    print.number(value);
  }
  print.number(fairness.jain_second_count);
}

}  // namespace ccsim
