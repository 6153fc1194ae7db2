// DA-BBR (delay-aware BBR): Kim and Cho, IEEE Access 8, 2020; the authors' module for Linux 4.14,
// ku-asteam/da-bbr, tcp_DA-BBR.c. This file is the difference from BBRv1.
//
//   BDP in ProbeBW = bandwidth * minRTT * RTT / (RTT + minRTT), RTT of the ACK at hand
//   half a BDP without a queue; with the window gain of 2 the window is then one BDP
#include <algorithm>
#include <memory>

#include "bbr1/bbr1.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

struct DaBbrParameters {
  Gain stale_growth;
  Gain recovery_pacing_gain;
  std::int64_t probe_rtt_divisor;
};

class DaBbr final : public BasicBbr1<DaBbr> {
  friend class BasicBbr1<DaBbr>;

 public:
  DaBbr(const Bbr1Parameters& host, const DaBbrParameters& parameters,
        const ControllerContext& context)
      : BasicBbr1(host, context), da_(parameters), earlier_min_rtt_ns_(context.handshake_rtt_ns) {}

  void observe(StateSink& sink) const override {
    BasicBbr1::observe(sink);
    sink.number("da_bbr_factor_ratio", factor());
  }

 private:
  // An ACK without an RTT (of a retransmission) leaves the one before it.
  void begin_ack(const AckEvent& ack) {
    if (ack.sample.rtt_ns >= 0) rtt_ns_ = ack.sample.rtt_ns;
  }

  // bbr_update_min_rtt(): what the minimum was when it expired in ProbeBW.
  void take_rtt_sample(const AckEvent& ack, bool is_expired) {
    if (is_in_probe_bw() && ack.sample.rtt_ns >= 0 && is_expired) {
      earlier_min_rtt_ns_ = min_rtt_.value_ns();
    }
    BasicBbr1::take_rtt_sample(ack, is_expired);
  }

  // The minimum has grown by a fifth since: it may hold a queue, so the factor would lie.
  [[nodiscard]] bool is_min_rtt_stale() const {
    return earlier_min_rtt_ns_ >= 0 &&
           da_.stale_growth.times(earlier_min_rtt_ns_) < min_rtt_.value_ns();
  }
  [[nodiscard]] bool is_bdp_cut() const {
    return is_in_probe_bw() && min_rtt_.has_value() && rtt_ns_ > 0 && !is_min_rtt_stale();
  }
  [[nodiscard]] double factor() const {
    if (!is_bdp_cut()) return 1;
    return static_cast<double>(rtt_ns_) / static_cast<double>(rtt_ns_ + min_rtt_.value_ns());
  }

  // bbr_target_cwnd().
  [[nodiscard]] Packets bdp_packets(BitRate bandwidth_bps, Gain gain) const {
    if (!is_bdp_cut()) return BasicBbr1::bdp_packets(bandwidth_bps, gain);
    const Duration min_rtt_ns = min_rtt_.value_ns();
    const Duration cut_ns = mul_div_floor(min_rtt_ns, rtt_ns_, rtt_ns_ + min_rtt_ns);
    return units_.bdp_packets(bandwidth_bps, cut_ns, gain);
  }
  [[nodiscard]] Packets window_target_packets() const {
    return BasicBbr1::window_target_packets() + extra_packets_of_linux_4_14();
  }

  // bbr_update_min_rtt(): a third of the window instead of four packets.
  void on_probe_rtt_entered() {
    probe_rtt_cwnd_packets_ = std::max<Packets>(controls_.cwnd_packets / da_.probe_rtt_divisor, 1);
  }
  [[nodiscard]] Packets probe_rtt_cwnd_packets() const { return probe_rtt_cwnd_packets_; }

