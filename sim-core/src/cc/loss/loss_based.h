// What NewReno and CUBIC share: slow start, the additive-increase counter, one reduction per
// congestion episode, PRR towards the threshold, collapse on a timeout, undo.
#pragma once

#include <string>

#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "ccsim/units.h"

namespace ccsim {

struct SearchStep;

// What leads from state to state in every algorithm of this kind, in words.
inline constexpr const char* kThresholdReached = "The window has reached the slow start threshold.";
inline constexpr const char* kLossOrMark = "A loss is detected, or an ECN mark arrives.";
inline constexpr const char* kRecovered =
    "Everything that was in flight at the loss is acknowledged.";
inline constexpr const char* kSpuriousLoss =
    "The loss was spurious: window and threshold are as before.";
inline constexpr const char* kTimeout = "A retransmission timeout.";

// Slow start, congestion avoidance, recovery. `source` is the public one of the rules.
[[nodiscard]] StateMachine loss_based_machine(std::string source);

// A window-based controller as the Linux stack drives one: tcp_cong_avoid() while it is open,
// ssthresh() once per episode, undo_cwnd() when the episode was spurious.
class LossBasedControl : public CongestionControl {
 public:
  explicit LossBasedControl(const ControllerContext& context);

  void on_packet_sent(const SentEvent& sent) override;
  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent& lost) override;
  void on_congestion(const CongestionEvent& congestion) final;
  void on_recovery_exit(const RecoveryExitEvent& exit) override;
  void on_undo(const UndoEvent& undo) final;
  void on_idle_restart(const IdleEvent& idle) override;

  [[nodiscard]] const Controls& controls() const final { return controls_; }
  [[nodiscard]] ControlTraits traits() const override {
    return {.reduces_by_prr = true, .has_threshold = true};
  }
  [[nodiscard]] Binding window_binding() const final {
    return in_slow_start() ? slow_start_binding() : growth_binding();
  }
  [[nodiscard]] Binding rate_binding() const final { return Binding::kWindowRate; }
  void observe(StateSink& sink) const override;

 protected:
  [[nodiscard]] Packets cwnd_packets() const { return controls_.cwnd_packets; }
  [[nodiscard]] Packets ssthresh_packets() const { return controls_.ssthresh_packets; }
  // The threshold after a congestion event, from the window at its start.
  [[nodiscard]] virtual Packets reduced_window_packets(const CongestionEvent& congestion) = 0;
  // How many packets must be acked for one more packet of window, in congestion avoidance.
  [[nodiscard]] virtual Packets acks_per_increment(const AckEvent& ack, Packets acked_packets) = 0;
  // What rules the window before congestion avoidance, and in it.
  [[nodiscard]] virtual Binding slow_start_binding() const { return Binding::kSlowStart; }
  [[nodiscard]] virtual Binding growth_binding() const { return Binding::kAdditiveIncrease; }
  // The window that growth aims back at; 0: none.
  [[nodiscard]] virtual Packets plateau_packets() const { return 0; }
  // Called with every ACK, also during recovery, before the window grows.
  virtual void on_rtt_sample(const AckEvent&) {}
  // Slow start may take fewer packets into account than were acked (HyStart++ in CSS).
  [[nodiscard]] virtual Packets slow_start_credit(const AckEvent& ack) {
    return ack.sample.newly_acked_packets;
  }
  virtual void on_timeout(const CongestionEvent&) {}

  [[nodiscard]] bool in_slow_start() const { return cwnd_packets() < ssthresh_packets(); }
  void leave_slow_start(SimTime now_ns, const char* reason);
  void follow(SimTime now_ns, const SearchStep& step);
  void enter_phase(SimTime now_ns, const char* phase, const char* reason);
  [[nodiscard]] const ControllerContext& context() const { return context_; }

  // on_ack() in its parts, for modules whose growth is their own (`congestion_avoidance.h`).
  void take_samples(const AckEvent& ack);
  [[nodiscard]] static bool may_raise(const AckEvent& ack);
  void grow(const AckEvent& ack);
  // Linux tcp_slow_start(): the remaining acked packets count in congestion avoidance.
  Packets grow_to_threshold(Packets acked_packets);
  void set_window(Packets cwnd_packets) { controls_.cwnd_packets = cwnd_packets; }
  void set_threshold(Packets ssthresh_packets) { controls_.ssthresh_packets = ssthresh_packets; }
  // Of the window as it is now.
  void record_window(SimTime now_ns, CauseKind kind, const char* reason,
                     Packets before_packets) const;
  // Asked of the transport after this ACK.
  void ask_after_ack(AfterAck action) { controls_.after_ack = action; }
  // Towards the next packet of window (Linux snd_cwnd_cnt); a reduction empties it.
  Packets& acked_credit_packets() { return acked_credit_packets_; }

 private:
  void grow_linearly(Packets acks_per_packet, Packets acked_packets);

  ControllerContext context_;
  Controls controls_;
  Packets acked_credit_packets_ = 0;  // towards the next packet of window
  Packets prior_cwnd_packets_ = 0;    // before the running episode, for undo
  Packets prior_ssthresh_packets_ = kNoThreshold;
  Duration min_rtt_ns_ = kNoDuration;
  const char* phase_ = nullptr;
};

}  // namespace ccsim
