#include "simulation/flow.h"

#include <algorithm>

#include "ccsim/algorithm_module.h"
#include "ccsim/rng.h"
#include "simulation/datagrams.h"
#include "simulation/network.h"
#include "simulation/own_connection.h"
#include "transport/barrier.h"

namespace ccsim {
namespace {

const TrafficInfo& known_traffic(const std::string& kind) {
  const TrafficInfo* traffic = find_component(traffic_kinds(), kind);
  CCSIM_ASSERT(traffic != nullptr);
  return *traffic;
}

const FlowGroupConfig& group_of(const Scenario& scenario, const FlowIdentity& identity) {
  return scenario.groups[static_cast<std::size_t>(identity.group_index)];
}

SenderConfig sender_config(const Scenario& scenario, const FlowGroupConfig& group,
                           std::uint32_t flow_index, const FlowEcn& ecn) {
  SenderConfig config;
  config.flow_index = flow_index;
  config.packet_bytes = scenario.packet_bytes;
  config.header_bytes = scenario.header_bytes;
  config.transport = scenario.transport;
  config.receive_window_bytes = group.receiver.window_bytes;
  config.reads_windows = group.receiver.read_rate_bps > 0;
  config.ecn = ecn.request;
  return config;
}

// What a link decides (Network::access_of()) is not decided here as well.
LossProcess data_loss(const Scenario& scenario, const FlowGroupConfig& group,
                      const FlowIdentity& identity) {
  if (!group.passes_bottleneck_only()) return {};
  return LossProcess::of_data(scenario.bottleneck.loss, identity.seed, identity.flow_index);
}

LossProcess ack_loss(const Scenario& scenario, const FlowGroupConfig& group,
                     const FlowIdentity& identity) {
  if (!group.return_path.empty() || !group.passes_bottleneck_only()) return {};
  return LossProcess::of_acks(scenario.bottleneck.loss, identity.seed, identity.flow_index);
}

constexpr std::uintptr_t kLineBytes = 64;  // of a cache

// Whether a part that a packet touches begins a line. The layout is made for pointers of 64 bits;
// with shorter ones it is another, and as right.
bool is_line_start(const void* address) {
  return sizeof(void*) != 8 || reinterpret_cast<std::uintptr_t>(address) % kLineBytes == 0;
}

bool has_own_connection(const FlowGroupConfig& group) {
  return known_traffic(group.traffic.kind).carrier == TrafficCarrier::kConnection;
}

AckMark mark_of(const Ack& ack) {
  return {ack.una_sequence, ack.sack_end};
}

// IPv4 and TCP without options, where a scenario has no headers.
constexpr Bytes kBareAckBytes = 40;

}  // namespace

FlowControl control_of(const FlowGroupConfig& group) {
  static const AlgorithmInfo none;
  if (known_traffic(group.traffic.kind).carrier == TrafficCarrier::kDatagrams) return {none, {}};
  const AlgorithmInfo* algorithm = algorithm_of(group);
  CCSIM_ASSERT(algorithm != nullptr);
  return {*algorithm, ParameterSet(algorithm->parameters, group.parameters)};
}

Flow::Flow(const Scenario& scenario, const FlowIdentity& identity,
           const FlowEnvironment& environment)
    : env_(environment),
      host_jitter_(identity.seed, identity.flow_index, RandomPurpose::kHostJitter),
      flow_index_(static_cast<std::uint16_t>(identity.flow_index)),
      identity_(identity),
      config_(group_of(scenario, identity)),
      packet_bytes_(scenario.packet_bytes),
      header_bytes_(scenario.header_bytes),
      observer_(identity.flow_index, scenario, environment.control.algorithm, environment.ecn,
                group_of(scenario, identity), sender_, env_.network.transit(identity.flow_index),
                environment.series, environment.records_rtt_parts && has_own_connection(config_)),
      receiver_(environment.engine, group_of(scenario, identity).receiver,
                group_of(scenario, identity).rtt_ns, *this),
      sender_(environment.engine,
              sender_config(scenario, group_of(scenario, identity), identity.flow_index,
                            environment.ecn),
              data_loss(scenario, group_of(scenario, identity), identity), receiver_.sack_log(),
              *this, observer_),
      ack_loss_(ack_loss(scenario, group_of(scenario, identity), identity)),
      initial_window_packets_(scenario.transport.initial_window_packets),
      handshake_round_trips_(scenario.transport.handshake_round_trips),
      warmup_ns_(scenario.warmup_ns),
      traffic_info_(known_traffic(config_.traffic.kind)),
      carrier_loss_(data_loss(scenario, config_, identity)),
      deliveries_(traffic_info_.delivers_parts
                      ? std::make_unique<DeliveryRecorder>(scenario.warmup_ns)
                      : nullptr),
      carrier_(make_carrier(scenario)),
      open_timer_(environment.engine, Rank::kFlow, *this),
      established_timer_(environment.engine, Rank::kFlow, *this),
      stop_timer_(environment.engine, Rank::kFlow, *this) {
  CCSIM_ASSERT(is_line_start(static_cast<const PacketOutput*>(this)));
  CCSIM_ASSERT(is_line_start(static_cast<const SenderProbe*>(&observer_)));
  loses_acks_ = ack_loss_.is_active();
  has_carrier_ = carrier_ != nullptr;
  if (rtt_parts() != nullptr && has_steady_way()) {
    rtt_parts()->follow_steady_way(env_.access.delay_ns() + env_.first_link.delay_ns() +
                                   env_.reverse.delay_ns());
  }
  records_rtt_parts_ = rtt_parts() != nullptr;
  receiver_.use_ecn(env_.ecn.request.feedback);
  receiver_.read_slowly(packet_bytes_ - header_bytes_);
  may_run_ahead_ = !has_carrier_ && receiver_.may_run_ahead();
  RandomStream jitter(identity.seed, identity.flow_index, RandomPurpose::kStartJitter);
  const Duration jitter_ns =
      scenario.start_jitter_ns > 0 ? jitter.next_below(scenario.start_jitter_ns) : 0;
  CCSIM_ASSERT(identity.flow_index < kMostFlows);
  open_timer_.arm(config_.start_ns + jitter_ns);
  if (config_.stop_ns != kNever) stop_timer_.arm(config_.stop_ns);
}

std::unique_ptr<Carrier> Flow::make_carrier(const Scenario& scenario) {
  const RandomStream random(identity_.seed, flow_index_, RandomPurpose::kTraffic);
  CarrierPorts& ports = carrier_side_;
  switch (traffic_info_.carrier) {
    case TrafficCarrier::kDatagrams: {
      Packet packet;
      packet.flow_index = flow_index_;
      packet.wire_bytes = static_cast<std::uint16_t>(packet_bytes_);
      const BitRate rate_bps = traffic_parameters(config_.traffic).integer("rate_bps");
      return std::make_unique<Datagrams>(env_.engine, rate_bps, packet, ports, observer_);
    }
    case TrafficCarrier::kManyConnections: {
      ConnectionSetup setup;
      setup.rtt_ns = config_.rtt_ns;
      setup.sender = sender_config(scenario, config_, flow_index_, env_.ecn);
      setup.receiver = config_.receiver;
      const ArrivalProcess process(traffic_parameters(config_.traffic), random);
      ControlMaker& controls = carrier_side_;
      return std::make_unique<Arrivals>(env_.engine, process, setup, ports, controls, observer_,
                                        *deliveries_);
    }
    case TrafficCarrier::kConnection:
      break;
  }
  traffic_ = make_traffic(config_.traffic, {env_.engine, random, packet_bytes_ - header_bytes_,
                                            deliveries_.get(), &env_.barrier});
  std::unique_ptr<Carrier> watched;
  if (deliveries_ != nullptr) {
    watched = std::make_unique<WatchedConnection>(sender_, receiver_, *traffic_);
  }
  if (!scenario.transport.sends_handshake) return watched;
  HandshakePackets::Owner& owner = carrier_side_;
  handshake_ =
      std::make_unique<HandshakePackets>(env_.engine, scenario.transport, 0, sender_, owner);
  return std::make_unique<OpenedConnection>(*handshake_, sender_, receiver_, std::move(watched));
}

// The first packet of the handshake leaves.
void Flow::on_open(SimTime now_ns) {
  if (now_ns >= config_.stop_ns) return;
  if (traffic_ == nullptr) {
    begin("first_packet_may_leave", now_ns);
    carrier_->start(now_ns);
    return;
  }
  opened_ns_ = now_ns;
  traffic_->start(sender_, now_ns);
  if (handshake_ != nullptr) {
    handshake_->start(now_ns);
  } else {
    established_timer_.arm(now_ns + handshake_round_trips_ * config_.rtt_ns);
  }
}

void Flow::on_established(SimTime now_ns) {
  establish(Handshake::of_equal(config_.rtt_ns, handshake_round_trips_), now_ns);
}

void Flow::establish(const Handshake& handshake, SimTime now_ns) {
  if (now_ns >= config_.stop_ns) return;
  begin("established", now_ns);
  sender_.establish(now_ns, handshake, make_control(0, handshake, now_ns));
}

void Flow::begin(const char* reason, SimTime now_ns) {
  established_ns_ = now_ns;
  // Also at the instant at which the warm-up ends, before what the flow sends then. Nothing of the
  // flow is in the network but copies of its handshake, which no link has ahead of the clock, so
  // nothing is to be settled.
  if (now_ns >= warmup_ns_) observer_.begin_window(now_ns);
  observer_.on_event(EventKind::kStart, reason, kNoValue, now_ns);
}

// Phases and causes of many connections would be mixed up: they are not recorded.
std::unique_ptr<CongestionControl> Flow::make_control(std::uint32_t connection_index,
                                                      const Handshake& handshake, SimTime now_ns) {
  const bool is_only = connection_index == 0;
  const std::uint32_t key = connection_key(flow_index_, connection_index);
  const ControllerContext context{
      .packet_bytes = packet_bytes_,
      .header_bytes = header_bytes_,
      .initial_window_packets = handshake.begins_with_one_packet ? 1 : initial_window_packets_,
      .flow_index = key,
      .random = RandomStream(identity_.seed, key, RandomPurpose::kCongestionControl),
      .phases = is_only ? &observer_ : nullptr,
      .causes = is_only ? observer_.cause_listener() : nullptr,
      .oracle = env_.oracle,
      .handshake_rtt_ns = handshake.least_rtt_ns(),
      .now_ns = now_ns,
      .module = config_.module.get()};
  return env_.control.algorithm.make(env_.control.parameters, context);
}

void Flow::on_stop(SimTime now_ns) {
  if (traffic_ == nullptr) {
    carrier_->stop(now_ns);
  } else {
    traffic_->stop(sender_, now_ns);
    if (handshake_ != nullptr) handshake_->stop();
  }
  env_.network.settle(now_ns);
  observer_.end_window(now_ns);
  if (established_ns_ == kNever) return;
  observer_.on_event(EventKind::kStop, "stop_time", kNoValue, now_ns);
}

void Flow::begin_measurement(SimTime now_ns) {
  // What begins at this instant has begun its window itself.
  if (established_ns_ < now_ns && now_ns < config_.stop_ns) observer_.begin_window(now_ns);
}

bool Flow::was_active(SimTime from_ns, SimTime to_ns) const {
  return established_ns_ <= from_ns && to_ns <= config_.stop_ns;
}

void Flow::record_packets(PacketRecorder& recorder) {
  observer_.record_packets(recorder);
  sender_.report_acks();
}

// Flat: what a packet of the flow's own connection needs stays in line.
[[gnu::flatten]] void Flow::deliver(const Packet& packet, SimTime now_ns) {
  if (deliveries_under_way_ > 0) --deliveries_under_way_;
  note(PacketEventKind::kDelivered, packet, now_ns);
  if (records_rtt_parts_ && !rtt_parts()->follows_steady_way()) [[unlikely]]
    rtt_parts()->arrive(packet.sequence, sack_end(), now_ns);
  FlowTransit& counters = env_.network.transit(flow_index_);
  ++counters.received_packets;
  const bool is_new =
      has_carrier_ ? carrier_->accept(packet, now_ns) : receiver_.accept(packet, now_ns);
  if (is_new) {
    ++counters.unique_packets;
  } else if (packet.has_no_data) {
    --counters.received_packets;
    ++bare_packets_received_;
  }
}

void Flow::send_of_carrier(Packet packet) {
  packet.will_be_lost = carrier_loss_.is_active() && carrier_loss_.decide_next();
  send(packet);
}

void Flow::send(const Packet& packet) {
  Packet sent = packet;
  send_run(sent, 1);
}

// Flat: all that a steady link and a receiver do with a packet is one piece of code.
[[gnu::flatten]] void Flow::send_run(Packet& packet, Packets count) {
  packet.links_left = env_.links_after_first;
  env_.first_link.approach(env_.access, packet, count, env_.engine.now_ns());
}

bool Flow::has_steady_way() const {
  return env_.first_link.is_steady() && !loses_acks_;
}

void Flow::note_ack_lost(const Ack& ack, SimTime at_ns) {
  rtt_parts()->lose_ack(mark_of(ack), at_ns);
}

void Flow::deliver_ack(const Packet& packet, SimTime now_ns) {
  const Ack ack = acks_.take(packet.sequence);
  if (records_rtt_parts_) rtt_parts()->receive_from_links(mark_of(ack), packet.sequence);
  if (has_carrier_) {
    carrier_->accept_ack(ack, packet.connection_index, now_ns);
  } else {
    sender_.accept(ack, now_ns);
  }
}

void Flow::lose_ack(const Packet& packet, SimTime now_ns) {
  observer_.note(PacketEventKind::kAckLost, acks_.take(packet.sequence), now_ns);
}

// What reports a duplicate says something that the next one does not repeat.
bool Flow::merge_acks(std::int64_t older, std::int64_t newer) {
  if (acks_.at(older).duplicate_sequence != kNoSequence) return false;
  const bool are_answers = is_of_handshake(acks_.at(older).una_sequence) ||
                           is_of_handshake(acks_.at(newer).una_sequence);
  if (are_answers) return false;
  observer_.note(PacketEventKind::kAckLost, acks_.at(older), env_.engine.now_ns());
  acks_.at(older) = acks_.take(newer);
  if (records_rtt_parts_) rtt_parts()->replace_ack(older, newer);
  return true;
}

void Flow::return_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns) {
  if (loses_ack(ack, now_ns)) return;
  if (env_.ack_access != nullptr) {
    push_ack(ack, connection_index, now_ns);
    return;
  }
  const ReturningAck returning{ack, flow_index_, connection_index, observes_acks()};
  const SimTime due_ns = ack_due_ns(env_.reverse.delay_ns(), now_ns);
  if (now_ns == env_.engine.now_ns()) {
    env_.reverse.push_at(returning, due_ns);
  } else {
    env_.reverse_ahead.push_with_turn(returning, due_ns, env_.engine.take_turn_at(now_ns));
  }
}

