// What ECN a flow uses, and whether any queue can mark its packets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ccsim/algorithm_module.h"
#include "ccsim/components.h"
#include "ccsim/scenario.h"
#include "net/packet.h"
#include "transport/ack.h"

namespace ccsim {

struct FlowEcn {
  EcnRequest request;
  bool has_marks = false;  // it uses ECN, and a queue on its way can mark
};

[[nodiscard]] inline bool can_mark(const Scenario& scenario, std::uint32_t link) {
  const QueueInfo* queue = find_component(queues(), scenario.link(link).queue.kind);
  return queue != nullptr && queue->can_mark;
}

// What the scenario says or, if it says nothing, what the algorithm asks for. Datagrams, which have
// no algorithm, use none.
[[nodiscard]] inline FlowEcn ecn_of(const Scenario& scenario, const FlowGroupConfig& group) {
  FlowEcn ecn;
  const AlgorithmInfo* algorithm = algorithm_of(group);
  if (algorithm == nullptr) return ecn;
  if (algorithm->ecn != nullptr) {
    ecn.request = algorithm->ecn(ParameterSet(algorithm->parameters, group.parameters));
  }
  if (group.ecn) ecn.request.feedback = *group.ecn;
  ecn.has_marks = ecn.request.feedback != EcnFeedback::kOff &&
                  std::any_of(group.path.begin(), group.path.end(),
                              [&scenario](std::uint8_t link) { return can_mark(scenario, link); });
  return ecn;
}

// Of every group: its flows are alike, and an algorithm's parameters are read once.
[[nodiscard]] inline std::vector<FlowEcn> ecn_by_group(const Scenario& scenario) {
  std::vector<FlowEcn> list;
  list.reserve(scenario.groups.size());
  for (const FlowGroupConfig& group : scenario.groups) list.push_back(ecn_of(scenario, group));
  return list;
}

// Whether a link can mark packets of any flow. ACKs cannot be marked.
[[nodiscard]] inline bool has_marks(const Scenario& scenario, std::uint32_t link) {
  if (!can_mark(scenario, link)) return false;
  return std::any_of(
      scenario.groups.begin(), scenario.groups.end(), [&](const FlowGroupConfig& group) {
        const bool passes =
            std::find(group.path.begin(), group.path.end(), link) != group.path.end();
        return passes && ecn_of(scenario, group).has_marks;
      });
}

// --- PacketRecord::ecn_bits

inline constexpr unsigned kTcpFlagsAt = 2;

[[nodiscard]] inline std::uint8_t ecn_bits_of(const Packet& packet) {
  constexpr unsigned kCwr = 2;
  const unsigned flags = packet.has_cwr ? kCwr : 0;
  return static_cast<std::uint8_t>(static_cast<unsigned>(packet.ecn) | flags << kTcpFlagsAt);
}

[[nodiscard]] inline std::uint8_t ecn_bits_of(const Ack& ack, EcnFeedback feedback) {
  constexpr unsigned kFirstCount = 5;
  constexpr unsigned kCounts = 8;
  const unsigned count = (kFirstCount + ack.ecn_feedback) % kCounts;
  const unsigned flags = feedback == EcnFeedback::kAccurate ? count : ack.ecn_feedback;
  return static_cast<std::uint8_t>(flags << kTcpFlagsAt);
}

}  // namespace ccsim
