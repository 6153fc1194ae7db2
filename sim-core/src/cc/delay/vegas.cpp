// TCP Vegas (Brakmo and Peterson, IEEE JSAC 13(8), 1995), as Linux net/ipv4/tcp_vegas.c does it:
// once per round trip it compares the window with what the path would hold without a queue, and
// keeps the difference, its own packets in the queue, between alpha and beta.
#include <algorithm>

#include "ccsim/parameters.h"
#include "loss/congestion_avoidance.h"

namespace ccsim {
namespace {

class Vegas final : public OwnCongestionAvoidance {
 public:
  Vegas(const ParameterSet& parameters, const ControllerContext& context)
      : OwnCongestionAvoidance(context),
        alpha_(parameters.integer("alpha_packets")),
        beta_(parameters.integer("beta_packets")),
        gamma_(parameters.integer("gamma_packets")) {}

  // CA_EVENT_TX_START: after a pause all is measured anew, the base RTT too.
  void on_packet_sent(const SentEvent& sent) override {
    if (sent.in_flight_before_packets == 0) {
      base_rtt_us_ = kNoRttUs;
      enable();
    }
    OwnCongestionAvoidance::on_packet_sent(sent);
  }

  void observe(StateSink& sink) const override {
    LossBasedControl::observe(sink);
    const bool has_base = base_rtt_us_ != kNoRttUs;
    sink.number("base_rtt_s", has_base ? seconds_or_nan(base_rtt_us_ * kMicrosecond) : kNoValue);
    sink.number("diff_packets", diff_ < 0 ? kNoValue : static_cast<double>(diff_));
  }

 protected:
  // tcp_vegas_pkts_acked(), then tcp_vegas_state(): the rule holds while nothing is lost or
  // reordered.
  void on_rtt_sample(const AckEvent& ack) override {
    if (ack.sample.rtt_ns >= 0) {
      const std::int64_t rtt_us = whole_us(ack.sample.rtt_ns) + 1;
      base_rtt_us_ = std::min(base_rtt_us_, rtt_us);
      round_rtt_us_ = std::min(round_rtt_us_, rtt_us);
      sample_count_ += 1;
    }
    if (ack.state == state_) return;
    state_ = ack.state;
    is_enabled_ = false;
    if (state_ == CaState::kOpen) enable();
  }
  void on_timeout(const CongestionEvent&) override {
    state_ = CaState::kLoss;
    is_enabled_ = false;
  }
  // Where the rule is off, because something is lost or reordered, or has too few samples, no delay
  // sets the window.
  [[nodiscard]] Binding growth_binding() const override {
    return follows_delay_ ? Binding::kDelayRule : Binding::kAdditiveIncrease;
  }

  // tcp_vegas_cong_avoid().
  void avoid_congestion(const AckEvent& ack) override {
    if (!is_enabled_) {
      follows_delay_ = false;
      grow_like_reno(ack);
    } else if (ack.una_sequence > round_end_sequence_) {
      round_end_sequence_ = ack.next_sequence;
      // Fewer samples may all be of delayed ACKs.
      constexpr std::int64_t kEnoughSamples = 3;
      follows_delay_ = sample_count_ >= kEnoughSamples;
      if (!follows_delay_) {
        grow_like_reno(ack);
      } else {
        end_round(ack);
      }
      begin_round();
    } else if (in_slow_start()) {
      grow_to_threshold(ack.sample.newly_acked_packets);
    }
  }

 private:
  // vegas_enable(): the first round trip from here on is complete when what leaves now is acked.
  void enable() {
    is_enabled_ = true;
    round_end_sequence_ = next_sequence();
    begin_round();
  }
  void begin_round() {
    sample_count_ = 0;
    round_rtt_us_ = kNoRttUs;
  }

  void end_round(const AckEvent& ack) {
    const Packets cwnd = cwnd_packets();
    // tcp_vegas_cong_avoid() multiplies in 32 bits: above 4,295 packet-seconds it wraps.
    const auto waiting = static_cast<std::uint32_t>(cwnd * (round_rtt_us_ - base_rtt_us_));
    diff_ = waiting / base_rtt_us_;
    if (in_slow_start()) {
      if (diff_ > gamma_) {
        leave_for_rate(ack);
      } else {
        grow_to_threshold(ack.sample.newly_acked_packets);
      }
    } else if (diff_ > beta_) {
      set_window(cwnd - 1);
      set_threshold(std::min(ssthresh_packets(), cwnd_packets()));
    } else if (diff_ < alpha_) {
      set_window(cwnd + 1);
    }
    constexpr Packets kLeastWindow = 2;
    set_window(std::max(cwnd_packets(), kLeastWindow));
    // tcp_current_ssthresh().
    const Packets three_quarters = cwnd_packets() / 2 + cwnd_packets() / 4;
    set_threshold(std::max(ssthresh_packets(), three_quarters));
  }

  // The window that the rate of the last round trip fills without a queue; one more packet for
  // what the division loses.
  void leave_for_rate(const AckEvent& ack) {
    const Packets needed = mul_div_floor(cwnd_packets(), base_rtt_us_, round_rtt_us_) + 1;
    set_window(std::min(cwnd_packets(), needed));
    leave_slow_start(ack.now_ns, "vegas_diff");
  }

  Packets alpha_;
  Packets beta_;
  Packets gamma_;
  bool is_enabled_ = true;
  bool follows_delay_ = true;  // what it did last
  CaState state_ = CaState::kOpen;
  std::int64_t base_rtt_us_ = kNoRttUs;
  std::int64_t round_rtt_us_ = kNoRttUs;  // the lowest of this round trip
  std::int64_t sample_count_ = 0;
  std::int64_t round_end_sequence_ = 0;
  Packets diff_ = -1;  // at the end of the last round trip
};

}  // namespace

AlgorithmInfo describe_vegas() {
  AlgorithmInfo info;
  info.name = "vegas";
  info.title = "Vegas";
  info.family = "delay";
  info.summary =
      "Delay-based: once per round trip it estimates how many of its packets wait in the queue, "
      "and "
      "adds a packet below two of them and takes one away above four. Fair among its own kind "
      "whatever their RTTs, and easily pushed aside by algorithms that fill the buffer.";
  info.fidelity = "exact: Linux vegas";
  info.source = "Brakmo and Peterson, IEEE JSAC 13(8), 1995; Linux net/ipv4/tcp_vegas.c";
  info.parameters = {
      integer_parameter("alpha_packets", 2, {0, 1000},
                        {"Below so many packets of its own in the queue the window grows",
                         "Linux tcp_vegas.c alpha; 1 in the paper"}),
      integer_parameter("beta_packets", 4, {0, 1000},
                        {"Above so many packets of its own in the queue the window shrinks",
                         "Linux tcp_vegas.c beta; 3 in the paper"}),
      integer_parameter("gamma_packets", 1, {0, 1000},
                        {"Above so many packets of its own in the queue slow start ends",
                         "Linux tcp_vegas.c gamma"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
      {"base_rtt_s", "RTT that it takes for one without a queue: the lowest since the last pause"},
      {"diff_packets", "Its own packets in the queue, as it estimates them once per round trip"},
  };
  info.machine = loss_based_machine("Brakmo and Peterson 1995; Linux net/ipv4/tcp_vegas.c");
  info.demonstration = {"deep_buffer", "newreno"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Vegas>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
