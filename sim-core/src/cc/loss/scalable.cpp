// Scalable TCP (Kelly, ACM CCR 33(2), 2003), as Linux net/ipv4/tcp_scalable.c does it: the window
// grows and shrinks by a share of itself, so that recovery takes as many round trips at any rate.
#include <algorithm>

#include "ccsim/parameters.h"
#include "gain.h"
#include "loss/loss_based.h"

namespace ccsim {
namespace {

class Scalable final : public LossBasedControl {
 public:
  Scalable(const ParameterSet& parameters, const ControllerContext& context)
      : LossBasedControl(context),
        given_up_(Gain::from_ratio(parameters.number("beta_ratio")).complement()),
        acks_per_packet_(parameters.integer("increase_acks")) {}

 protected:
  // tcp_scalable_ssthresh(): it is the part given up that is rounded down.
  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent&) override {
    constexpr Packets kMinimumThreshold = 2;
    return std::max(cwnd_packets() - given_up_.times(cwnd_packets()), kMinimumThreshold);
  }

  // One packet per hundred ACKs; a smaller window grows like Reno's (tcp_scalable_cong_avoid()).
  [[nodiscard]] Packets acks_per_increment(const AckEvent&, Packets) override {
    return std::min(cwnd_packets(), acks_per_packet_);
  }

 private:
  Gain given_up_;
  Packets acks_per_packet_;
};

}  // namespace

AlgorithmInfo describe_scalable() {
  AlgorithmInfo info;
  info.name = "scalable";
  info.title = "Scalable TCP";
  info.family = "loss";
  info.summary =
      "Loss-based: adds one packet per hundred ACKs and gives up an eighth of the window per loss "
      "episode, so recovery takes the same number of round trips at any rate. Flows that lose "
      "together never come closer to equal shares.";
  info.fidelity = "exact: Linux scalable";
  info.source = "Kelly, ACM CCR 33(2), 2003; Linux net/ipv4/tcp_scalable.c";
  info.parameters = {
      number_parameter("beta_ratio", 0.875, {0.1, 0.95},
                       {"Factor on the window at a congestion event",
                        "Linux tcp_scalable.c TCP_SCALABLE_MD_SCALE"}),
      integer_parameter("increase_acks", 100, {1, 10'000},
                        {"ACKs for one more packet of window, at most as many as the window has",
                         "Linux tcp_scalable.c TCP_SCALABLE_AI_CNT"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
  };
  info.machine = loss_based_machine("Kelly, ACM CCR 33(2), 2003; Linux net/ipv4/tcp_scalable.c");
  info.demonstration = {"long_fat_path", "newreno"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Scalable>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
