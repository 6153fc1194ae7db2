// Independent loss.
#include "net/loss_model.h"

namespace ccsim {
namespace {

class Bernoulli final : public LossModel {
 public:
  Bernoulli(double probability, RandomStream losses) : probability_(probability), losses_(losses) {}

  bool loses(std::uint64_t n) override { return losses_.uniform_at(n) < probability_; }

 private:
  double probability_;
  RandomStream losses_;
};

}  // namespace

LossInfo describe_bernoulli() {
  LossInfo info;
  info.name = "bernoulli";
  info.title = "Bernoulli";
  info.summary =
      "Every packet is lost with the same probability, whatever happened to the one before.";
  info.source = "Bernoulli trials";
  info.parameters = {
      required(number_parameter("probability", 0.001, {0, 1},
                                {"Of each packet", "no default", "Loss probability"})),
  };
  info.make = [](const ParameterSet& parameters,
                 const LossContext& context) -> std::unique_ptr<LossModel> {
    return std::make_unique<Bernoulli>(parameters.number("probability"), context.losses);
  };
  return info;
}

}  // namespace ccsim
