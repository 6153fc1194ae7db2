// A controller for tests: a window and a rate that the test sets, and a record of the events that
// it got.
#pragma once

#include <vector>

#include "ccsim/congestion_control.h"

namespace ccsim {

// What the test sets, and what the controller saw. Outlives the controller.
struct FixedWindowState : Controls {
  FixedWindowState() : Controls{.cwnd_packets = 10} {}

  bool uses_prr = false;
  // On a congestion event: set the window to this, if not zero.
  Packets cwnd_after_loss_packets = 0;
  bool reacts_to_losses_in_cwr = false;

  std::vector<SentEvent> sent;
  std::vector<AckEvent> acks;
  std::vector<PacketLostEvent> lost;
  std::vector<CongestionEvent> congestions;
  std::vector<RecoveryExitEvent> exits;
  std::vector<UndoEvent> undos;
};

class FixedWindow final : public CongestionControl {
 public:
  explicit FixedWindow(FixedWindowState& state) : state_(state) {}

  void on_packet_sent(const SentEvent& sent) override { state_.sent.push_back(sent); }
  void on_ack(const AckEvent& ack) override { state_.acks.push_back(ack); }
  void on_packet_lost(const PacketLostEvent& lost) override { state_.lost.push_back(lost); }
  void on_congestion(const CongestionEvent& congestion) override {
    state_.congestions.push_back(congestion);
    state_.after_ack = AfterAck::kNothing;  // it has begun
    prior_cwnd_packets_ = state_.cwnd_packets;
    if (state_.cwnd_after_loss_packets > 0) state_.cwnd_packets = state_.cwnd_after_loss_packets;
    if (congestion.kind == CongestionKind::kRto) {
      state_.cwnd_packets = congestion.still_in_flight_packets + 1;
    }
  }
  void on_recovery_exit(const RecoveryExitEvent& exit) override { state_.exits.push_back(exit); }
  void on_undo(const UndoEvent& undo) override {
    state_.undos.push_back(undo);
    state_.cwnd_packets = prior_cwnd_packets_;
  }

  [[nodiscard]] const Controls& controls() const override { return state_; }
  [[nodiscard]] ControlTraits traits() const override {
    return {.reduces_by_prr = state_.uses_prr,
            .has_threshold = state_.uses_prr,
            .reacts_to_losses_in_cwr = state_.reacts_to_losses_in_cwr};
  }
  void observe(StateSink&) const override {}

 private:
  FixedWindowState& state_;
  Packets prior_cwnd_packets_ = 0;
};

}  // namespace ccsim
