// The way of packets over a link where only the buffer decides: data at a constant rate through a
// drop-tail queue, over the only link of the network. When a packet comes it is known when its last
// bit is out, so what follows is computed at once, ahead of the clock (src/ahead/), up to the ACK
// of its receiver. What comes over the only access pipe comes in the order in which it was sent:
// then it needs no pipe either, and is accepted as it leaves its sender.
//
// A Link that has one passes its packets on to it and has its recorders settled before they are
// read. Link describes everything else.
#pragma once

#include <cstdint>

#include "ahead/pipe_collector.h"
#include "ahead/steady_bottleneck.h"
#include "ccsim/scenario.h"
#include "engine/engine.h"
#include "metrics/link_recorder.h"
#include "net/packet.h"
#include "net/pipe.h"

namespace ccsim {

class Flow;
class Link;
class Network;
class RttRecorder;
struct FlowTransit;

class SteadyLink final {
 public:
  // Whether the network's link can be one: packets are not recorded one by one. With several
  // links the order of packets that reach their ends at the same nanosecond is that of their
  // departures.
  [[nodiscard]] static bool is_possible(const Scenario& scenario, bool records_packets,
                                        PipeWay way);

  // `propagation`: from the end of a transmission to the receiver.
  SteadyLink(Engine& engine, const Scenario& scenario, PipeEntrance<Packet>& propagation,
             Link& link, Network& network);

  // Packets come over this pipe, and over others unless it is the only one.
  void add_access(PipeEntrance<Packet>& access, bool is_only_one);

  // As Link::approach(), unless the packets have to wait in the pipe: then false, and nothing has
  // happened.
  [[nodiscard]] bool take_ahead(const PipeEntrance<Packet>& access, Packet& packet, Packets count,
                                SimTime now_ns);
  // A packet comes out of an access pipe.
  void accept(const Packet& packet, SimTime now_ns);
  // What happened up to now is in the recorders, and nothing that will happen.
  void settle(SimTime now_ns) {
    arrivals_.collect(now_ns);
    bottleneck_.look(now_ns);
  }
  // The time of the latest arrival that has been dealt with; -1 if none has.
  [[nodiscard]] SimTime last_arrival_ns() const { return last_arrival_ns_; }
  // Right after settle(): packets of which neither an event nor a pipe knows.
  [[nodiscard]] Packets held_packets() const { return bottleneck_.held_packets(); }

  // --- called by the collector of arrivals
  [[nodiscard]] SimTime collectable_until_ns(SimTime now_ns);
  // --- called by the bottleneck (see SteadyBottleneck's Probe)
  void on_drop(const Packet& packet, LossReason reason, SimTime now_ns);
  void on_random_loss(const Packet& packet, SimTime now_ns);
  void on_wait_end_undone(const HeldPacket& packet, SimTime until_ns);
  void on_wait_end(const HeldPacket& packet, SimTime now_ns);
  void on_delivery_undone(const HeldPacket& packet);
  void on_arrived(const HeldPacket& packet);
  [[gnu::always_inline]] void on_queue_grown(Bytes waiting_bytes, SimTime now_ns) {
    recorder_.raise_level(waiting_bytes, now_ns);
  }
  [[gnu::always_inline]] void on_queue_shrunk(Bytes waiting_bytes, SimTime now_ns) {
    recorder_.lower_level(waiting_bytes, now_ns);
  }
  void on_busy(bool is_busy, SimTime now_ns) { recorder_.set_busy(is_busy, now_ns); }
  void on_transmitted(const HeldPacket& packet);

 private:
  // What hears of the way of a burst's packets: it knows the flow, which is looked for once.
  struct Passing {
    SteadyLink& link;
    Flow& flow;
    FlowTransit& transit;
    RttRecorder* rtt_parts;  // null: where their time goes is not recorded
    void on_wait(const HeldPacket& packet, SimTime from_ns, SimTime until_ns);
    [[nodiscard]] PacketFate on_departure_at(const Packet& packet, SimTime start_ns, SimTime end_ns,
                                             SimTime now_ns);
  };
  // `count` packets, of which this is the first.
  [[nodiscard]] Passing passing_of(const Packet& packet, Packets count);

  Network& network_;
  Link& link_;
  LinkRecorder& recorder_;             // the link's
  PipeEntrance<Packet>& propagation_;  // for packets that have an event at their receiver
  bool has_one_access_ = false;
  SimTime last_arrival_ns_ = -1;
  SimTime last_due_ns_ = -1;  // at its receiver, of the packet that left last
  SteadyBottleneck<SteadyLink> bottleneck_;
  // No packet is out of the propagation pipe before it is looked at.
  PipeCollector<Packet, SteadyLink> arrivals_;
};

}  // namespace ccsim
