// FaiRTT: Algorithm 1 of arXiv 2403.19973 on top of BBRv2. This file is the difference.
//
//   Wfcount_t  how many different minRTT are in window t: the number of flows, as estimated
//   WminRTT_t  = beta * mean(minRTT_0 .. minRTT_t-1) + (1 - beta) * minRTT_t            (6)
//   alpha_t    = Wfcount_t * mean of WminRTT_j over the window                          (5)
//
//   BDP_t = BtlBw_t * RTprop_t * coefficient,
//   coefficient = minRTT_t * gamma / lastRTT_t  in ProbeBW with lastRTT_t > alpha_t, otherwise 1
#pragma once

#include <cstdint>

#include "bbr2/bbr2.h"
#include "fairtt/fairtt_parameters.h"
#include "fairtt/min_rtt_window.h"

namespace ccsim {

class Fairtt final : public Bbr2 {
 public:
  Fairtt(const Bbr2Parameters& host, const FairttParameters& parameters,
         const ControllerContext& context);
  ~Fairtt() override;
  Fairtt(const Fairtt&) = delete;
  Fairtt& operator=(const Fairtt&) = delete;

  void observe(StateSink& sink) const override;

 protected:
  void on_model_updated(const AckEvent& ack) override;
  [[nodiscard]] BitRate own_bandwidth(Use use, BitRate model_bps) const override;

 private:
  [[nodiscard]] std::int64_t window_acks() const;
  [[nodiscard]] Duration weighted_min_rtt_ns();
  void update_threshold(SimTime now_ns);
  [[nodiscard]] Duration coefficient_min_rtt_ns() const;
  void record_coefficient(double before) const;

  FairttParameters parameters_;
  SharedOracle* oracle_;  // ORACLE; nullptr where the reading does not need it
  std::uint32_t flow_index_;

  MinRttWindow window_;
  RecentMinimum recent_minimum_;
  Duration own_min_rtt_ns_ = kNoDuration;  // minRTT_t of this flow
  Duration history_sum_ns_ = 0;            // minRTT_0 .. minRTT_t-1
  std::int64_t history_count_ = 0;
  bool was_in_probe_rtt_ = false;

  Duration last_rtt_ns_ = kNoDuration;
  std::int64_t distinct_count_ = 0;  // Wfcount_t
  Duration alpha_ns_ = 0;            // kUnbounded: infinite
  double coefficient_ = 1;
};

}  // namespace ccsim