void Flow::send_expired_ack(const Ack& ack, SimTime at_ns, const Turn& turn) {
  if (loses_ack(ack, at_ns)) return;
  const SimTime due_ns = ack_due_ns(env_.reverse.delay_ns(), at_ns);
  env_.expired_acks.add({{ack, flow_index_, 0, observes_acks()}, due_ns}, at_ns, turn);
}

void ExpiredAckExit::accept(const ExpiredAck& item, SimTime) {
  network.flow(item.returning.flow_index).return_expired_ack(item);
}

bool Flow::loses_ack(const Ack& ack, SimTime now_ns) {
  const bool is_struck = loses_acks_ && ack_loss_.decide_next();
  const bool is_out = env_.changing_path != nullptr && env_.changing_path->loses_acks(now_ns);
  const bool is_struck_by_step =
      env_.changing_path != nullptr && env_.changing_path->strikes(flow_index_, true, now_ns);
  const bool is_lost = is_struck || is_out || is_struck_by_step;
  if (is_lost) {
    const LossReason reason = is_struck ? env_.ack_loss_reason
                              : is_out  ? LossReason::kOutage
                                        : LossReason::kRandom;
    count_lost_ack(reason, now_ns);
    if (records_rtt_parts_) note_ack_lost(ack, now_ns);
    env_.network.packets().leave_link(reason);
  }
  observer_.note(is_lost ? PacketEventKind::kAckLost : PacketEventKind::kAckSent, ack, now_ns);
  if (is_lost) env_.network.packets().leave_link();
  return is_lost;
}

