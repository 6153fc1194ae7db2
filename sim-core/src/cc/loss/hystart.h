// Leaving slow start before it overflows the buffer: Linux's classic HyStart and HyStart++.
#pragma once

#include <cstdint>

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"

namespace ccsim {

// HyStart as in Linux net/ipv4/tcp_cubic.c (Ha and Rhee, "Taming the elephants: new TCP slow
// start", 2008): a train of closely spaced ACKs as long as the path, or RTTs that rise.
class ClassicHystart {
 public:
  explicit ClassicHystart(SimTime now_ns) { restart_round(now_ns, 0); }

  // What it must know of the sender besides the ACK.
  struct Sender {
    Packets cwnd_packets = 0;
    Duration delay_min_ns = 0;  // lowest RTT since the last timeout
    Duration ack_delay_ns = 0;  // cushion for bursts, see ack_delay_ns()
  };
  // Call with every RTT sample in slow start. The reason to leave it, or nullptr.
  [[nodiscard]] const char* update(const AckEvent& ack, const Sender& sender);

  void restart_round(SimTime now_ns, std::int64_t next_sequence);
  // After a timeout slow start is watched anew.
  void restart(SimTime now_ns, std::int64_t next_sequence) {
    has_found_exit_ = false;
    restart_round(now_ns, next_sequence);
  }

  // hystart_ack_delay(): the time of four bursts of the largest size at the pacing rate, at most
  // 1 ms. `rate_bytes_per_s` 0: none.
  [[nodiscard]] static Duration ack_delay_ns(std::int64_t rate_bytes_per_s);

 private:
  [[nodiscard]] bool is_ack_train(const AckEvent& ack, const Sender& sender);
  [[nodiscard]] bool is_delay_rising(Duration rtt_ns, const Sender& sender);

  bool has_found_exit_ = false;
  SimTime round_start_ns_ = 0;
  SimTime last_ack_ns_ = 0;
  std::int64_t end_sequence_ = 0;
  Duration round_rtt_ns_ = kNoDuration;
  std::int64_t sample_count_ = 0;
};

// HyStart++ (RFC 9406): rising RTTs lead to Conservative Slow Start, which either ends slow start
// or finds that the rise was a blip.
class HystartPlusPlus {
 public:
  enum class State : std::uint8_t { kSlowStart, kConservative, kDone };

  // Call with every ACK in the initial slow start, before the window grows.
  State update(const AckEvent& ack);
  // How much of the acked packets may enlarge the window (RFC 9406 4.2).
  [[nodiscard]] Packets credit_packets(Packets acked_packets, bool is_paced);

  [[nodiscard]] State state() const { return state_; }

 private:
  void begin_round(std::int64_t next_sequence);
  void take_rtt(Duration rtt_ns);

  State state_ = State::kSlowStart;
  std::int64_t end_sequence_ = 0;
  Duration last_round_rtt_ns_ = kNoDuration;
  Duration round_rtt_ns_ = kNoDuration;
  Duration baseline_rtt_ns_ = kNoDuration;
  std::int64_t sample_count_ = 0;
  std::int64_t conservative_rounds_ = 0;
  Packets quarter_packets_ = 0;  // acked in CSS, not yet a whole packet of growth
};

}  // namespace ccsim
