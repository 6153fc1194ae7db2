// HighSpeed TCP (RFC 3649), as Linux net/ipv4/tcp_highspeed.c does it: Reno up to 38 packets;
// above, the larger the window, the faster it grows and the less of it a loss takes.
#include <algorithm>
#include <array>

#include "ccsim/parameters.h"
#include "loss/congestion_avoidance.h"

namespace ccsim {
namespace {

// RFC 3649 appendix B: up to a window of so many packets, n packets per round trip (n counts the
// rows from 1), and so many 256ths of the window given up.
struct Row {
  Packets window_packets;
  std::int64_t given_up_256ths;
};
constexpr std::array<Row, 72> kTable = {{
    {38, 128},   {118, 112},  {221, 104},  {347, 98},   {495, 93},   {663, 89},   {851, 86},
    {1058, 83},  {1284, 81},  {1529, 78},  {1793, 76},  {2076, 74},  {2378, 72},  {2699, 71},
    {3039, 69},  {3399, 68},  {3778, 66},  {4177, 65},  {4596, 64},  {5036, 62},  {5497, 61},
    {5979, 60},  {6483, 59},  {7009, 58},  {7558, 57},  {8130, 56},  {8726, 55},  {9346, 54},
    {9991, 53},  {10661, 52}, {11358, 52}, {12082, 51}, {12834, 50}, {13614, 49}, {14424, 48},
    {15265, 48}, {16137, 47}, {17042, 46}, {17981, 45}, {18955, 45}, {19965, 44}, {21013, 43},
    {22101, 43}, {23230, 42}, {24402, 41}, {25618, 41}, {26881, 40}, {28193, 39}, {29557, 39},
    {30975, 38}, {32450, 38}, {33986, 37}, {35586, 36}, {37253, 36}, {38992, 35}, {40808, 35},
    {42707, 34}, {44694, 33}, {46776, 33}, {48961, 32}, {51258, 32}, {53677, 31}, {56230, 30},
    {58932, 30}, {61799, 29}, {64851, 28}, {68113, 28}, {71617, 27}, {75401, 26}, {79517, 26},
    {84035, 25}, {89053, 24},
}};

class HighSpeed final : public OwnCongestionAvoidance {
 public:
  using OwnCongestionAvoidance::OwnCongestionAvoidance;

  void observe(StateSink& sink) const override {
    constexpr double kUnit = 256;
    LossBasedControl::observe(sink);
    sink.number("increase_packets", static_cast<double>(row_ + 1));
    sink.number("decrease_ratio", static_cast<double>(kTable[row_].given_up_256ths) / kUnit);
  }

 protected:
  // hstcp_ssthresh(): by the row of the last growth.
  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent&) override {
    constexpr std::int64_t kUnit = 256;
    const Packets given_up = cwnd_packets() * kTable[row_].given_up_256ths / kUnit;
    return std::max(cwnd_packets() - given_up, kLeastThreshold);
  }

  // hstcp_cong_avoid(): in congestion avoidance an ACK counts once, however much it acknowledges.
  void avoid_congestion(const AckEvent& ack) override {
    if (!ack.is_cwnd_limited) return;
    if (in_slow_start()) {
      grow_to_threshold(ack.sample.newly_acked_packets);
      return;
    }
    while (row_ + 1 < kTable.size() && cwnd_packets() > kTable[row_].window_packets) row_ += 1;
    while (row_ > 0 && cwnd_packets() <= kTable[row_ - 1].window_packets) row_ -= 1;
    Packets& credit_packets = acked_credit_packets();
    credit_packets += static_cast<Packets>(row_) + 1;
    if (credit_packets < cwnd_packets()) return;
    credit_packets -= cwnd_packets();
    set_window(cwnd_packets() + 1);
  }

 private:
  std::size_t row_ = 0;
};

}  // namespace

AlgorithmInfo describe_highspeed() {
  AlgorithmInfo info;
  info.name = "highspeed";
  info.title = "HighSpeed TCP";
  info.family = "loss";
  info.summary =
      "Loss-based: NewReno up to a window of 38 packets. Above that, growth per round trip rises "
      "and the part given up after a loss falls with the window, so that one flow can fill a fast "
      "long path.";
  info.fidelity = "exact: Linux highspeed";
  info.source = "RFC 3649; Linux net/ipv4/tcp_highspeed.c";
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
      {"increase_packets", "Packets added per window of ACKs"},
      {"decrease_ratio", "Part of the window that a loss would take"},
  };
  info.machine = loss_based_machine("RFC 3649 5, appendix B; Linux net/ipv4/tcp_highspeed.c");
  info.demonstration = {"long_fat_path", "newreno"};
  info.make = [](const ParameterSet&,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<HighSpeed>(context);
  };
  return info;
}

}  // namespace ccsim
