// A module of Linux with a cong_avoid() of its own, beside NewReno's and CUBIC's way of counting
// ACKs per packet of growth: what tcp_cong_control() does with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "ccsim/congestion_control.h"
#include "loss/loss_based.h"

namespace ccsim {

class OwnCongestionAvoidance : public LossBasedControl {
 public:
  using LossBasedControl::LossBasedControl;

  void on_packet_sent(const SentEvent& sent) override {
    if (!sent.is_retransmission) next_sequence_ += 1;
  }
  void on_ack(const AckEvent& ack) override {
    next_sequence_ = ack.next_sequence;
    take_samples(ack);
    if (!may_raise(ack)) return;
    avoid_congestion(ack);
    if (!in_slow_start()) enter_phase(ack.now_ns, "congestion_avoidance", "ssthresh_reached");
  }

 protected:
  // cong_avoid(): whether the window was the limit is its own question, `ack.is_cwnd_limited`.
  virtual void avoid_congestion(const AckEvent& ack) = 0;

  // tcp_reno_cong_avoid().
  void grow_like_reno(const AckEvent& ack) {
    if (ack.is_cwnd_limited) grow(ack);
  }
  [[nodiscard]] Packets acks_per_increment(const AckEvent&, Packets) override {
    return cwnd_packets();
  }
  // tcp_reno_ssthresh().
  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent&) override {
    return std::max<Packets>(cwnd_packets() / 2, kLeastThreshold);
  }
  static constexpr Packets kLeastThreshold = 2;

  // snd_nxt: the next new packet to be sent.
  [[nodiscard]] std::int64_t next_sequence() const { return next_sequence_; }

 private:
  std::int64_t next_sequence_ = 0;
};

// What the kernel's delay-based modules measure with.
inline constexpr std::int64_t kNoRttUs = std::numeric_limits<std::int64_t>::max();
[[nodiscard]] constexpr std::int64_t whole_us(Duration duration_ns) {
  return duration_ns / kMicrosecond;
}

}  // namespace ccsim
