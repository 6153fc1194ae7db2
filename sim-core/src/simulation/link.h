// One link of the network: the pipes that lead to it, its queue and transmitter, its propagation
// delay, and what is measured of it.
//
//   access pipes ─▶ accept() ─▶ [ queue | transmitter ] ─▶ propagation ─▶ Network::pass_on()
//
// Where only the buffer decides, a SteadyLink does all of this, ahead of the clock.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ccsim/scenario.h"
#include "metrics/link_recorder.h"
#include "metrics/series_recorder.h"
#include "net/bottleneck.h"
#include "net/changing_path.h"
#include "net/loss_process.h"
#include "simulation/delay_lines.h"
#include "simulation/observed_state.h"
#include "simulation/steady_link.h"
#include "transport/ack.h"

namespace ccsim {

class Network;

class Link final {
 public:
  Link(Engine& engine, const Scenario& scenario, std::uint32_t index, std::uint64_t seed,
       Network& network, PipeWay way);

  // The pipe over which a flow's packets come here first.
  PipeEntrance<Packet>& access_with_delay(Duration delay_ns) {
    PipeEntrance<Packet>& pipe = access_lines_.with_delay(delay_ns);
    if (steady_) steady_->add_access(pipe, access_lines_.count() == 1);
    return pipe;
  }
  // `count` packets leave for this link together, over one of its access pipes: this one and those
  // that follow it. `packet` is used up.
  void approach(PipeEntrance<Packet>& access, Packet& packet, Packets count, SimTime now_ns);
  // From now on this link decides which of the flow's packets get lost at random.
  void decide_losses_of(std::uint32_t flow_index, bool is_acks);

  // From now on the flows' records of RTTs hear of their packets.
  void record_rtt_parts() { records_rtt_parts_ = true; }

  // A packet arrives.
  void accept(const Packet& packet, SimTime now_ns) {
    if (steady_) [[likely]] {
      steady_->accept(packet, now_ns);
    } else {
      accept_step_by_step(packet, now_ns);
    }
  }
  // What happened up to now is in the recorders, those of flows too: before they are read.
  void settle(SimTime now_ns) {
    if (steady_) steady_->settle(now_ns);
  }

  // Whether a SteadyLink takes all packets.
  [[nodiscard]] bool is_steady() const { return steady_.has_value(); }
  // Of its propagation.
  [[nodiscard]] Duration delay_ns() const { return propagation_.delay_ns(); }

  // --- called by the bottleneck (see Bottleneck's Probe)
  void on_drop(const Packet& packet, LossReason reason, SimTime now_ns);
  void on_mark(const Packet& packet, LossReason reason, SimTime now_ns);
  void on_random_loss(const Packet& packet, SimTime now_ns) { lose(packet, loss_reason_, now_ns); }
  void on_wait_begin(const Packet& packet, SimTime now_ns);
  void on_wait_end(const Packet& packet, SimTime now_ns);
  void on_queue(Bytes waiting_bytes, SimTime now_ns) { recorder_.set_queue(waiting_bytes, now_ns); }
  void on_busy(bool is_busy, SimTime now_ns) { recorder_.set_busy(is_busy, now_ns); }
  void on_transmitted(const Packet& packet, SimTime now_ns);
  void on_departure(const Packet& packet, SimTime now_ns) {
    if (changing_path_ == nullptr) {
      propagation_.push(packet);
    } else {
      leave_on_changing_path(packet, now_ns);
    }
  }
  void on_rate(BitRate rate_bps, bool is_busy, SimTime now_ns) {
    recorder_.set_rate(rate_bps, is_busy, now_ns);
  }
  void on_used(Bytes bytes) { recorder_.add_used(bytes); }
  // --- called by the steady link: a packet of the flow vanished behind the transmitter
  void on_loss_ahead(std::uint32_t flow_index, SimTime at_ns);

