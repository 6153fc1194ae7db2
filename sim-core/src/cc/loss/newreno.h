#pragma once

#include "gain.h"
#include "loss/loss_based.h"
#include "loss/search.h"

namespace ccsim {

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

}  // namespace ccsim