  // bbr_set_cwnd_to_recover_or_restore(): what is in flight and no more, at a lower rate; the
  // window before the recovery does not come back.
  [[nodiscard]] bool recover_or_restore(const AckEvent& ack) {
    const Packets used_packets = controls_.cwnd_packets;
    controls_.cwnd_packets = std::max<Packets>(used_packets - ack.sample.newly_lost_packets, 1);
    if (ack.state == CaState::kRecovery && previous_state_ != CaState::kRecovery) {
      note_window(CauseKind::kWindowConserved, "recovery", used_packets);
      conserves_packets_ = true;
      rounds_.restart(ack.delivered_packets);
      controls_.cwnd_packets = std::max<Packets>(ack.in_flight_packets, 1);
      window_binding_ = Binding::kConservedWindow;
      slow_down();
    } else if (previous_state_ >= CaState::kRecovery && ack.state < CaState::kRecovery) {
      conserves_packets_ = false;
    }
    previous_state_ = ack.state;
    return conserves_packets_;
  }

  // The kernel's pacing gain stays until a phase of the cycle or a state sets another.
  void slow_down() {
    pacing_gain_ = da_.recovery_pacing_gain;
    is_slowed_ = true;
    slowed_mode_ = mode_;
    slowed_start_ns_ = cycle_start_ns_;
  }
  void update_gains() {
    BasicBbr1::update_gains();
    is_slowed_ = is_slowed_ && mode_ == slowed_mode_ && cycle_start_ns_ == slowed_start_ns_;
    if (is_slowed_) pacing_gain_ = da_.recovery_pacing_gain;
  }

  DaBbrParameters da_;
  Duration rtt_ns_ = kNoDuration;
  Duration earlier_min_rtt_ns_;  // prev_probe_min_rtt
  Packets probe_rtt_cwnd_packets_ = 1;
  bool is_slowed_ = false;
  Mode slowed_mode_ = Mode::kStartup;
  SimTime slowed_start_ns_ = 0;
};

DaBbrParameters da_bbr_parameters(const ParameterSet& set) {
  return {Gain::from_ratio(set.number("stale_growth_ratio")),
          Gain::from_ratio(set.number("recovery_pacing_gain_ratio")),
          set.integer("probe_rtt_cwnd_divisor")};
}

constexpr const char* kDaSource = "ku-asteam/da-bbr tcp_DA-BBR.c";

}  // namespace

AlgorithmInfo describe_da_bbr() {
  AlgorithmInfo info;
  info.name = "da_bbr";
  info.title = "DA-BBR";
  info.summary =
      "BBRv1 whose window grows with the queue that it sees: one BDP without a queue, up to two "
      "with a long one. A long RTT then asks for hardly more than a short one. Restores no window "
      "after losses and drains to a third of its window.";
  info.fidelity = "exact: the authors' Linux module, on the BBRv1 of a newer Linux";
  info.source = "Kim and Cho, IEEE Access 8, 2020; ku-asteam/da-bbr, tcp_DA-BBR.c (Linux 4.14)";
  info.base = "bbr1";
  info.parameters = declare_bbr1_variant(
      {
          number_parameter("stale_growth_ratio", 1.2, {1, 8},
                           {"A minimum RTT above this many times the one before it may hold a "
                            "queue: then the whole BDP is used",
                            std::string(kDaSource) + ", bbr_target_cwnd()"}),
          number_parameter("recovery_pacing_gain_ratio", 0.75, {0.01, 1},
                           {"Pacing gain when a recovery begins, until the next phase",
                            std::string(kDaSource) + ", bbr_set_cwnd_to_recover_or_restore()"}),
          integer_parameter("probe_rtt_cwnd_divisor", 3, {1, 16},
                            {"The window of ProbeRTT is the one before it over this",
                             std::string(kDaSource) + ", bbr_update_min_rtt()"}),
      },
      {{"extra_acked", false}});
  info.metrics = bbr1_metrics();
  info.metrics.push_back({"da_bbr_factor_ratio",
                          "RTT over RTT plus minimum RTT, the factor on the BDP in ProbeBW; 1 "
                          "elsewhere"});
  info.machine = bbr1_machine_but(
      {{"probe_rtt", "ProbeBW",
        "At most a third of the window before was in flight for 200 ms and a round. The cycle "
        "resumes at random."}});
  info.machine.source = info.source;
  info.demonstration = {"unlike_rtts", "bbr1"};
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<DaBbr>(bbr1_parameters(set), da_bbr_parameters(set), context);
  };
  return info;
}

}  // namespace ccsim
