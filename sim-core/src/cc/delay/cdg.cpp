// CDG (Hayes and Armitage, "Revisiting TCP congestion control using delay gradients", IFIP
// Networking, 2011), as Linux net/ipv4/tcp_cdg.c does it: once per round trip the change of the
// lowest and the highest RTT gives the probability of a reduction, before anything is lost.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "ccsim/parameters.h"
#include "ccsim/rng.h"
#include "loss/congestion_avoidance.h"

namespace ccsim {
namespace {

// nexp_u32(): exp(-millionths / 10^6) in 2^32nds, less one; a factor for each bit above the eighth.
std::uint32_t negative_exponential(std::uint32_t millionths) {
  // exp(-x) in 65536ths, less one, for x of 0.000256 and its doubles; bits that are not set: 65536.
  static constexpr std::array<std::uint32_t, 16> kFactors = {
      65518, 65501, 65468, 65401, 65267, 65001, 64470, 63422,
      61378, 57484, 50423, 38795, 22965, 8047,  987,   14};
  constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t high_bits = millionths >> 8;
  if (high_bits > 0xffff) return 0;
  std::uint64_t result = kAll - (millionths & 0xff) * (kAll / 1'000'000);
  for (std::size_t i = 0; high_bits > 0; ++i, high_bits >>= 1) {
    if ((high_bits & 1) != 0) result = result * (kFactors[i] + 1) >> 16;
  }
  return static_cast<std::uint32_t>(result);
}

struct CdgParameters {
  std::int64_t window_rounds, backoff_beta_1024ths, backoff_factor, ineffectual_backoffs;
  bool hystart_train, hystart_delay, uses_shadow, tolerates_loss;
};

class Cdg final : public OwnCongestionAvoidance {
 public:
  Cdg(const CdgParameters& parameters, const ControllerContext& context)
      : OwnCongestionAvoidance(context),
        parameters_(parameters),
        random_(context.random),
        measured_(parameters.window_rounds) {
    measured_.shadow_packets = cwnd_packets();
  }

  // CA_EVENT_COMPLETE_CWR, which the kernel sends after tcp_cdg_acked() has seen this ACK.
  void on_recovery_exit(const RecoveryExitEvent& exit) override {
    OwnCongestionAvoidance::on_recovery_exit(exit);
    is_reduction_over_ = exit.left_state != CaState::kLoss;
  }
  // CA_EVENT_CWND_RESTART: all is measured anew.
  void on_idle_restart(const IdleEvent& idle) override {
    measured_ = Measured(parameters_.window_rounds);
    measured_.round_end_sequence = next_sequence();
    measured_.shadow_packets = cwnd_packets();
    OwnCongestionAvoidance::on_idle_restart(idle);
  }

  void observe(StateSink& sink) const override {
    LossBasedControl::observe(sink);
    const auto growth_us = static_cast<double>(std::max<std::int64_t>(measured_.gradient_us, 0));
    sink.number("cdg_gradient_s", growth_us / 1e6);
    sink.number("cdg_shadow_packets", static_cast<double>(measured_.shadow_packets));
    sink.number("cdg_backoff_count", static_cast<double>(measured_.backoff_count));
  }

 protected:
  // tcp_cdg_acked(). An ACK of one packet may have been delayed: it only lowers what is there.
  void on_rtt_sample(const AckEvent& ack) override {
    ask_after_ack(AfterAck::kNothing);
    if (const std::int64_t rtt_us = whole_us(ack.sample.rtt_ns); rtt_us > 0) take_rtt(ack, rtt_us);
    if (!is_reduction_over_) return;
    is_reduction_over_ = false;
    measured_.state = State::kUnknown;
    measured_.round_end_sequence = ack.next_sequence;
    measured_.previous_rtt = measured_.rtt;
    measured_.rtt = {};
  }

