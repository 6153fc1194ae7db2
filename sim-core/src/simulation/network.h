// The links between senders and receivers, and the way of each packet over them.
#pragma once

#include <memory>
#include <vector>

#include "ahead/look_times.h"
#include "ccsim/scenario.h"
#include "metrics/loss_ledger.h"
#include "metrics/packet_recorder.h"
#include "simulation/flow.h"
#include "simulation/link.h"

namespace ccsim {

class Network final {
 public:
  Network(Engine& engine, const Scenario& scenario, std::uint64_t seed, PacketRecorder& packets,
          bool records_series, PipeWay way);

  // The first link of a group's path, and the pipe by which the packets of a group's flows reach
  // their first link.
  [[nodiscard]] Link& first_link_of(const FlowGroupConfig& group);
  [[nodiscard]] PipeEntrance<Packet>& access_of(const FlowGroupConfig& group);
  // ... and its ACKs theirs; null if they meet no link.
  [[nodiscard]] PipeEntrance<Packet>* ack_access_of(const FlowGroupConfig& group);
  // Each link on a way that is more than the bottleneck decides which of the flow's packets and
  // ACKs get lost at random.
  void decide_losses_of(std::uint32_t flow_index, const FlowGroupConfig& group);
  // Whose outages lose the ACKs of a flow that meet no link; null: of no path.
  [[nodiscard]] ChangingPath* outages_of_acks(const FlowGroupConfig& group) const;
  // In the order of their indices. They need not be there yet.
  void set_flows(Flow* flows) { flows_ = flows; }

  [[nodiscard]] Flow& flow(std::uint32_t index) { return flows_[index]; }
  [[nodiscard]] Flow& flow_of(const Packet& packet) { return flow(packet.flow_index); }
  // What happens to the flow's packets.
  [[nodiscard]] FlowTransit& transit(std::uint32_t flow_index) { return transits_[flow_index]; }
  [[nodiscard]] const FlowTransit& transit(std::uint32_t flow_index) const {
    return transits_[flow_index];
  }
  // From now on the flows' records of RTTs hear of their packets.
  void record_rtt_parts() {
    for (const auto& link : links_) link->record_rtt_parts();
  }
  // When what links and transits count is read.
  [[nodiscard]] LookTimes& looks() { return looks_; }
  [[nodiscard]] PacketRecorder& packets() { return packets_; }
  [[nodiscard]] LossLedger& losses() { return losses_; }
  [[nodiscard]] std::vector<std::unique_ptr<Link>>& links() { return links_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Link>>& links() const { return links_; }

  // A packet comes out of a link's propagation: to its next link, or to where it belongs.
  void pass_on(const Packet& packet, SimTime now_ns);

  // What happened on links up to now is in the recorders: before any of them is read.
  void settle(SimTime now_ns) {
    for (const auto& link : links_) link->settle(now_ns);
  }

  // Until when packets that came to links have been dealt with ahead of the clock; `now_ns` if none
  // has been. From now on nothing is.
  [[nodiscard]] SimTime end_running_ahead(SimTime now_ns);

  // In all links and the pipes between them.
  [[nodiscard]] Packets held_packets() const;

 private:
  void decide_losses(const LinkPath& path, std::uint32_t flow_index, bool is_acks);
  [[nodiscard]] Duration delay_of(const LinkPath& path) const;

  const Scenario& scenario_;
  PacketRecorder& packets_;
  LookTimes looks_;
  std::vector<std::unique_ptr<Link>> links_;
  Flow* flows_ = nullptr;
  std::vector<FlowTransit> transits_;  // by flow index
  LossLedger losses_;
};

}  // namespace ccsim
