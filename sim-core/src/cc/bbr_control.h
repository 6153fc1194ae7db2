// What the versions of BBR share: the event at hand, the controls that come out, and how the
// transport asks for them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bbr_pacing.h"
#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "gain.h"
#include "observed.h"
#include "wire_units.h"

namespace ccsim {

class BbrControl : public CongestionControl {
 public:
  [[nodiscard]] Packets cwnd_packets() const final { return cwnd_packets_; }
  [[nodiscard]] BitRate pacing_rate_bps() const final { return pacing_.rate_bps(); }
  [[nodiscard]] Packets ssthresh_packets() const final { return kUnbounded; }
  [[nodiscard]] bool reduces_by_prr() const final { return false; }
  [[nodiscard]] bool forces_app_limited() const final { return forces_app_limited_; }

 protected:
  struct StartupGains {
    Gain pacing;
    Gain cwnd;
  };
  // Paces from the start: the initial window over the RTT of the handshake.
  BbrControl(const ControllerContext& context, StartupGains gains, std::int64_t margin_percent)
      : context_(context),
        units_(context.packet_bytes),
        now_ns_(context.now_ns),
        srtt_ns_(context.handshake_rtt_ns),
        pacing_(units_, margin_percent, gains.pacing),
        pacing_gain_(gains.pacing),
        cwnd_gain_(gains.cwnd),
        cwnd_packets_(std::max<Packets>(context.initial_window_packets, 1)) {
    pacing_.start_from_window(cwnd_packets_, srtt_ns_);
  }

  ControllerContext context_;
  WireUnits units_;

  // Of the event being handled.
  SimTime now_ns_;
  Packets delivered_packets_ = 0;
  Packets send_quantum_packets_ = 1;
  Duration srtt_ns_;

  // The controls.
  BbrPacing pacing_;
  Gain pacing_gain_;
  Gain cwnd_gain_;
  Packets cwnd_packets_;
  Packets prior_cwnd_packets_ = 0;
  CaState previous_state_ = CaState::kOpen;
  bool restarts_from_idle_ = false;
  bool forces_app_limited_ = false;
};

}  // namespace ccsim
