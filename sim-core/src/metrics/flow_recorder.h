// What one flow did: cumulative counters and integrals, and the summary over the part of the
// measurement window in which the flow is active.
#pragma once

#include "ccsim/result.h"
#include "ccsim/units.h"
#include "metrics/limit_clock.h"
#include "metrics/log_histogram.h"
#include "metrics/time_integral.h"

namespace ccsim {

// What the network does with the packets of a flow, cumulative since the start of the run. One
// cache line: those of all flows lie side by side, because the packet of any flow may be the next.
struct alignas(64) FlowTransit {
  TimeIntegral queue_bytes;  // that wait
  Packets received_packets = 0;
  Packets unique_packets = 0;
  Packets dropped_packets = 0;
  Packets randomly_lost_packets = 0;
  Packets marked_packets = 0;
};

// What its sender does, beside sending.
struct SenderCounters {
  Packets retransmitted_packets = 0;
  std::int64_t rto_count = 0;
  std::int64_t recovery_count = 0;
  std::int64_t tail_loss_probe_count = 0;
  std::int64_t spurious_retransmission_count = 0;
};

// Both.
struct FlowCounters {
  Packets sent_packets = 0;
  Packets retransmitted_packets = 0;
  Packets received_packets = 0;
  Packets unique_packets = 0;
  Packets dropped_packets = 0;
  Packets randomly_lost_packets = 0;
  Packets marked_packets = 0;
  std::int64_t rto_count = 0;
  std::int64_t recovery_count = 0;
  std::int64_t tail_loss_probe_count = 0;
  std::int64_t spurious_retransmission_count = 0;
};

class FlowRecorder {
 public:
  FlowRecorder(Bytes packet_bytes, Bytes header_bytes, const FlowTransit& transit)
      : transit_(transit),
        packet_bytes_(packet_bytes),
        payload_bytes_(packet_bytes - header_bytes) {}

  void add_sent(Packets packets) {
    sent_packets_ = (sent_packets_ + static_cast<std::uint64_t>(packets)) & kMostSent;
  }
  SenderCounters& counters() { return counters_; }
  [[nodiscard]] FlowCounters all_counters() const;

  void set_state(Packets cwnd_packets, Packets in_flight_packets, BitRate pacing_rate_bps,
                 SimTime now_ns);
  [[nodiscard]] Packets cwnd_packets() const { return cwnd_packets_; }
  [[nodiscard]] Packets in_flight_packets() const { return in_flight_packets_.value(); }
  void set_limit(SendLimit limit, SimTime now_ns) {
    if (limit == limit_) return;
    limit_clock_.end(limit_, now_ns);
    limit_ = limit;
  }
  [[nodiscard]] LimitTimes limit_times(SimTime now_ns) const {
    return limit_clock_.at(limit_, now_ns);
  }
  void add_rtt(Duration rtt_ns, Packets packets);

  // The flow's window begins and ends; what happens outside of it is not summed up. A window that
  // never began gives a summary of zeros and NaN.
  void begin_window(SimTime now_ns);
  void end_window(SimTime now_ns);

  // Once the window has ended. Fills everything but indices, start and final_min_rtt_s.
  void summarise(FlowSummary& summary) const;

 private:
  struct Snapshot {
    SimTime time_ns = 0;
    FlowCounters counters;
    WideSum cwnd = 0;
    WideSum in_flight = 0;
    WideSum pacing_rate = 0;
    WideSum paced = 0;
    WideSum queue = 0;
    LimitTimes limits = {};
  };
  static constexpr int kSentBits = 56;  // of a count: the limit has the others
  static constexpr std::uint64_t kMostSent = UINT64_MAX >> (64 - kSentBits);

  [[nodiscard]] Snapshot snapshot(SimTime now_ns) const;
  [[nodiscard]] static Snapshot difference(const Snapshot& from, const Snapshot& to);
  void fill_counters(FlowSummary& summary) const;
  void fill_rtt(FlowSummary& summary) const;

  // With every ACK, in the order of cache lines: with many flows they are read from memory. The
  // first line, 16 bytes of which are its observer's, ends with what is compared: the
  // values that seldom change, and the present limit. The second one has the times of the limits,
  // the third one the RTTs, the fourth one what changes with window and pacing rate.
  TimeIntegral in_flight_packets_;
  Packets cwnd_packets_ = 0;
  BitRate pacing_rate_bps_ = 0;
  std::uint64_t sent_packets_ : kSentBits = 0;
  SendLimit limit_ : 64 - kSentBits = SendLimit::kNotEstablished;
  LimitClock limit_clock_;
  const FlowTransit& transit_;
  LogHistogram<std::uint32_t> rtt_ns_;
  WideSum rtt_sum_ns_ = 0;
  bool is_in_window_ = false;
  Bytes packet_bytes_;
  StepMoment cwnd_moment_;
  StepMoment pacing_moment_;
  TimeIntegral is_paced_;
  Bytes payload_bytes_;
  SenderCounters counters_;
  Snapshot window_;  // as the window began; once it has ended, what was added since
};

}  // namespace ccsim
