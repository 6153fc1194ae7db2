// TCP Westwood+ (Mascolo et al., MobiCom 2001; Grieco and Mascolo, ACM CCR 34(2), 2004), as Linux
// net/ipv4/tcp_westwood.c does it: grows like Reno, and after a loss takes the window that the rate
// of its ACKs fills at the lowest RTT, so that losses which no queue has made hardly cost it.
#include <algorithm>

#include "ccsim/parameters.h"
#include "jiffy_clock.h"
#include "loss/congestion_avoidance.h"

namespace ccsim {
namespace {

class Westwood final : public OwnCongestionAvoidance {
 public:
  Westwood(const ParameterSet& parameters, const ControllerContext& context)
      : OwnCongestionAvoidance(context),
        jiffy_ns_(std::max<Duration>(to_ns(parameters.number("jiffy_s")), kMicrosecond)),
        least_interval_jiffies_(jiffies_up(to_ns(parameters.number("min_interval_s")))),
        payload_bytes_(context.packet_bytes - context.header_bytes),
        rtt_jiffies_(jiffies_up(kFirstRtt)),
        min_rtt_jiffies_(rtt_jiffies_),
        interval_start_jiffies_(context.now_ns / jiffy_ns_) {}

  // CA_EVENT_COMPLETE_CWR. PRR has brought the window to half; from here on it is the estimate's.
  void on_recovery_exit(const RecoveryExitEvent& exit) override {
    OwnCongestionAvoidance::on_recovery_exit(exit);
    is_reduction_over_ = exit.left_state != CaState::kLoss;
  }

  void observe(StateSink& sink) const override {
    const double jiffies_per_s = static_cast<double>(kSecond) / static_cast<double>(jiffy_ns_);
    const double estimate_bps = static_cast<double>(estimate_ * kBitsPerByte) * jiffies_per_s *
                                static_cast<double>(context().packet_bytes) /
                                static_cast<double>(payload_bytes_);
    sink.number("min_rtt_s", is_first_rtt_ ? kNoValue : min_rtt_s());
    sink.number("bandwidth_estimate_bps", estimate_ > 0 ? estimate_bps : kNoValue);
    sink.number("bandwidth_window_bytes",
                is_first_rtt_ ? kNoValue
                              : static_cast<double>(estimated_window() * context().packet_bytes));
  }

 protected:
  // tcp_westwood_ack() comes before tcp_westwood_pkts_acked(): the RTT is of the ACK before.
  void on_rtt_sample(const AckEvent& ack) override {
    end_interval(ack.now_ns / jiffy_ns_);
    acked_bytes_ += newly_acked_bytes(ack);
    min_rtt_jiffies_ = restarts_min_rtt_ ? rtt_jiffies_ : std::min(rtt_jiffies_, min_rtt_jiffies_);
    restarts_min_rtt_ = false;
    if (ack.sample.rtt_ns >= kMicrosecond) {
      rtt_jiffies_ = jiffies_up(ack.sample.rtt_ns);
      is_first_rtt_ = false;
    }
    if (!is_reduction_over_) return;
    is_reduction_over_ = false;
    const Packets before_packets = cwnd_packets();
    set_threshold(estimated_window());
    set_window(estimated_window());
    record_window(ack.now_ns, CauseKind::kWindowSet, "recovered", before_packets);
  }

  // During the reduction the threshold is Reno's. CA_EVENT_LOSS: on a timeout the estimate, and the
  // lowest RTT is sought anew.
  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent& congestion) override {
    is_reduction_over_ = false;
    if (congestion.kind != CongestionKind::kRto) {
      return OwnCongestionAvoidance::reduced_window_packets(congestion);
    }
    restarts_min_rtt_ = true;
    return estimated_window();
  }

  void avoid_congestion(const AckEvent& ack) override { grow_like_reno(ack); }

 private:
  static constexpr Duration kFirstRtt = 20 * kSecond;  // TCP_WESTWOOD_INIT_RTT

  [[nodiscard]] std::int64_t jiffies_up(Duration duration_ns) const {
    return (duration_ns + jiffy_ns_ - 1) / jiffy_ns_;
  }
  [[nodiscard]] double min_rtt_s() const { return seconds_or_nan(min_rtt_jiffies_ * jiffy_ns_); }