  // Null: nothing changes behind the link.
  [[nodiscard]] ChangingPath* changing_path() const { return changing_path_.get(); }
  // Until when arrivals have been dealt with, ahead of the clock; -1: none has.
  [[nodiscard]] SimTime last_arrival_ns() const {
    return steady_ ? steady_->last_arrival_ns() : SimTime{-1};
  }
  // Packets that are on their way to it, in it, or on their way from it.
  [[nodiscard]] Packets held_packets() const;

  [[nodiscard]] LinkRecorder& recorder() { return recorder_; }
  [[nodiscard]] const LinkRecorder& recorder() const { return recorder_; }
  [[nodiscard]] LinkSummary summarise() const { return recorder_.summarise(filters_acks_); }
  void add_to(SeriesRecorder& series);
  void sample(SeriesRecorder& series, SimTime now_ns);

 private:
  // The end of the propagation pipe.
  struct Exit {
    Network& network;
    void accept(const Packet& packet, SimTime now_ns);
  };

  [[gnu::noinline]] void accept_step_by_step(Packet packet, SimTime now_ns);
  void note(PacketEventKind kind, const Packet& packet, SimTime now_ns,
            LossReason reason = LossReason::kNone) {
    if (records_packets_) write_down(kind, packet, reason, now_ns);
  }
  // The packet comes to this link; only with records_rtt_parts_.
  [[gnu::noinline]] void note_coming(const Packet& packet, SimTime now_ns);
  // What the packet's time has been spent for until now; only with records_rtt_parts_.
  [[gnu::noinline]] void note_time(const Packet& packet, std::size_t cell, SimTime until_ns);
  // The same of a wait in this link's queue.
  [[gnu::noinline]] void note_wait(const Packet& packet, SimTime until_ns);
  void lose_ack(const Packet& packet, LossReason reason, SimTime now_ns);
  // The packet does not arrive, for a reason that is none of the queue's.
  void lose(const Packet& packet, LossReason reason, SimTime now_ns);
  [[nodiscard]] LossKey key_of(const Packet& packet, LossReason reason) const {
    return {.flow_index = packet.flow_index,
            .link_index = static_cast<std::int16_t>(index_),
            .reason = reason,
            .is_ack = packet.is_ack};
  }
  void write_down(PacketEventKind kind, const Packet& packet, LossReason reason, SimTime now_ns);
  void leave_on_changing_path(const Packet& packet, SimTime now_ns);
  [[nodiscard]] std::vector<std::string> series_names() const;
  // In the order of the names.
  [[nodiscard]] std::vector<double> take_sample(SimTime now_ns);
  // What this link decides of the packet, before its queue; false if the packet goes no further.
  [[nodiscard]] bool prepare(Packet& packet, SimTime now_ns);
  [[nodiscard]] bool decides_loss_of(const Packet& packet);
  // Whether a waiting ACK of the flow has taken over what this one says.
  bool merge_into_waiting_ack(const Packet& packet, SimTime now_ns);

  std::uint32_t index_;
  std::uint64_t seed_;
  LossConfig loss_;
  LossReason loss_reason_;  // of what the loss model decides
  bool filters_acks_;
  bool is_plain_;  // takes every packet as it comes: nothing to prepare
  bool records_packets_;
  bool changes_rate_;
  bool has_marks_;  // flows that use ECN pass it, and its queue can mark
  bool records_rtt_parts_ = false;
  Network& network_;
  LinkRecorder recorder_;
  ObservedState observed_queue_;
  std::size_t series_subject_ = 0;
  Bottleneck<Link> bottleneck_;
  std::unique_ptr<ChangingPath> changing_path_;
  Exit exit_;
  Pipe<Packet, Exit> propagation_;
  DelayLines<Packet, Link> access_lines_;
  std::optional<SteadyLink> steady_;  // takes the bottleneck's place where it can
  // By flow; empty where nothing is decided here.
  std::vector<LossProcess> data_losses_;
  std::vector<LossProcess> ack_losses_;
  // By flow: the newest that waits. With filters_acks_.
  struct WaitingAck {
    std::int64_t place = kNoSequence;
    std::uint32_t connection_index = 0;
  };
  std::vector<WaitingAck> waiting_acks_;
};

}  // namespace ccsim
