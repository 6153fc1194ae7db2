// One flow: a sender, a receiver, the pipes between them and the bottleneck, and its observer.
//
//   sender ─▶ access pipe ─▶ ...links of the path... ─▶ deliver() ─▶ receiver
//      ▲                                                                │
//      └───────── reverse pipe, or links of the return path ◀───────────┘
#pragma once

#include <memory>

#include "ccsim/algorithm.h"
#include "ccsim/scenario.h"
#include "engine/engine.h"
#include "metrics/delivery_recorder.h"
#include "metrics/flow_recorder.h"
#include "metrics/packet_recorder.h"
#include "metrics/series_recorder.h"
#include "net/changing_path.h"
#include "net/loss_process.h"
#include "net/pipe.h"
#include "simulation/ack_pool.h"
#include "simulation/arrivals.h"
#include "simulation/carrier.h"
#include "simulation/flow_observer.h"
#include "simulation/returning_ack.h"
#include "transport/handshake.h"
#include "transport/receiver.h"
#include "transport/sender.h"
#include "transport/traffic_source.h"

namespace ccsim {

class Barrier;
class Flow;
class Link;
class Network;

// The algorithm of the flows of a group, and its parameters, which are put together once for all of
// them. Datagrams have none.
struct FlowControl {
  const AlgorithmInfo& algorithm;
  const ParameterSet parameters;
};
[[nodiscard]] FlowControl control_of(const FlowGroupConfig& group);

// What surrounds the flows of a group: the pipes, which they may share with others, and the
// series.
struct FlowEnvironment {
  Engine& engine;
  Link& first_link;
  PipeEntrance<Packet>& access;  // to it
  PipeEntrance<ReturningAck>& reverse;
  // ACKs of packets that are accepted ahead of the clock, with the same delay; and those of timers
  // that expire before such a packet, until they do.
  PipeEntrance<ReturningAck>& reverse_ahead;
  ExpiredAcks& expired_acks;
  PipeEntrance<Packet>* ack_access;  // to the first link of the return path; null: there is none
  SeriesRecorder& series;
  SharedOracle* oracle;
  // Whose outages and steps of loss lose the ACKs that meet no link; null: of no path.
  ChangingPath* changing_path;
  const FlowEcn ecn;
  const FlowControl control;
  Network& network;
  Barrier& barrier;
  Duration host_jitter_ns;
  bool records_rtt_parts;
  LossReason ack_loss_reason;  // of ACKs that a loss model strikes and that meet no link
  std::uint8_t links_after_first;
};

struct FlowIdentity {
  std::int64_t group_index = 0;
  std::uint32_t flow_index = 0;
  std::uint64_t seed = 0;
};

class alignas(64) Flow final : private PacketOutput, private AckOutput {
 public:
  // `environment` must outlive it.
  Flow(const Scenario& scenario, const FlowIdentity& identity, const FlowEnvironment& environment);
  Flow(const Flow&) = delete;
  Flow& operator=(const Flow&) = delete;

  // A packet has come through the network.
  void deliver(const Packet& packet, SimTime now_ns);

  // An ACK has come back. It knows whether there is a carrier: to look would be a cache line more.
  void accept_ack(const ReturningAck& returning, SimTime sent_ns, SimTime now_ns) {
    const Ack ack = returning.ack();
    if (returning.is_for_flow) [[unlikely]] {
      if (records_rtt_parts_) note_ack_back(ack, sent_ns, now_ns);
      if (has_carrier_) {
        carrier_->accept_ack(ack, returning.connection_index, now_ns);
        return;
      }
    }
    sender_.accept(ack, now_ns);
  }

  // An ACK has come back over links, or will not come.
  void deliver_ack(const Packet& packet, SimTime now_ns);
  void lose_ack(const Packet& packet, SimTime now_ns);
  // The ACK at `older` takes over what the newer one says; false if both must go their way.
  [[nodiscard]] bool merge_acks(std::int64_t older, std::int64_t newer);
  // ACKs that are on links.
  [[nodiscard]] Packets acks_on_links() const { return acks_.count(); }
  // Packets without data that are under way, dropped or lost: no transmissions of the flow.
  [[nodiscard]] Packets bare_packets_left() const {
    return observer_.bare_packets() - bare_packets_received_;
  }

  // --- called by a SteadyLink, ahead of the clock
  // Whether what its receiver does with a packet may be computed before the packet is there. Not
  // while packets are under way that have not been accepted.
  [[nodiscard]] bool may_deliver_ahead() const {
    return may_run_ahead_ && deliveries_under_way_ == 0;
  }
  // A packet will come through the network at `due_ns`, later than all before it, and is accepted
  // now. True if it is new. The caller counts it when it is there.
  [[nodiscard]] [[gnu::always_inline]] bool deliver_ahead(const Packet& packet, SimTime due_ns);
  // deliver() will be called for a packet, in a run in which others are delivered ahead.
  void await_delivery() { ++deliveries_under_way_; }
  // A timer of the receiver has expired that was computed ahead of the clock.
  void return_expired_ack(const ExpiredAck& expired) {
    env_.reverse.push_at(expired.returning, expired.due_ns);
  }