  // tcp_cdg_cong_avoid().
  void avoid_congestion(const AckEvent& ack) override {
    if (in_slow_start()) watch_slow_start(ack);
    if (ack.una_sequence > measured_.round_end_sequence && measured_.rtt.is_set()) {
      end_round(ack.next_sequence);
      if (measured_.gradient_us > 0 && decides_to_back_off()) {
        measured_.shadow_packets = std::max(measured_.shadow_packets, cwnd_packets());
        measured_.state = State::kBackoff;
        ask_after_ack(AfterAck::kReduceWindow);
        return;
      }
    }
    if (!ack.is_cwnd_limited) {
      measured_.shadow_packets = std::min(measured_.shadow_packets, cwnd_packets());
      return;
    }
    const Packets before_packets = cwnd_packets();
    grow_like_reno(ack);
    measured_.shadow_packets += cwnd_packets() - before_packets;
  }
  [[nodiscard]] Binding growth_binding() const override { return Binding::kDelayRule; }

  // tcp_cdg_ssthresh(). After a loss the shadow window, which delay has not reduced, is halved.
  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent&) override {
    const Packets cwnd = cwnd_packets();
    if (measured_.state == State::kBackoff) {
      return std::max<Packets>(kLeastThreshold, cwnd * parameters_.backoff_beta_1024ths / 1024);
    }
    if (measured_.state == State::kNotFull && parameters_.tolerates_loss) return cwnd;
    measured_.shadow_packets = std::min(measured_.shadow_packets / 2, cwnd);
    const Packets shadow = parameters_.uses_shadow ? measured_.shadow_packets : 0;
    return std::max({kLeastThreshold, shadow, cwnd / 2});
  }

 private:
  // What the queue is thought to be; without loss tolerance only kBackoff counts.
  enum class State : std::uint8_t { kUnknown, kNotFull, kFull, kBackoff };
  struct Extremes {
    std::int64_t lowest_us = 0;  // 0: none
    std::int64_t highest_us = 0;
    [[nodiscard]] bool is_set() const { return lowest_us != 0 || highest_us != 0; }
  };
  // What a restart after a pause forgets.
  struct Measured {
    explicit Measured(std::int64_t window_rounds)
        : gradients(static_cast<std::size_t>(window_rounds)) {}
    Extremes rtt, previous_rtt;  // of this round trip and the one before
    std::vector<Extremes> gradients;
    Extremes gradient_sum;
    std::size_t next_gradient = 0;
    bool has_all_gradients = false;
    std::int64_t gradient_us = 0;  // at the end of the last round trip
    State state = State::kUnknown;
    std::int64_t delayed_ack_credit = 0;
    std::int64_t round_end_sequence = 0;
    Packets shadow_packets = 0;
    std::int64_t backoff_count = 0;  // in a row without effect
    std::int64_t sample_count = 0;
    std::int64_t lowest_rtt_us = 0;
    std::int64_t last_ack_us = 0;
    std::int64_t train_start_us = 0;
  };

  void take_rtt(const AckEvent& ack, std::int64_t rtt_us) {
    constexpr std::int64_t kMostCredit = 5;
    Extremes& rtt = measured_.rtt;
    // Nothing is selectively acked: all that is out is in flight.
    const bool is_in_order = ack.in_flight_packets == ack.next_sequence - ack.una_sequence;
    const Packets acked_packets = ack.cumulatively_acked_packets;
    if (is_in_order && acked_packets == 1 && measured_.delayed_ack_credit > 0) {
      rtt.lowest_us = std::min(rtt.lowest_us, rtt_us);
      measured_.delayed_ack_credit -= 1;
      return;
    }
    if (is_in_order && acked_packets > 1 && measured_.delayed_ack_credit < kMostCredit) {
      measured_.delayed_ack_credit += 1;
    }
    rtt.lowest_us = rtt.lowest_us == 0 ? rtt_us : std::min(rtt.lowest_us, rtt_us);
    rtt.highest_us = std::max(rtt.highest_us, rtt_us);
  }

  void end_round(std::int64_t next_sequence) {
    measured_.gradient_us = measured_.previous_rtt.is_set() ? gradient() : 0;
    measured_.round_end_sequence = next_sequence;
    measured_.previous_rtt = measured_.rtt;
    measured_.rtt = {};
    measured_.last_ack_us = 0;
    measured_.sample_count = 0;
  }

