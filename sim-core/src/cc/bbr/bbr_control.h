// What the versions of BBR share: the event at hand, the controls that come out, and how the
// transport asks for them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bbr/bbr_pacing.h"
#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "ccsim/packed_int.h"
#include "gain.h"
#include "observed.h"
#include "wire_units.h"

namespace ccsim {

// In the resolution of the gains that the version is specified in.
template <class AnyGain>
class BbrControlOf : public CongestionControl {
 public:
  [[nodiscard]] const Controls& controls() const final { return controls_; }
  [[nodiscard]] ControlTraits traits() const final { return {.needs_every_packet_sent = false}; }

 protected:
  struct StartupGains {
    AnyGain pacing;
    AnyGain cwnd;
  };
  // Paces from the start: the initial window over the RTT of the handshake.
  BbrControlOf(const ControllerContext& context, StartupGains gains, std::int64_t margin_percent)
      : controls_{.cwnd_packets = std::max<Packets>(context.initial_window_packets, 1)},
        units_(context.packet_bytes),
        now_ns_(context.now_ns),
        srtt_ns_(context.handshake_rtt_ns),
        pacing_gain_(gains.pacing),
        cwnd_gain_(gains.cwnd),
        pacing_(units_, margin_percent, gains.pacing),
        context_(context) {
    pacing_.start_from_window(controls_.cwnd_packets, srtt_ns_);
    controls_.pacing_rate_bps = pacing_.rate_bps();
  }

  void pace(const typename BbrPacingOf<AnyGain>::Target& target) {
    if (pacing_.set(target, controls_.cwnd_packets, srtt_ns_))
      controls_.pacing_rate_bps = pacing_.rate_bps();
  }

  // Records what set a variable that may bind.
  void record_cause(CauseKind kind, const char* reason, const CauseNumbers& numbers) const {
    if (context_.causes != nullptr) context_.causes->on_cause(now_ns_, kind, reason, numbers);
  }

  // The window has changed from `before_packets`.
  void record_window(CauseKind kind, const char* reason, Packets before_packets) const {
    record_cause(kind, reason,
                 {amount(before_packets), amount(controls_.cwnd_packets), kNoValue, kNoValue});
  }
  // A timeout. The stack, not the module: what is still in flight and one more (tcp_enter_loss()).
  void collapse_window(const CongestionEvent& congestion) {
    const Packets before_packets = controls_.cwnd_packets;
    controls_.cwnd_packets = std::max<Packets>(congestion.still_in_flight_packets + 1, 1);
    window_binding_ = Binding::kRegrowingWindow;
    record_cause(CauseKind::kWindowCollapsed, "rto",
                 {amount(before_packets), amount(controls_.cwnd_packets),
                  amount(congestion.in_flight_packets), kNoValue});
  }
  // At most `cap_packets`, by the rule `binding`.
  void cap_window(Packets cap_packets, Binding binding) {
    if (controls_.cwnd_packets <= cap_packets) return;
    controls_.cwnd_packets = cap_packets;
    window_binding_ = binding;
  }
  void hold_at_minimum(Packets minimum_packets) {
    if (controls_.cwnd_packets > minimum_packets) return;
    controls_.cwnd_packets = minimum_packets;
    window_binding_ = Binding::kMinimumWindow;
  }
  // Up to the last good window; `used_packets` is the one in use.
  void restore_window(const char* reason, Packets used_packets) {
    note_window(CauseKind::kWindowRestored, reason, used_packets);
    controls_.cwnd_packets = std::max(controls_.cwnd_packets, prior_cwnd_packets_);
    window_binding_ = Binding::kRegrowingWindow;
  }
  // The window in use, of `used_packets`, changes. It is recorded after the ACK has been handled:
  // the rules bound the window again at once, and no packet leaves with the window in between.
  void note_window(CauseKind kind, const char* reason, Packets used_packets) {
    if (noted_.reason != nullptr && noted_.kind == kind) return;
    record_noted_window();
    noted_ = {kind, reason, used_packets};
  }
  void record_noted_window() {
    if (noted_.reason == nullptr) return;
    record_window(noted_.kind, noted_.reason, noted_.used_packets);
    noted_.reason = nullptr;
  }
  // From the window in use to that of ProbeRTT, which raises none.
  void record_probe_rtt_entered(const char* reason, Packets cwnd_packets) const {
    const Packets used_packets = controls_.cwnd_packets;
    record_cause(
        CauseKind::kProbeRttEntered, reason,
        {amount(used_packets), amount(std::min(used_packets, cwnd_packets)), kNoValue, kNoValue});
  }
  void record_min_rtt(const char* reason, Duration before_ns, Duration after_ns) const {
    if (before_ns == after_ns) return;
    record_cause(CauseKind::kMinRttSet, reason,
                 {seconds_or_nan(before_ns), seconds_or_nan(after_ns), kNoValue, kNoValue});
  }

  // What an ACK needs lies together: with many flows it is read from memory.
  Controls controls_;
  CaState previous_state_ = CaState::kOpen;
  Binding window_binding_ = Binding::kStartupWindow;  // what gave controls_.cwnd_packets its value
  bool restarts_from_idle_ = false;
  WireUnits units_;
  // Of the event being handled.
  SimTime now_ns_;
  Duration srtt_ns_;
  PackedUint32 delivered_packets_{0};
  PackedUint32 send_quantum_packets_{1};
  // The controls.
  AnyGain pacing_gain_;
  AnyGain cwnd_gain_;
  BbrPacingOf<AnyGain> pacing_;
  BitRate sample_bps_ = 0;  // of the ACK, for those that keep it
  Packets prior_cwnd_packets_ = 0;
  struct NotedWindow {
    CauseKind kind = CauseKind::kWindowRestored;
    const char* reason = nullptr;  // null: nothing is to be recorded
    Packets used_packets = 0;
  };
  NotedWindow noted_;

  ControllerContext context_;  // seldom
};

using BbrControl = BbrControlOf<Gain>;

}  // namespace ccsim
