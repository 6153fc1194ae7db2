#include "simulation/network.h"

#include <algorithm>

namespace ccsim {

Network::Network(Engine& engine, const Scenario& scenario, std::uint64_t seed,
                 PacketRecorder& packets, bool records_series, PipeWay way)
    : scenario_(scenario),
      packets_(packets),
      looks_(scenario, records_series),
      transits_(scenario.flow_count()),
      losses_(LossSpan::of(scenario.warmup_ns, scenario.duration_ns, scenario.sample_interval_ns,
                           scenario.flow_count()),
              scenario.flow_count()) {
  for (std::uint32_t index = 0; index < scenario.link_count(); ++index) {
    links_.push_back(std::make_unique<Link>(engine, scenario, index, seed, *this, way));
  }
}

void Network::decide_losses_of(std::uint32_t flow_index, const FlowGroupConfig& group) {
  if (!group.passes_bottleneck_only()) decide_losses(group.path, flow_index, false);
  decide_losses(group.return_path, flow_index, true);
}

Link& Network::first_link_of(const FlowGroupConfig& group) {
  CCSIM_ASSERT(!group.path.empty());
  return *links_[group.path.front()];
}

PipeEntrance<Packet>& Network::access_of(const FlowGroupConfig& group) {
  return first_link_of(group).access_with_delay(group.rtt_ns / 2 - delay_of(group.path));
}

PipeEntrance<Packet>* Network::ack_access_of(const FlowGroupConfig& group) {
  if (group.return_path.empty()) return nullptr;
  // The half that an odd RTT leaves over lies on the way back.
  const Duration delay_ns = group.rtt_ns - group.rtt_ns / 2 - delay_of(group.return_path);
  return &links_[group.return_path.front()]->access_with_delay(delay_ns);
}

const ChangingPath* Network::outages_of_acks(const FlowGroupConfig& group) const {
  const bool is_dumbbell = group.return_path.empty() && group.passes_bottleneck_only();
  return is_dumbbell ? links_.front()->changing_path() : nullptr;
}

void Network::decide_losses(const LinkPath& path, std::uint32_t flow_index, bool is_acks) {
  for (const std::uint8_t link : path) links_[link]->decide_losses_of(flow_index, is_acks);
}

Duration Network::delay_of(const LinkPath& path) const {
  Duration delay_ns = 0;
  for (const std::uint8_t link : path) delay_ns += scenario_.link(link).delay_ns;
  return delay_ns;
}

void Network::pass_on(const Packet& packet, SimTime now_ns) {
  Flow& flow = flow_of(packet);
  if (packet.links_left > 0) {
    const LinkPath& path = packet.is_ack ? flow.return_path() : flow.path();
    Packet next = packet;
    --next.links_left;
    links_[path[path.size() - packet.links_left]]->accept(next, now_ns);
  } else if (packet.is_ack) {
    flow.deliver_ack(packet, now_ns);
  } else {
    flow.deliver(packet, now_ns);
  }
}

SimTime Network::end_running_ahead(SimTime now_ns) {
  looks_.look_always();
  SimTime until_ns = now_ns;
  for (const auto& link : links_) until_ns = std::max(until_ns, link->last_arrival_ns());
  return until_ns;
}

Packets Network::held_packets() const {
  Packets sum = 0;
  for (const auto& link : links_) sum += link->held_packets();
  return sum;
}

}  // namespace ccsim
