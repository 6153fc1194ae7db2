// Bursts of loss (Gilbert 1960, Elliott 1963): the state moves first, then decides the probability.
#include "net/loss_model.h"

namespace ccsim {
namespace {

constexpr const char* kElliott = "Elliott 1963";

class GilbertElliott final : public LossModel {
 public:
  GilbertElliott(const ParameterSet& parameters, const LossContext& context)
      : good_to_bad_probability_(parameters.number("good_to_bad_probability")),
        bad_to_good_probability_(parameters.number("bad_to_good_probability")),
        good_loss_probability_(parameters.number("good_loss_probability")),
        bad_loss_probability_(parameters.number("bad_loss_probability")),
        losses_(context.losses),
        states_(context.states) {}

  bool loses(std::uint64_t n) override {
    const double leave_probability = is_bad_ ? bad_to_good_probability_ : good_to_bad_probability_;
    if (states_.uniform_at(n) < leave_probability) is_bad_ = !is_bad_;
    return losses_.uniform_at(n) < (is_bad_ ? bad_loss_probability_ : good_loss_probability_);
  }

 private:
  double good_to_bad_probability_;
  double bad_to_good_probability_;
  double good_loss_probability_;
  double bad_loss_probability_;
  RandomStream losses_;
  RandomStream states_;
  bool is_bad_ = false;
};

}  // namespace

LossInfo describe_gilbert_elliott() {
  LossInfo info;
  info.name = "gilbert_elliott";
  info.title = "Gilbert-Elliott";
  info.summary =
      "Bursts of loss from a Markov chain of two states (Gilbert 1960, Elliott 1963). The state "
      "changes at every packet of the flow, then the packet is lost with the probability of the "
      "state. It starts in the good state.";
  info.source = "Gilbert 1960, Elliott 1963";
  info.reason = LossReason::kBurst;
  info.parameters = {
      required(number_parameter("good_to_bad_probability", 0.001, {0, 1},
                                {"Per packet. The share of the bad state is this / (this + the "
                                 "probability of bad to good)",
                                 "no default", "Good to bad"})),
      required(
          number_parameter("bad_to_good_probability", 0.1, {0, 1},
                           {"Per packet. The mean length of a bad state is 1 / this many packets",
                            "no default", "Bad to good"})),
      number_parameter("good_loss_probability", 0, {0, 1},
                       {"Of each packet in the good state", kElliott, "Loss in the good state"}),
      number_parameter("bad_loss_probability", 1, {0, 1},
                       {"Of each packet in the bad state", kElliott, "Loss in the bad state"}),
  };
  info.make = [](const ParameterSet& parameters,
                 const LossContext& context) -> std::unique_ptr<LossModel> {
    return std::make_unique<GilbertElliott>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