  // tcp_cdg_grad(): sums over the window of rounds, so that rounds of a reduction can be left out.
  std::int64_t gradient() {
    constexpr std::int64_t kEffectUs = 32;
    Extremes& sum = measured_.gradient_sum;
    Extremes& oldest = measured_.gradients[measured_.next_gradient];
    const Extremes newest{measured_.rtt.lowest_us - measured_.previous_rtt.lowest_us,
                          measured_.rtt.highest_us - measured_.previous_rtt.highest_us};
    sum.lowest_us += newest.lowest_us - oldest.lowest_us;
    sum.highest_us += newest.highest_us - oldest.highest_us;
    oldest = newest;
    measured_.next_gradient = (measured_.next_gradient + 1) % measured_.gradients.size();

    std::int64_t gradient_us = sum.lowest_us > 0 ? sum.lowest_us : sum.highest_us;
    if (measured_.next_gradient == 0) measured_.has_all_gradients = true;
    if (!measured_.has_all_gradients) {
      gradient_us = gradient_us * parameters_.window_rounds /
                    static_cast<std::int64_t>(measured_.next_gradient);
    }
    if (sum.lowest_us <= -kEffectUs || sum.highest_us <= -kEffectUs) measured_.backoff_count = 0;
    if (parameters_.tolerates_loss) judge_queue(sum);
    return gradient_us;
  }

  // Whether a loss means congestion: the queue is full once its lowest RTT rises and the highest no
  // longer does.
  void judge_queue(const Extremes& sum) {
    const auto in_64ths = [](std::int64_t us) { return (us + (us > 0 ? 32 : -32)) / 64; };
    const std::int64_t low = in_64ths(sum.lowest_us);
    const std::int64_t high = in_64ths(sum.highest_us);
    if (low > 0 && high <= 0) {
      measured_.state = State::kFull;
    } else if ((low > 0 && high > 0) || high < 0) {
      measured_.state = State::kNotFull;
    }
  }

  // tcp_cdg_backoff(). After some reductions without an effect on the RTT others fill the queue.
  bool decides_to_back_off() {
    const auto millionths =
        static_cast<std::uint32_t>(measured_.gradient_us * parameters_.backoff_factor);
    const auto draw = static_cast<std::uint32_t>(random_.next_bits() >> 32);
    if (draw <= negative_exponential(millionths)) return false;
    if (parameters_.ineffectual_backoffs == 0) return true;
    measured_.backoff_count += 1;
    return measured_.backoff_count <= parameters_.ineffectual_backoffs;
  }

  // tcp_cdg_hystart_update().
  void watch_slow_start(const AckEvent& ack) {
    if (!parameters_.hystart_train && !parameters_.hystart_delay) return;
    if (measured_.lowest_rtt_us == 0 ||
        (measured_.rtt.lowest_us > 0 && measured_.rtt.lowest_us < measured_.lowest_rtt_us)) {
      measured_.lowest_rtt_us = measured_.rtt.lowest_us;
    }
    if (measured_.lowest_rtt_us == 0) return;
    if (parameters_.hystart_train && is_train_long(ack)) {
      leave_slow_start(ack.now_ns, "ack_train");
    } else if (parameters_.hystart_delay && has_delay_risen()) {
      leave_slow_start(ack.now_ns, "delay_increase");
    }
  }

  static constexpr std::int64_t kLeastDelayUs = 125;

  bool is_train_long(const AckEvent& ack) {
    constexpr std::int64_t kClosenessUs = 3000;
    const std::int64_t now_us = whole_us(ack.now_ns);
    if (measured_.last_ack_us == 0 || !ack.is_cwnd_limited) {
      measured_.last_ack_us = now_us;
      measured_.train_start_us = now_us;
      return false;
    }
    if (now_us >= measured_.last_ack_us + kClosenessUs) return false;
    measured_.last_ack_us = now_us;
    return now_us > measured_.train_start_us + std::max(measured_.lowest_rtt_us / 2, kLeastDelayUs);
  }