void Flow::count_lost_ack(LossReason reason, SimTime at_ns) {
  env_.network.losses().add(
      {.flow_index = flow_index_, .link_index = kNoLink, .reason = reason, .is_ack = true}, at_ns);
}

void Flow::push_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns) {
  const Duration delay_ns = env_.ack_access->delay_ns();
  const SimTime due_ns = ack_due_ns(delay_ns, now_ns);
  Packet packet;
  packet.sequence = acks_.put(ack);
  packet.flow_index = flow_index_;
  packet.connection_index = connection_index;
  packet.wire_bytes = static_cast<std::uint16_t>(header_bytes_ > 0 ? header_bytes_ : kBareAckBytes);
  packet.is_ack = true;
  packet.links_left = static_cast<std::uint8_t>(config_.return_path.size() - 1);
  if (records_rtt_parts_) {
    rtt_parts()->return_over_links(mark_of(ack), packet.sequence, now_ns, delay_ns, due_ns);
  }
  env_.ack_access->push_at(packet, due_ns);
}

void Flow::summarise(SimTime end_ns, FlowSummary& summary) const {
  summary.group_index = identity_.group_index;
  summary.flow_index = flow_index_;
  summary.start_ns = established_ns_;
  if (handshake_ != nullptr && established_ns_ != kNever) {
    summary.handshake_s = to_s(static_cast<double>(established_ns_ - opened_ns_));
  }
  recorder().summarise(summary);
  summary.final_min_rtt_s = min_rtt_s(sender_);
  if (carrier_ != nullptr) carrier_->complete(summary);
  if (deliveries_ != nullptr) deliveries_->summarise(end_ns, summary);
}

}  // namespace ccsim
