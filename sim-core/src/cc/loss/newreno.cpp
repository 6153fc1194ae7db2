// NewReno: RFC 5681 (slow start, avoidance, halving), RFC 6582 (one reduction per episode), as
// Linux net/ipv4/tcp_cong.c does it. Recovery itself is the transport's (SACK, PRR).
#include <algorithm>
#include <utility>

#include "ccsim/parameters.h"
#include "gain.h"
#include "loss/loss_based.h"
#include "loss/search.h"

namespace ccsim {
namespace {

class NewReno final : public LossBasedControl {
 public:
  NewReno(const ParameterSet& parameters, const ControllerContext& context);

  void observe(StateSink& sink) const override;

 protected:
  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent& congestion) override;
  [[nodiscard]] Packets acks_per_increment(const AckEvent& ack, Packets acked_packets) override;
  void on_rtt_sample(const AckEvent& ack) override;
  [[nodiscard]] Packets slow_start_credit(const AckEvent& ack) override;
  [[nodiscard]] Binding slow_start_binding() const override;

 private:
  // Only in the first slow start.
  [[nodiscard]] bool is_draining() const {
    return search_.is_draining() && ssthresh_packets() == kNoThreshold;
  }

  Gain beta_;
  Gain ecn_beta_;  // after a mark
  bool uses_search_;
  Search search_;
};

NewReno::NewReno(const ParameterSet& parameters, const ControllerContext& context)
    : LossBasedControl(context),
      beta_(Gain::from_ratio(parameters.number("beta_ratio"))),
      ecn_beta_(Gain::from_ratio(parameters.number("ecn_beta_ratio"))),
      uses_search_(parameters.choice("slow_start") == "search"),
      search_(parameters.choice("search_exit") == "drain", context.initial_window_packets) {}

// Only the first slow start is watched.
void NewReno::on_rtt_sample(const AckEvent& ack) {
  if (!uses_search_ || ssthresh_packets() != kNoThreshold) return;
  follow(ack.now_ns, search_.step(ack));
}

Binding NewReno::slow_start_binding() const {
  return is_draining() ? Binding::kSearchDrain : Binding::kSlowStart;
}

// A draining window does not grow.
Packets NewReno::slow_start_credit(const AckEvent& ack) {
  return is_draining() ? 0 : ack.sample.newly_acked_packets;
}

void NewReno::observe(StateSink& sink) const {
  LossBasedControl::observe(sink);
  search_.observe(sink, context().packet_bytes);
}

// Half of the window, at least 2 packets. RFC 5681 halves the flight; Linux halves the window,
// which is the same for a flow that uses its window (tcp_reno_ssthresh()).
Packets NewReno::reduced_window_packets(const CongestionEvent& congestion) {
  constexpr Packets kMinimumThreshold = 2;
  const Gain beta = congestion.kind == CongestionKind::kEcn ? ecn_beta_ : beta_;
  return std::max(beta.times(cwnd_packets()), kMinimumThreshold);
}

// One packet per window and RTT (RFC 5681, equation 3).
Packets NewReno::acks_per_increment(const AckEvent&, Packets) {
  return cwnd_packets();
}

}  // namespace

AlgorithmInfo describe_newreno() {
  AlgorithmInfo info;
  info.name = "newreno";
  info.title = "NewReno";
  info.family = "loss";
  info.summary =
      "Loss-based: doubles the window per round trip until the first loss, then adds one packet "
      "per round trip and halves the window once per loss episode.";
  info.fidelity = "exact: Linux reno";
  info.source = "RFC 5681, RFC 6582; draft-chung-ccwg-search-09; Linux net/ipv4/tcp_cong.c";
  info.parameters = {
      number_parameter("beta_ratio", 0.5, {0.1, 0.95},
                       {"Factor on the window at a congestion event", "RFC 5681 3.1, equation 4"}),
      added_later(number_parameter(
          "ecn_beta_ratio", 0.5, {0.1, 0.95},
          {"Factor on the window after an ECN mark; 0.8 is alternative backoff (ABE)",
           "RFC 3168 6.1.2; RFC 8511 3.1"})),
      added_later(choice_parameter("slow_start", {"standard", "search"},
                                   {"What can end slow start before a loss: nothing, or SEARCH",
                                    "RFC 5681 3.1; draft-chung-ccwg-search-09"})),
  };
  for (ParameterInfo& parameter : search_parameters()) {
    info.parameters.push_back(std::move(parameter));
  }
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
  };
  for (MetricInfo& metric : search_metrics()) info.metrics.push_back(std::move(metric));
  info.machine = loss_based_machine("RFC 5681 3.1, 3.2; RFC 6582 3.2");
  add_search_drain(info.machine, 1, 2);
  info.demonstration = {"random_loss", "bbr1"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<NewReno>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
