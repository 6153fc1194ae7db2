#include "loss/cubic.h"

#include <algorithm>
#include <utility>

#include "ccsim/parameters.h"
#include "observed.h"

namespace ccsim {
namespace {

constexpr std::int64_t kBetaUnit = 1024;
// The growth is computed anew when the window has changed, else this often per second.
constexpr std::int64_t kGrowthUpdatesPerSecond = 32;

}  // namespace

Cubic::Cubic(const CubicParameters& parameters, const ControllerContext& context)
    : LossBasedControl(context),
      parameters_(parameters),
      jiffies_(parameters.jiffy_ns),
      window_(parameters.c_packets_per_s3),
      classic_(context.now_ns),
      search_(parameters.search_drains, context.initial_window_packets) {}

// CA_EVENT_TX_START: the epoch is moved by the time without data.
void Cubic::on_packet_sent(const SentEvent& sent) {
  if (sent.in_flight_before_packets == 0) {
    window_.skip_idle(jiffies_.read(sent.now_ns), jiffies_.read(sent.now_ns) - last_sent_ns_);
  }
  last_sent_ns_ = jiffies_.read(sent.now_ns);
}

// cubictcp_acked(): samples of the second after a reduction still show the old queue.
void Cubic::on_rtt_sample(const AckEvent& ack) {
  constexpr Duration kSettling = kSecond;
  next_sequence_ = ack.next_sequence;
  if (parameters_.hystart >= HystartKind::kPlusPlus) watch_slow_start(ack);
  if (ack.sample.rtt_ns < 0 ||
      (window_.has_epoch() && jiffies_.read(ack.now_ns) - window_.begin_ns() < kSettling)) {
    return;
  }
  const Duration delay_ns = std::max<Duration>(ack.sample.rtt_ns, 1);
  delay_min_ns_ = delay_min_ns_ == 0 ? delay_ns : std::min(delay_min_ns_, delay_ns);
  if (parameters_.hystart == HystartKind::kClassic) watch_slow_start(ack);
}

void Cubic::watch_slow_start(const AckEvent& ack) {
  if (!in_slow_start()) return;
  if (parameters_.hystart == HystartKind::kClassic) {
    // Twice the window per RTT, the rate at which Linux would pace in slow start.
    const std::int64_t rate_bytes_per_s =
        ack.srtt_ns <= 0 ? 0
                         : mul_div_floor(2 * cwnd_packets() * context().packet_bytes,
                                         kNanosecondsPerSecond, ack.srtt_ns);
    const char* reason = classic_.update(
        ack, {cwnd_packets(), delay_min_ns_, ClassicHystart::ack_delay_ns(rate_bytes_per_s)});
    if (reason != nullptr) leave_slow_start(ack.now_ns, reason);
    return;
  }
  if (ssthresh_packets() != kNoThreshold) {
    return;  // only the initial slow start (RFC 9406 4.3)
  }
  if (parameters_.hystart == HystartKind::kSearch) {
    follow(ack.now_ns, search_.step(ack));
    return;
  }
  switch (plus_plus_.update(ack)) {
    case HystartPlusPlus::State::kDone:
      leave_slow_start(ack.now_ns, "hystart_css_rounds");
      break;
    case HystartPlusPlus::State::kConservative:
      enter_phase(ack.now_ns, "css", "hystart_delay");
      break;
    case HystartPlusPlus::State::kSlowStart:
      enter_phase(ack.now_ns, "slow_start", "hystart_rtt_fell");
      break;
  }
}

Binding Cubic::slow_start_binding() const {
  const bool is_draining = search_.is_draining() && ssthresh_packets() == kNoThreshold;
  return is_draining ? Binding::kSearchDrain : Binding::kSlowStart;
}

Packets Cubic::slow_start_credit(const AckEvent& ack) {
  const Packets acked_packets = ack.sample.newly_acked_packets;
  if (ssthresh_packets() != kNoThreshold) return acked_packets;
  if (search_.is_draining()) return 0;  // a draining window does not grow
  if (parameters_.hystart != HystartKind::kPlusPlus) return acked_packets;
  return plus_plus_.credit_packets(acked_packets, ack.is_paced);
}

// cubictcp_recalc_ssthresh(); fast convergence of RFC 9438 4.7.
Packets Cubic::reduced_window_packets(const CongestionEvent& congestion) {
  constexpr Packets kMinimumThreshold = 2;
  const Packets cwnd = cwnd_packets();
  const std::int64_t beta_1024ths = congestion.kind == CongestionKind::kEcn
                                        ? parameters_.ecn_beta_1024ths
                                        : parameters_.beta_1024ths;
  window_.end();
  w_max_packets_ = cwnd < w_max_packets_ && parameters_.fast_convergence
                       ? cwnd * (kBetaUnit + beta_1024ths) / (2 * kBetaUnit)
                       : cwnd;
  return std::max(cwnd * beta_1024ths / kBetaUnit, kMinimumThreshold);
}

// bictcp_reset(): unlike RFC 9438 4.8, Linux forgets W_max on a timeout.
void Cubic::on_timeout(const CongestionEvent& congestion) {
  window_.end();
  w_max_packets_ = 0;
  delay_min_ns_ = 0;
  acks_per_increment_ = 0;
  friendly_cwnd_packets_ = friendly_acked_packets_ = 0;
  last_cwnd_packets_ = 0;
  last_growth_ns_ = 0;
  classic_.restart(congestion.now_ns, next_sequence_);
}

void Cubic::begin_epoch(SimTime now_ns, Packets acked_packets) {
  window_.begin(now_ns, cwnd_packets(), w_max_packets_);
  friendly_acked_packets_ = acked_packets;
  friendly_cwnd_packets_ = cwnd_packets();
}

// bictcp_update().
Packets Cubic::acks_per_increment(const AckEvent& ack, Packets acked_packets) {
  const SimTime now_ns = jiffies_.read(ack.now_ns);
  friendly_acked_packets_ += acked_packets;
  if (last_cwnd_packets_ == cwnd_packets() &&
      now_ns - last_growth_ns_ <= jiffies_.part_of_second(kGrowthUpdatesPerSecond)) {
    return acks_per_increment_;
  }
  // At most once per jiffy, whatever the window does in between.
  if (!window_.has_epoch() || now_ns != last_growth_ns_) {
    last_cwnd_packets_ = cwnd_packets();
    last_growth_ns_ = now_ns;
    if (!window_.has_epoch()) begin_epoch(now_ns, acked_packets);
    update_growth(now_ns);
  }
  if (parameters_.tcp_friendliness) be_friendly();
  // At most one packet per two acked, that is half a window per RTT (RFC 9438 4.2).
  constexpr Packets kFastest = 2;
  acks_per_increment_ = std::max(acks_per_increment_, kFastest);
  return acks_per_increment_;
}

// Aims at the window of one minimum RTT ahead (RFC 9438 4.4).
void Cubic::update_growth(SimTime now_ns) {
  constexpr Packets kHardlyGrows = 100;
  constexpr Packets kFirstEpoch = 20;  // 5% per RTT while no loss has shown the capacity
  const Packets cwnd = cwnd_packets();
  const Packets target_packets = window_.at(now_ns + jiffies_.round_up(delay_min_ns_));
  acks_per_increment_ =
      target_packets > cwnd ? cwnd / (target_packets - cwnd) : kHardlyGrows * cwnd;
  if (w_max_packets_ == 0) acks_per_increment_ = std::min(acks_per_increment_, kFirstEpoch);
  is_friendly_ = false;
}

// Never slower than Reno with CUBIC's beta would be (RFC 9438 4.3).
void Cubic::be_friendly() {
  constexpr std::int64_t kEighths = 8;
  const std::int64_t acks_per_packet_eighths = kEighths * (kBetaUnit + parameters_.beta_1024ths) /
                                               3 / (kBetaUnit - parameters_.beta_1024ths);
  const Packets cwnd = cwnd_packets();
  const Packets round_packets = std::max<Packets>(cwnd * acks_per_packet_eighths / kEighths, 1);
  if (friendly_acked_packets_ > round_packets) {
    // As often as it goes in while more than a round is left, as Linux loops.
    const Packets steps = (friendly_acked_packets_ - 1) / round_packets;
    friendly_acked_packets_ -= steps * round_packets;
    friendly_cwnd_packets_ += steps;
  }
  if (friendly_cwnd_packets_ > cwnd) {
    const Packets friendly_acks = cwnd / (friendly_cwnd_packets_ - cwnd);
    is_friendly_ = is_friendly_ || friendly_acks < acks_per_increment_;
    acks_per_increment_ = std::min(acks_per_increment_, friendly_acks);
  }
}

Binding Cubic::growth_binding() const {
  if (is_friendly_) return Binding::kRenoFriendly;
  return cwnd_packets() < w_max_packets_ ? Binding::kCubicBelow : Binding::kCubicBeyond;
}

void Cubic::observe(StateSink& sink) const {
  LossBasedControl::observe(sink);
  const Bytes packet_bytes = context().packet_bytes;
  const bool has_epoch = window_.has_epoch();
  const auto w_max_bytes = static_cast<double>(w_max_packets_ * packet_bytes);
  const auto friendly_bytes = static_cast<double>(friendly_cwnd_packets_ * packet_bytes);
  const double k_s =
      static_cast<double>(window_.k_ticks()) / static_cast<double>(CubicWindow::kTicksPerSecond);
  sink.number("w_max_bytes", w_max_packets_ > 0 ? w_max_bytes : kNoValue);
  sink.number("reno_friendly_cwnd_bytes", has_epoch ? friendly_bytes : kNoValue);
  sink.number("k_s", has_epoch ? k_s : kNoValue);
  search_.observe(sink, packet_bytes);
}

namespace {

HystartKind hystart_kind(const std::string& choice) {
  if (choice == "off") return HystartKind::kOff;
  if (choice == "search") return HystartKind::kSearch;
  return choice == "classic" ? HystartKind::kClassic : HystartKind::kPlusPlus;
}

CubicParameters cubic_parameters(const ParameterSet& set) {
  CubicParameters p;
  p.hystart = hystart_kind(set.choice("hystart"));
  p.search_drains = set.choice("search_exit") == "drain";
  p.fast_convergence = set.boolean("fast_convergence");
  p.tcp_friendliness = set.boolean("tcp_friendliness");
  const auto in_1024ths = [&set](const char* name) {
    return static_cast<std::int64_t>(set.number(name) * static_cast<double>(kBetaUnit) + 0.5);
  };
  p.beta_1024ths = in_1024ths("beta_ratio");
  p.ecn_beta_1024ths = in_1024ths("ecn_beta_ratio");
  p.c_packets_per_s3 = set.number("c_packets_per_s3");
  p.jiffy_ns = to_ns(set.number("jiffy_s"));
  return p;
}

}  // namespace

namespace {

StateMachine cubic_machine() {
  return {
      .source = "RFC 9438 4; RFC 9406 4.2; Linux net/ipv4/tcp_cubic.c",
      .states = {{"slow_start", 0, 1, PhaseEffect::kStartUp},
                 {"css", 1, 0, PhaseEffect::kStartUp},
                 {"congestion_avoidance", 2, 1},
                 {"recovery", 1, 2, PhaseEffect::kLowers}},
      .groups = {},
      .transitions =
          {{"slow_start", "congestion_avoidance",
            "The window has reached the threshold, HyStart saw delay or ACK trains grow, or SEARCH "
            "saw deliveries fall behind.",
            0.28},
           {"slow_start", "css",
            "With hystart set to plus_plus: the RTT of this round rose by an eighth, at least 4 "
            "and at most 16 ms."},
           {"css", "slow_start", "The RTT fell again: the rise was temporary."},
           {"css", "congestion_avoidance", "Five rounds of conservative slow start are over."},
           {"slow_start", "recovery", kLossOrMark},
           {"css", "recovery", kLossOrMark, 0.28},
           {"congestion_avoidance", "recovery", kLossOrMark},
           {"recovery", "congestion_avoidance", kRecovered},
           {"recovery", "slow_start", kSpuriousLoss},
           {kAnyState, "slow_start", kTimeout}},
  };
}

}  // namespace

AlgorithmInfo describe_cubic() {
  AlgorithmInfo info;
  info.name = "cubic";
  info.title = "CUBIC";
  info.family = "loss";
  info.summary =
      "Loss-based: after a loss the window follows a cubic function of time that flattens at or "
      "below the window of that loss and then probes beyond it. The default of Linux.";
  info.fidelity = "exact: Linux cubic";
  info.source = "RFC 9438, RFC 9406; draft-chung-ccwg-search-09; Linux net/ipv4/tcp_cubic.c";
  info.parameters = {
      choice_parameter("hystart", {"classic", "off", "plus_plus", "search"},
                       {"What can end slow start before a loss: nothing, Linux's HyStart, "
                        "HyStart++, or SEARCH",
                        "Linux tcp_cubic.c hystart; RFC 9406; draft-chung-ccwg-search-09"}),
      boolean_parameter(
          "fast_convergence", true,
          {"Flatten below the window at a loss if it is lower than at the previous loss",
           "RFC 9438 4.7"}),
      boolean_parameter("tcp_friendliness", true,
                        {"Never grow slower than Reno would", "RFC 9438 4.3"}),
      number_parameter("beta_ratio", 0.7, {0.1, 0.95},
                       {"Factor on the window at a congestion event", "RFC 9438 4.6"}),
      added_later(number_parameter(
          "ecn_beta_ratio", 0.7, {0.1, 0.95},
          {"Factor on the window after an ECN mark; 0.85 is alternative backoff (ABE)",
           "RFC 9438 4.6; RFC 8511 3.1"})),
      number_parameter("c_packets_per_s3", 0.4, {0.001, 100},
                       {"Steepness C of the cubic function", "RFC 9438 5"}),
      number_parameter("jiffy_s", 0.004, {0, 0.01},
                       {"Resolution of the clock that times the cubic function; 0 means exact",
                        "Linux kernel/Kconfig.hz, default HZ_250"}),
  };
  for (ParameterInfo& parameter : search_parameters()) {
    info.parameters.push_back(std::move(parameter));
  }
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
      {"w_max_bytes",
       "Where the function flattens: the window at the last loss or mark, or less with fast "
       "convergence"},
      {"reno_friendly_cwnd_bytes", "Window that Reno would have"},
      {"k_s", "Time from the last reduction until the function is back at its plateau"},
  };
  for (MetricInfo& metric : search_metrics()) info.metrics.push_back(std::move(metric));
  info.machine = cubic_machine();
  add_search_drain(info.machine, 1, 3);
  info.demonstration = {"long_fat_path", "newreno"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Cubic>(cubic_parameters(parameters), context);
  };
  return info;
}

}  // namespace ccsim
