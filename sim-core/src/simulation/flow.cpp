#include "simulation/flow.h"

#include <algorithm>

#include "ccsim/rng.h"

namespace ccsim {
namespace {

const AlgorithmInfo* known_algorithm(const std::string& name) {
  const AlgorithmInfo* algorithm = find_algorithm(name);
  CCSIM_ASSERT(algorithm != nullptr);
  return algorithm;
}

SenderConfig sender_config(const Scenario& scenario, const FlowGroupConfig& group,
                           std::uint32_t flow_index) {
  SenderConfig config;
  config.flow_index = flow_index;
  config.packet_bytes = scenario.packet_bytes;
  config.header_bytes = scenario.header_bytes;
  config.transport = scenario.transport;
  config.receive_window_bytes = group.receiver.window_bytes;
  return config;
}

}  // namespace

Flow::Flow(Engine& engine, const Scenario& scenario, const FlowIdentity& identity,
           const FlowSurroundings& surroundings)
    : engine_(engine),
      identity_(identity),
      config_(scenario.groups[static_cast<std::size_t>(identity.group_index)]),
      packet_bytes_(scenario.packet_bytes),
      header_bytes_(scenario.header_bytes),
      initial_window_packets_(scenario.transport.initial_window_packets),
      algorithm_(known_algorithm(config_.algorithm)),
      oracle_(surroundings.oracle),
      observer_(identity.flow_index, scenario, *algorithm_, sender_, surroundings.series),
      access_(surroundings.access),
      ack_loss_(LossProcess::of_acks(scenario.bottleneck.loss, identity.seed, identity.flow_index)),
      path_(surroundings.path),
      receiver_(engine, config_.receiver, config_.rtt_ns, *this),
      sender_(engine, sender_config(scenario, config_, identity.flow_index),
              LossProcess::of_data(scenario.bottleneck.loss, identity.seed, identity.flow_index),
              receiver_.sack_log(), *this, observer_),
      reverse_(surroundings.reverse),
      host_jitter_ns_(scenario.transport.host_jitter_ns),
      host_jitter_(identity.seed, identity.flow_index, RandomPurpose::kHostJitter),
      traffic_(make_traffic(
          config_.traffic,
          {engine, RandomStream(identity.seed, identity.flow_index, RandomPurpose::kTraffic)})),
      open_timer_(engine, Rank::kFlow, *this),
      established_timer_(engine, Rank::kFlow, *this),
      stop_timer_(engine, Rank::kFlow, *this) {
  RandomStream jitter(identity.seed, identity.flow_index, RandomPurpose::kStartJitter);
  const Duration jitter_ns =
      scenario.start_jitter_ns > 0 ? jitter.next_below(scenario.start_jitter_ns) : 0;
  open_timer_.arm(config_.start_ns + jitter_ns);
  if (config_.stop_ns != kNever) stop_timer_.arm(config_.stop_ns);
}

// The SYN leaves. The exchange takes one propagation round trip and meets no queue.
void Flow::on_open(SimTime now_ns) {
  if (now_ns >= config_.stop_ns) return;
  traffic_->start(sender_, now_ns);
  established_timer_.arm(now_ns + config_.rtt_ns);
}

void Flow::on_established(SimTime now_ns) {
  if (now_ns >= config_.stop_ns) return;
  established_ns_ = now_ns;
  if (is_measured_) observer_.begin_window(now_ns);
  observer_.on_event(EventKind::kStart, "established", kNoValue, now_ns);
  const ControllerContext context{.packet_bytes = packet_bytes_,
                                  .header_bytes = header_bytes_,
                                  .initial_window_packets = initial_window_packets_,
                                  .flow_index = identity_.flow_index,
                                  .random = RandomStream(identity_.seed, identity_.flow_index,
                                                         RandomPurpose::kCongestionControl),
                                  .phases = &observer_,
                                  .causes = observer_.cause_listener(),
                                  .oracle = oracle_,
                                  .handshake_rtt_ns = config_.rtt_ns,
                                  .now_ns = now_ns};
  const ParameterSet parameters(algorithm_->parameters, config_.parameters);
  sender_.establish(now_ns, config_.rtt_ns, algorithm_->make(parameters, context));
}

void Flow::on_stop(SimTime now_ns) {
  traffic_->stop(sender_, now_ns);
  observer_.end_window(now_ns);
  if (established_ns_ == kNever) return;
  observer_.on_event(EventKind::kStop, "stop_time", kNoValue, now_ns);
}

void Flow::begin_measurement(SimTime now_ns) {
  is_measured_ = true;
  if (established_ns_ <= now_ns && now_ns < config_.stop_ns) observer_.begin_window(now_ns);
}

bool Flow::was_active(SimTime from_ns, SimTime to_ns) const {
  return established_ns_ <= from_ns && to_ns <= config_.stop_ns;
}

void Flow::record_packets(PacketRecorder& recorder) {
  observer_.record_packets(recorder);
  sender_.report_acks();
}

void Flow::deliver(const Packet& packet, SimTime now_ns) {
  note(PacketEventKind::kDelivered, packet.sequence, now_ns);
  FlowCounters& counters = recorder().counters();
  ++counters.received_packets;
  if (receiver_.accept(packet, now_ns)) ++counters.unique_packets;
}

void Flow::send_ack(const Ack& ack) {
  const bool is_struck = ack_loss_.is_active() && ack_loss_.decide_next();
  if (is_struck || (path_ != nullptr && path_->loses_acks(engine_.now_ns()))) {
    note(PacketEventKind::kAckLost, ack.una_sequence, engine_.now_ns());
    return;
  }
  note(PacketEventKind::kAckSent, ack.una_sequence, engine_.now_ns());
  if (host_jitter_ns_ <= 0) {
    reverse_.push({ack, &sender_});
    return;
  }
  // ACKs of one flow stay in order.
  const SimTime due_ns =
      engine_.now_ns() + reverse_.delay_ns() + host_jitter_.next_below(host_jitter_ns_);
  last_ack_due_ns_ = std::max(last_ack_due_ns_, due_ns);
  reverse_.push_with_delay({ack, &sender_}, last_ack_due_ns_ - engine_.now_ns());
}

void Flow::summarise(FlowSummary& summary) const {
  summary.group_index = identity_.group_index;
  summary.flow_index = identity_.flow_index;
  summary.start_ns = established_ns_;
  recorder().summarise(summary);
  summary.final_min_rtt_s = min_rtt_s(sender_);
}

}  // namespace ccsim