  // westwood_update_window(): a sample per RTT, but not of less than 50 ms.
  void end_interval(std::int64_t now_jiffies) {
    const std::int64_t length_jiffies = now_jiffies - interval_start_jiffies_;
    if (length_jiffies <= std::max(rtt_jiffies_, least_interval_jiffies_)) return;
    const std::int64_t sample = acked_bytes_ / length_jiffies;
    if (raw_estimate_ == 0 && estimate_ == 0) {
      raw_estimate_ = estimate_ = sample;
    } else {
      raw_estimate_ = filtered(raw_estimate_, sample);
      estimate_ = filtered(estimate_, raw_estimate_);
    }
    acked_bytes_ = 0;
    interval_start_jiffies_ = now_jiffies;
  }
  [[nodiscard]] static std::int64_t filtered(std::int64_t old, std::int64_t sample) {
    return (7 * old + sample) / 8;
  }

  // westwood_acked_count(): a duplicate ACK counts as a packet, which the next cumulative one then
  // leaves out. What clears the last hole takes the kernel's fast path and leaves nothing out. The
  // first ACK of all begins the count with what it covers (`first_ack`), so it looks like a
  // duplicate: with window scaling header prediction is off until it has come
  // (tcp_finish_connect()).
  [[nodiscard]] Bytes newly_acked_bytes(const AckEvent& ack) {
    const Bytes advance_bytes = ack.cumulatively_acked_packets * payload_bytes_;
    if (advance_bytes == 0 || is_first_ack_) {
      is_first_ack_ = false;
      accounted_bytes_ += payload_bytes_;
      return payload_bytes_;
    }
    if (ack.state == CaState::kOpen || advance_bytes == payload_bytes_) return advance_bytes;
    if (accounted_bytes_ >= advance_bytes) {
      accounted_bytes_ -= advance_bytes;
      return payload_bytes_;
    }
    const Bytes counted_bytes = advance_bytes - accounted_bytes_;
    accounted_bytes_ = 0;
    return counted_bytes;
  }

  // westwood_bw_rttmin().
  [[nodiscard]] Packets estimated_window() const {
    return std::max<Packets>(estimate_ * min_rtt_jiffies_ / payload_bytes_, kLeastThreshold);
  }

  Duration jiffy_ns_;
  std::int64_t least_interval_jiffies_;
  Bytes payload_bytes_;
  std::int64_t rtt_jiffies_;
  std::int64_t min_rtt_jiffies_;
  std::int64_t interval_start_jiffies_;
  Bytes acked_bytes_ = 0;      // in the interval
  Bytes accounted_bytes_ = 0;  // by duplicate ACKs
  Bytes raw_estimate_ = 0;     // bytes per jiffy, filtered once
  Bytes estimate_ = 0;         // and twice
  bool is_first_ack_ = true;
  bool restarts_min_rtt_ = true;
  bool is_first_rtt_ = true;
  bool is_reduction_over_ = false;
};

}  // namespace

AlgorithmInfo describe_westwood() {
  AlgorithmInfo info;
  info.name = "westwood";
  info.title = "Westwood+";
  info.family = "loss";
  info.summary =
      "Loss-based: grows like NewReno, but after a loss it does not halve. It takes the window "
      "that the average rate of its ACKs fills at the lowest RTT, so random losses cost it little.";
  info.fidelity = "exact: Linux westwood";
  info.source =
      "Grieco and Mascolo, ACM CCR 34(2), 2004; Mascolo et al., MobiCom 2001; Linux "
      "net/ipv4/tcp_westwood.c";
  info.parameters = {
      number_parameter("min_interval_s", 0.05, {0.001, 1},
                       {"Least time over which the rate of ACKs is sampled",
                        "Linux tcp_westwood.c TCP_WESTWOOD_RTT_MIN"}),
      number_parameter("jiffy_s", 0.004, {0.000001, 0.01},
                       {"Resolution of the clock that times samples and RTTs",
                        "Linux kernel/Kconfig.hz, default HZ_250"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT, in whole jiffies"},
      {"bandwidth_estimate_bps", "Rate of its ACKs, averaged twice"},
      {"bandwidth_window_bytes", "Window that a loss would leave: that rate at the lowest RTT"},
  };
  info.machine =
      loss_based_machine("Grieco and Mascolo, ACM CCR 34(2), 2004; Linux net/ipv4/tcp_westwood.c");
  info.demonstration = {"random_loss", "newreno"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Westwood>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