  bool has_delay_risen() {
    constexpr std::int64_t kEnoughSamples = 8;
    if (measured_.sample_count < kEnoughSamples) {
      measured_.sample_count += 1;
      return false;
    }
    return measured_.rtt.lowest_us >
           std::max(measured_.lowest_rtt_us + measured_.lowest_rtt_us / 8, kLeastDelayUs);
  }

  CdgParameters parameters_;
  RandomStream random_;
  Measured measured_;
  bool is_reduction_over_ = false;
};

CdgParameters cdg_parameters(const ParameterSet& set) {
  const std::string& hystart = set.choice("hystart");
  return {
      .window_rounds = set.integer("window_rounds"),
      .backoff_beta_1024ths = static_cast<std::int64_t>(1024 * set.number("backoff_beta_ratio")),
      .backoff_factor = set.integer("backoff_factor"),
      .ineffectual_backoffs = set.integer("ineffectual_backoff_count"),
      .hystart_train = hystart == "both" || hystart == "ack_train",
      .hystart_delay = hystart == "both" || hystart == "delay",
      .uses_shadow = set.boolean("shadow_window"),
      .tolerates_loss = set.boolean("loss_tolerance")};
}

StateMachine cdg_machine(std::string source) {
  StateMachine machine = loss_based_machine(std::move(source));
  for (auto& transition : machine.transitions) {
    if (transition.when == kLossOrMark) {
      transition.when =
          "A loss is detected, an ECN mark arrives, or RTTs have grown and the draw says so.";
    }
  }
  return machine;
}

}  // namespace

AlgorithmInfo describe_cdg() {
  AlgorithmInfo info;
  info.name = "cdg";
  info.title = "CDG";
  info.family = "delay";
  info.summary =
      "Delay-based without a threshold: once per round trip it backs off to 0.71 of its window "
      "with a probability that rises with the growth of its RTTs. A shadow window, which these "
      "reductions leave alone, and a rule against reductions without effect keep it alive beside "
      "algorithms that fill the buffer.";
  info.fidelity = "exact: Linux cdg, where it differs from the paper too";
  info.source = "Hayes and Armitage, IFIP Networking, 2011; Linux net/ipv4/tcp_cdg.c";
  info.parameters = {
      integer_parameter("window_rounds", 8, {1, 256},
                        {"Round trips over which the gradient is smoothed",
                         "Linux tcp_cdg.c window; a power of two there"}),
      number_parameter("backoff_beta_ratio", 0.7071, {0, 1},
                       {"Share of the window that is left after a reduction for delay",
                        "Linux tcp_cdg.c backoff_beta"}),
      integer_parameter("backoff_factor", 42, {0, 10000},
                        {"Probability of a reduction: 1 - exp(-this x gradient in us / 10^6)",
                         "Linux tcp_cdg.c backoff_factor; 1000 / (G x window) of the paper"}),
      integer_parameter("ineffectual_backoff_count", 5, {0, 65535},
                        {"After so many reductions in a row that did not lower the RTTs it makes "
                         "none; 0: it always does",
                         "Linux tcp_cdg.c use_ineff"}),
      boolean_parameter("shadow_window", true,
                        {"After a loss the window that delay has not reduced is halved",
                         "Linux tcp_cdg.c use_shadow"}),
      boolean_parameter("loss_tolerance", false,
                        {"A loss while the queue is not full does not reduce the window",
                         "Linux tcp_cdg.c use_tolerance"}),
      choice_parameter("hystart", {"both", "ack_train", "delay", "off"},
                       {"What ends slow start early", "Linux tcp_cdg.c hystart_detect"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
      {"cdg_gradient_s",
       "Growth of the RTT over the window of round trips, which decides; 0 where it falls"},
      {"cdg_shadow_packets", "Window that reductions for delay leave alone"},
      {"cdg_backoff_count", "Reductions for delay in a row that did not lower the RTTs"},
  };
  info.machine = cdg_machine(info.source);
  info.demonstration = {"deep_buffer", "newreno"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Cdg>(cdg_parameters(parameters), context);
  };
  return info;
}

}  // namespace ccsim
