#include "simulation/steady_link.h"

#include <algorithm>

#include "ccsim/components.h"
#include "simulation/link.h"
#include "simulation/network.h"

namespace ccsim {

bool SteadyLink::is_possible(const Scenario& scenario, bool records_packets, PipeWay way) {
  const BottleneckConfig& link = scenario.bottleneck;
  return way == PipeWay::kFast && scenario.link_count() == 1 && !records_packets &&
         find_component(queues(), link.queue.kind)->traits.is_drop_tail() &&
         !link.changes.changes_rate() && !link.changes.changes_path() &&
         std::all_of(scenario.groups.begin(), scenario.groups.end(),
                     [](const FlowGroupConfig& group) {
                       return group.passes_bottleneck_only() && group.return_path.empty();
                     });
}

SteadyLink::SteadyLink(Engine& engine, const Scenario& scenario, PipeEntrance<Packet>& propagation,
                       Link& link, Network& network)
    : network_(network),
      link_(link),
      recorder_(link.recorder()),
      propagation_(propagation),
      bottleneck_(scenario.bottleneck, scenario.bottleneck.delay_ns, *this),
      arrivals_(engine, Rank::kAccess, propagation.delay_ns(), *this) {}

void SteadyLink::add_access(PipeEntrance<Packet>& access, bool is_only_one) {
  arrivals_.add(access);
  has_one_access_ = is_only_one;
}

bool SteadyLink::take_ahead(const PipeEntrance<Packet>& access, Packet& packet, Packets count,
                            SimTime now_ns) {
  const SimTime due_ns = now_ns + access.delay_ns();
  if (!has_one_access_ || !access.empty() || due_ns > network_.looks().next_ns(now_ns)) {
    return false;
  }
  last_arrival_ns_ = due_ns;
  Passing passing = passing_of(packet, count);
  for (Packets left = count;;) {
    bottleneck_.accept(packet, due_ns, passing);
    if (--left <= 0) return true;
    step_burst(packet, left);
  }
}

SteadyLink::Passing SteadyLink::passing_of(const Packet& packet, Packets count) {
  Flow& flow = network_.flow_of(packet);
  RttRecorder* rtt_parts = flow.rtt_parts();
  if (rtt_parts != nullptr && !rtt_parts->expect(packet.sequence, count, flow.una_sequence())) {
    rtt_parts = nullptr;
  }
  return {*this, flow, network_.transit(packet.flow_index), rtt_parts};
}

void SteadyLink::accept(const Packet& packet, SimTime now_ns) {
  last_arrival_ns_ = now_ns;
  Passing passing = passing_of(packet, 1);
  bottleneck_.accept(packet, now_ns, passing);
}

SimTime SteadyLink::collectable_until_ns(SimTime now_ns) {
  return has_one_access_ ? network_.looks().next_ns(now_ns) : now_ns;
}

// Ahead only if nothing else is delivered in the same nanosecond: their order is that of the
// events.
PacketFate SteadyLink::Passing::on_departure_at(const Packet& packet, SimTime start_ns,
                                                SimTime end_ns, SimTime now_ns) {
  const SimTime due_ns = end_ns + link.propagation_.delay_ns();
  // Before the receiver deals with the packet.
  if (rtt_parts != nullptr) [[unlikely]]
    rtt_parts->pass_only_link(packet.sequence, flow.sack_end(), {now_ns, start_ns, end_ns, due_ns});
  const bool is_alone = due_ns > link.last_due_ns_;
  link.last_due_ns_ = due_ns;
  if (!is_alone || !flow.may_deliver_ahead()) {
    flow.await_delivery();
    link.propagation_.push_at(packet, due_ns);
    return PacketFate::kDelivered;
  }
  const bool is_new = flow.deliver_ahead(packet, due_ns);
  ++transit.received_packets;
  if (!is_new) return PacketFate::kDuplicate;
  ++transit.unique_packets;
  return PacketFate::kNew;
}

void SteadyLink::Passing::on_wait(const HeldPacket& packet, SimTime from_ns, SimTime until_ns) {
  transit.queue_bytes.add_span(packet.wire_bytes, from_ns, until_ns);
  link.recorder_.add_wait(packet.wire_bytes, from_ns, until_ns);
}

void SteadyLink::on_drop(const Packet& packet, LossReason reason, SimTime now_ns) {
  link_.on_drop(packet, reason, now_ns);
}

void SteadyLink::on_random_loss(const Packet& packet, SimTime now_ns) {
  link_.on_random_loss(packet, now_ns);
}

void SteadyLink::on_wait_end_undone(const HeldPacket& packet, SimTime until_ns) {
  network_.transit(packet.flow_index).queue_bytes.add(packet.wire_bytes, until_ns);
  recorder_.add_waiting(packet.wire_bytes, until_ns);
}

void SteadyLink::on_wait_end(const HeldPacket& packet, SimTime now_ns) {
  network_.transit(packet.flow_index).queue_bytes.add(-Bytes{packet.wire_bytes}, now_ns);
  recorder_.add_waiting(-Bytes{packet.wire_bytes}, now_ns);
}

void SteadyLink::on_delivery_undone(const HeldPacket& packet) {
  FlowTransit& transit = network_.transit(packet.flow_index);
  --transit.received_packets;
  transit.unique_packets -= packet.fate == PacketFate::kNew ? 1 : 0;
}

void SteadyLink::on_arrived(const HeldPacket& packet) {
  FlowTransit& transit = network_.transit(packet.flow_index);
  ++transit.received_packets;
  transit.unique_packets += packet.fate == PacketFate::kNew ? 1 : 0;
}

void SteadyLink::on_transmitted(const HeldPacket& packet) {
  recorder_.add_transmitted();
  if (packet.fate == PacketFate::kLost) [[unlikely]]
    link_.on_loss_ahead(packet.flow_index, packet.end_ns);
}

}  // namespace ccsim
