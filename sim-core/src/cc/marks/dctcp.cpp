// DCTCP (RFC 8257), as Linux net/ipv4/tcp_dctcp.c does it: reduces the window by half of the share
// of packets that came back marked, once per window; else it grows and recovers like NewReno.
#include <algorithm>

#include "ccsim/parameters.h"
#include "loss/loss_based.h"

namespace ccsim {
namespace {

constexpr std::int64_t kAlphaUnit = 1024;  // DCTCP_MAX_ALPHA

std::int64_t in_1024ths(double ratio) {
  return static_cast<std::int64_t>(ratio * static_cast<double>(kAlphaUnit) + 0.5);
}

class Dctcp final : public LossBasedControl {
 public:
  Dctcp(const ParameterSet& parameters, const ControllerContext& context)
      : LossBasedControl(context),
        gain_(in_1024ths(parameters.number("alpha_gain_ratio"))),
        alpha_(in_1024ths(parameters.number("alpha_initial_ratio"))) {}

  [[nodiscard]] ControlTraits traits() const override {
    ControlTraits traits = LossBasedControl::traits();
    traits.reacts_to_losses_in_cwr = true;  // dctcp_state()
    return traits;
  }

  void observe(StateSink& sink) const override {
    LossBasedControl::observe(sink);
    sink.number("alpha_ratio", static_cast<double>(alpha_) / static_cast<double>(kAlphaUnit));
  }

 protected:
  // After a mark by half of alpha (dctcp_ssthresh()), and so where a probe has repaired a loss,
  // which is state CWR; after any other loss by half of the window in use (dctcp_react_to_loss()).
  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent& congestion) override {
    constexpr Packets kMinimumThreshold = 2;
    const bool is_by_alpha =
        congestion.kind == CongestionKind::kEcn || congestion.kind == CongestionKind::kProbeRepair;
    const Packets cwnd = congestion.is_in_cwr ? congestion.cwnd_packets : cwnd_packets();
    if (!is_by_alpha) return std::max(cwnd / 2, kMinimumThreshold);
    // The echo that reduces the window counts already (dctcp_update_alpha() comes before).
    update_alpha(congestion);
    return std::max(cwnd - cwnd * alpha_ / (2 * kAlphaUnit), kMinimumThreshold);
  }
  [[nodiscard]] Packets acks_per_increment(const AckEvent&, Packets) override {
    return cwnd_packets();
  }
  void on_rtt_sample(const AckEvent& ack) override { update_alpha(ack); }

 private:
  // Once per window of data (RFC 8257 3.3, steps 5 to 8).
  template <typename Event>
  void update_alpha(const Event& event) {
    if (event.una_sequence < round_end_sequence_) return;
    const Packets marked_packets = event.delivered_ce_packets - delivered_ce_packets_;
    const Packets acked_packets = event.delivered_packets - delivered_packets_;
    // What is too small to shrink by its share goes to 0, as in the kernel.
    const std::int64_t faded = alpha_ * gain_ / kAlphaUnit;
    alpha_ -= faded > 0 ? faded : alpha_;
    if (marked_packets > 0) {
      alpha_ += mul_div_floor(marked_packets, gain_, std::max<Packets>(acked_packets, 1));
      alpha_ = std::min(alpha_, kAlphaUnit);
    }
    round_end_sequence_ = event.next_sequence;
    delivered_packets_ = event.delivered_packets;
    delivered_ce_packets_ = event.delivered_ce_packets;
  }

  std::int64_t gain_;   // in 1024ths
  std::int64_t alpha_;  // in 1024ths
  std::int64_t round_end_sequence_ = 0;
  Packets delivered_packets_ = 0;  // at the start of the window
  Packets delivered_ce_packets_ = 0;
};

}  // namespace

AlgorithmInfo describe_dctcp() {
  AlgorithmInfo info;
  info.name = "dctcp";
  info.title = "DCTCP";
  info.family = "marks";
  info.summary =
      "For data centres: switches mark packets above a shallow threshold, and the window shrinks "
      "in "
      "proportion to the share of marked packets. Grows like NewReno, and is NewReno where nothing "
      "is marked.";
  info.fidelity = "exact: Linux dctcp";
  info.source = "RFC 8257; Linux net/ipv4/tcp_dctcp.c";
  info.parameters = {
      number_parameter("alpha_gain_ratio", 1.0 / 16, {1.0 / 1024, 1},
                       {"Weight of the newest window in the average share of marks",
                        "RFC 8257 4.2; Linux dctcp_shift_g"}),
      number_parameter(
          "alpha_initial_ratio", 1, {0, 1},
          {"First value of the average share of marks", "RFC 8257 4.2; dctcp_alpha_on_init"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
      {"alpha_ratio", "Average share of packets that came back marked"},
  };
  info.machine = loss_based_machine("RFC 8257 3.3 to 3.5; RFC 5681 3.1");
  info.demonstration = {"step_marking", "cubic"};
  info.ecn = [](const ParameterSet&) { return EcnRequest{.feedback = EcnFeedback::kAccurate}; };
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Dctcp>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
