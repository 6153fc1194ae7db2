// BBRv1 itself: no variant of it.
#include "bbr1/bbr1.h"

#include <memory>

namespace ccsim {
namespace {

class Bbr1 final : public BasicBbr1<Bbr1> {
 public:
  using BasicBbr1::BasicBbr1;
};

}  // namespace

AlgorithmInfo describe_bbr1() {
  AlgorithmInfo info;
  info.name = "bbr1";
  info.title = "BBRv1";
  info.summary =
      "Models the path by its bandwidth and its minimum RTT, paces at that bandwidth and aims its "
      "window at two BDP. Probes with 25% more every eight round trips, and drains what is in "
      "flight after 10 s without an RTT as low. It hardly reacts to losses.";
  info.fidelity = "exact: Linux bbr";
  info.source = "Cardwell et al., ACM Queue 14(5), 2016; Linux net/ipv4/tcp_bbr.c";
  info.parameters = declare_bbr1_parameters();
  info.metrics = bbr1_metrics();
  info.machine = bbr1_machine();
  info.demonstration = {"deep_buffer", "cubic"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Bbr1>(bbr1_parameters(parameters), context);
  };
  return info;
}

}  // namespace ccsim