  [[nodiscard]] const LinkPath& path() const { return config_.path; }
  [[nodiscard]] const LinkPath& return_path() const { return config_.return_path; }

  // From now on the flow's packet events are written down.
  void record_packets(PacketRecorder& recorder);
  // From now on it is written down what binds the flow.
  void record_causes(const CauseResolution& resolution) { observer_.record_causes(resolution); }
  // Once the run is over; only after record_causes().
  [[nodiscard]] FlowCauses finish_causes(SimTime now_ns) { return observer_.finish_causes(now_ns); }
  // Null: they are not recorded.
  [[nodiscard]] RttRecorder* rtt_parts() const { return observer_.rtt_parts(); }
  // Over the flow's measurement window.
  [[nodiscard]] FlowRttParts mean_rtt_parts() const {
    return rtt_parts() == nullptr ? FlowRttParts{} : rtt_parts()->of_window();
  }
  // The first packet that its sender has not heard of.
  [[nodiscard]] std::int64_t una_sequence() const { return sender_.scoreboard().una_sequence(); }
  // Of an ACK that the receiver would send now, with all that it has been given.
  [[nodiscard]] std::uint32_t sack_end() { return receiver_.sack_log().end(); }
  // Something has happened to one of its packets.
  void note(PacketEventKind kind, const Packet& packet, SimTime now_ns) {
    observer_.note(kind, packet, now_ns);
  }

  [[nodiscard]] FlowRecorder& recorder() { return observer_.recorder(); }
  [[nodiscard]] const FlowRecorder& recorder() const { return observer_.recorder(); }

  // The measurement window of the run begins; the flow's own begins with it if the flow is active.
  void begin_measurement(SimTime now_ns);
  void finish(SimTime now_ns) { observer_.end_window(now_ns); }
  void summarise(SimTime end_ns, FlowSummary& summary) const;
  // Null if its traffic comes in no parts.
  [[nodiscard]] const DeliveryRecorder* deliveries() const { return deliveries_.get(); }

  [[nodiscard]] std::int64_t group_index() const { return identity_.group_index; }
  // Established and not stopped during all of [from_ns, to_ns].
  [[nodiscard]] bool was_active(SimTime from_ns, SimTime to_ns) const;

  // The sample that ends now goes into the series.
  void sample(SimTime now_ns, Duration interval_ns) {
    observer_.sample(carrier_.get(), receiver_.reader(), now_ns, interval_ns);
  }

