// CUBIC (RFC 9438) as Linux net/ipv4/tcp_cubic.c does it; docs/model.md lists where the two differ.
#pragma once

#include <cstdint>

#include "jiffy_clock.h"
#include "loss/cubic_window.h"
#include "loss/hystart.h"
#include "loss/loss_based.h"
#include "loss/search.h"

namespace ccsim {

enum class HystartKind : std::uint8_t { kOff, kClassic, kPlusPlus, kSearch };

struct CubicParameters {
  HystartKind hystart = HystartKind::kClassic;
  bool search_drains = false;
  bool fast_convergence = true;
  bool tcp_friendliness = true;
  std::int64_t beta_1024ths = 717;  // Linux counts beta in 1024ths: 0.7
  std::int64_t ecn_beta_1024ths = 717;
  double c_packets_per_s3 = 0.4;
  Duration jiffy_ns = 4 * kMillisecond;
};

class Cubic final : public LossBasedControl {
 public:
  Cubic(const CubicParameters& parameters, const ControllerContext& context);

  void on_packet_sent(const SentEvent& sent) override;
  void observe(StateSink& sink) const override;

 protected:
  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent& congestion) override;
  [[nodiscard]] Packets acks_per_increment(const AckEvent& ack, Packets acked_packets) override;
  void on_rtt_sample(const AckEvent& ack) override;
  [[nodiscard]] Packets slow_start_credit(const AckEvent& ack) override;
  [[nodiscard]] Binding slow_start_binding() const override;
  void on_timeout(const CongestionEvent& congestion) override;
  [[nodiscard]] Binding growth_binding() const override;
  [[nodiscard]] Packets plateau_packets() const override { return w_max_packets_; }

 private:
  void watch_slow_start(const AckEvent& ack);
  void update_growth(SimTime now_ns);
  void begin_epoch(SimTime now_ns, Packets acked_packets);
  void be_friendly();

  CubicParameters parameters_;
  JiffyClock jiffies_;
  CubicWindow window_;
  ClassicHystart classic_;
  HystartPlusPlus plus_plus_;
  Search search_;

  Packets w_max_packets_ = 0;  // window at the last event; 0: none since the start
  Duration delay_min_ns_ = 0;  // 0: no sample since the start or the last timeout
  Packets acks_per_increment_ = 0;
  bool is_friendly_ = false;           // the last growth was Reno's, being faster
  Packets friendly_cwnd_packets_ = 0;  // W_est: what Reno would have
  Packets friendly_acked_packets_ = 0;
  Packets last_cwnd_packets_ = 0;  // at the last computation of the growth
  SimTime last_growth_ns_ = 0;     // in whole jiffies, as all times of the window function
  SimTime last_sent_ns_ = 0;
  std::int64_t next_sequence_ = 0;  // of the last ACK: what a round after a timeout ends with
};

}  // namespace ccsim