 private:
  void send(const Packet& packet) override;
  void send_run(Packet& packet, Packets count) override;
  void send_ack(const Ack& ack, SimTime now_ns) override { return_ack(ack, 0, now_ns); }
  void send_expired_ack(const Ack& ack, SimTime at_ns, const Turn& turn) override;
  void send_of_carrier(Packet packet);
  void return_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns);
  // Whether its packets meet a steady link alone, and none of its ACKs is lost.
  [[nodiscard]] bool has_steady_way() const;
  // Without having met a link; only with records_rtt_parts_.
  void note_ack_back(const Ack& ack, SimTime sent_ns, SimTime now_ns) {
    rtt_parts()->receive_ack({ack.una_sequence, ack.sack_end}, sent_ns,
                             now_ns - sent_ns - env_.reverse.delay_ns());
  }
  [[nodiscard]] bool observes_acks() const { return has_carrier_ || records_rtt_parts_; }
  // The ACK does not get beyond its receiver.
  [[gnu::noinline]] void note_ack_lost(const Ack& ack, SimTime at_ns);
  // Of a packet that is delivered ahead.
  [[gnu::always_inline]] void return_ack_ahead(const Ack& ack, SimTime at_ns);
  // Onto the first link of the way back.
  void push_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns);
  void count_lost_ack(LossReason reason, SimTime at_ns);
  // Whether the ACK is lost at the receiver.
  [[nodiscard]] bool loses_ack(const Ack& ack, SimTime now_ns);
  // When an ACK that leaves the receiver is back, or at the first link of its way back.
  [[nodiscard]] SimTime ack_due_ns(Duration delay_ns, SimTime now_ns);
  [[nodiscard]] std::unique_ptr<CongestionControl> make_control(std::uint32_t connection_index,
                                                                const Handshake& handshake,
                                                                SimTime now_ns);
  [[nodiscard]] std::unique_ptr<Carrier> make_carrier(const Scenario& scenario);
  void begin(const char* reason, SimTime now_ns);

  void on_open(SimTime now_ns);
  void on_established(SimTime now_ns);
  void establish(const Handshake& handshake, SimTime now_ns);
  void on_stop(SimTime now_ns);

  // The flow as its carrier sees it: an object of its own, because two more bases would take
  // room in the part that each packet needs.
  class CarrierSide final : public CarrierPorts,
                            public ControlMaker,
                            public HandshakePackets::Owner {
   public:
    explicit CarrierSide(Flow& flow) : flow_(flow) {}
    void send_packet(Packet packet) override { flow_.send_of_carrier(packet); }
    void return_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns) override {
      flow_.return_ack(ack, connection_index, now_ns);
    }
    [[nodiscard]] std::unique_ptr<CongestionControl> make_control(std::uint32_t connection_index,
                                                                  const Handshake& handshake,
                                                                  SimTime now_ns) override {
      return flow_.make_control(connection_index, handshake, now_ns);
    }
    void on_handshake(const Handshake& handshake, SimTime now_ns) override {
      flow_.establish(handshake, now_ns);
    }

   private:
    Flow& flow_;
  };

  // What packets and ACKs pass, in one cache line: with many flows it is read from memory for each
  // of them. (A flow has fewer than 2^16 beside it: kMostFlows.)
  const FlowEnvironment& env_;
  RandomStream host_jitter_;
  SimTime last_ack_due_ns_ = 0;
  // Packets, in a run in which others are delivered ahead.
  std::int32_t deliveries_under_way_ = 0;
  bool may_run_ahead_ : 1 = false;
  bool loses_acks_ : 1 = false;
  bool has_carrier_ : 1 = false;
  bool records_rtt_parts_ : 1 = false;
  std::uint16_t flow_index_;
  // Seldom; so much of it that what an ACK asks of the observer begins with a cache line.
  FlowIdentity identity_;
  const FlowGroupConfig& config_;  // of the run's scenario
  Bytes packet_bytes_;
  Bytes header_bytes_;
  FlowObserver observer_;
  Receiver receiver_;
  Sender sender_;

  LossProcess ack_loss_;
  Packets initial_window_packets_;
  int handshake_round_trips_;
  SimTime warmup_ns_;
  Packets bare_packets_received_ = 0;
  const TrafficInfo& traffic_info_;
  LossProcess carrier_loss_;  // for the packets of the carrier; the sender has its own
  AckPool acks_;
  std::unique_ptr<DeliveryRecorder> deliveries_;
  std::unique_ptr<TrafficSource> traffic_;  // null without one connection
  CarrierSide carrier_side_{*this};
  // Null: none of its own, or of propagation alone.
  std::unique_ptr<HandshakePackets> handshake_;
  std::unique_ptr<Carrier> carrier_;  // null: the connection is only written to

  SimTime opened_ns_ = kNever;
  SimTime established_ns_ = kNever;
  Timer<Flow, &Flow::on_open> open_timer_;
  Timer<Flow, &Flow::on_established> established_timer_;
  Timer<Flow, &Flow::on_stop> stop_timer_;
};

// In the header, so that what a steady link does with a packet is one piece of code with what its
// receiver does.

inline bool Flow::deliver_ahead(const Packet& packet, SimTime due_ns) {
  return receiver_.accept(packet, due_ns,
                          [this](const Ack& ack, SimTime at_ns) { return_ack_ahead(ack, at_ns); });
}

// Only on a steady link, where an ACK meets neither outages nor links of a return path.
inline void Flow::return_ack_ahead(const Ack& ack, SimTime at_ns) {
  if (loses_acks_ && ack_loss_.decide_next()) [[unlikely]] {
    if (records_rtt_parts_) note_ack_lost(ack, at_ns);
    count_lost_ack(env_.ack_loss_reason, at_ns);
    return;
  }
  const SimTime due_ns = ack_due_ns(env_.reverse_ahead.delay_ns(), at_ns);
  env_.reverse_ahead.push_with_turn({ack, flow_index_, 0, records_rtt_parts_}, due_ns,
                                    env_.engine.take_turn_at(at_ns));
}

// ACKs of one flow stay in order.
inline SimTime Flow::ack_due_ns(Duration delay_ns, SimTime now_ns) {
  // Never negative; compared with 0, because gcc multiplies a value known to be positive with its
  // sign.
  const Duration jitter_ns =
      env_.host_jitter_ns != 0 ? host_jitter_.next_below(env_.host_jitter_ns) : 0;
  last_ack_due_ns_ = std::max(last_ack_due_ns_, now_ns + delay_ns + jitter_ns);
  return last_ack_due_ns_;
}

}  // namespace ccsim
