#include "simulation/flow.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "ccsim/rng.h"

namespace ccsim {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kMinRtt = "min_rtt_s";
constexpr const char* kBandwidthEstimate = "bandwidth_estimate_bps";

// Every flow has these, in this order; what its algorithm declares beyond them follows.
const std::vector<std::string>& common_metrics() {
  static const std::vector<std::string> names = {"throughput_bps",
                                                 "goodput_bps",
                                                 "retransmitted_packets",
                                                 "sent_packets",
                                                 "limited_cwnd_ratio",
                                                 "limited_pacing_ratio",
                                                 "limited_recovery_ratio",
                                                 "limited_receive_window_ratio",
                                                 "limited_application_ratio",
                                                 "rtt_s",
                                                 "srtt_s",
                                                 "cwnd_bytes",
                                                 "inflight_bytes",
                                                 "pacing_rate_bps",
                                                 "ssthresh_bytes",
                                                 kMinRtt,
                                                 kBandwidthEstimate};
  return names;
}

// What is asked of the controller: the two that every algorithm may know, then its own.
std::vector<std::string> observed_names(const AlgorithmInfo& algorithm) {
  std::vector<std::string> names = {kMinRtt, kBandwidthEstimate};
  for (const MetricInfo& metric : algorithm.metrics) {
    if (std::find(names.begin(), names.end(), metric.name) == names.end()) {
      names.push_back(metric.name);
    }
  }
  return names;
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

double seconds_or_nan(Duration duration_ns) {
  if (duration_ns < 0) return kNan;
  return static_cast<double>(duration_ns) / static_cast<double>(kNanosecondsPerSecond);
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
      algorithm_(find_algorithm(config_.algorithm)),
      series_(surroundings.series),
      oracle_(surroundings.oracle),
      recorder_(scenario.packet_bytes, scenario.header_bytes),
      access_(surroundings.access),
      ack_loss_(LossProcess::of_acks(scenario.bottleneck.loss, identity.seed, identity.flow_index)),
      receiver_(engine, config_.receiver, config_.rtt_ns, *this),
      sender_(engine, sender_config(scenario, config_, identity.flow_index),
              LossProcess::of_data(scenario.bottleneck.loss, identity.seed, identity.flow_index),
              receiver_.sack_log(), *this, *this),
      reverse_(surroundings.reverse),
      open_timer_(engine, Rank::kFlow, *this),
      established_timer_(engine, Rank::kFlow, *this),
      stop_timer_(engine, Rank::kFlow, *this),
      observed_((CCSIM_ASSERT(algorithm_ != nullptr), observed_names(*algorithm_))) {
  std::vector<std::string> metrics = common_metrics();
  metrics.insert(metrics.end(), observed_.names().begin() + 2, observed_.names().end());
  series_subject_ =
      series_.add_subject(SubjectKind::kFlow, identity.flow_index, std::move(metrics));
  RandomStream jitter(identity.seed, identity.flow_index, RandomPurpose::kStartJitter);
  const Duration jitter_ns =
      scenario.start_jitter_ns > 0 ? jitter.next_below(scenario.start_jitter_ns) : 0;
  open_timer_.arm(config_.start_ns + jitter_ns);
  if (config_.stop_ns != kNever) stop_timer_.arm(config_.stop_ns);
}

// The SYN leaves. The exchange takes one propagation round trip and meets no queue.
void Flow::on_open(SimTime now_ns) {
  if (now_ns >= config_.stop_ns) return;
  traffic_.start(sender_, now_ns);
  established_timer_.arm(now_ns + config_.rtt_ns);
}

void Flow::on_established(SimTime now_ns) {
  if (now_ns >= config_.stop_ns) return;
  established_ns_ = now_ns;
  if (is_measured_) recorder_.begin_window(now_ns);
  series_.add_event(identity_.flow_index, now_ns, "start", "established", kNan);
  const ControllerContext context{.packet_bytes = packet_bytes_,
                                  .header_bytes = header_bytes_,
                                  .initial_window_packets = initial_window_packets_,
                                  .flow_index = identity_.flow_index,
                                  .random = RandomStream(identity_.seed, identity_.flow_index,
                                                         RandomPurpose::kCongestionControl),
                                  .phases = this,
                                  .oracle = oracle_,
                                  .handshake_rtt_ns = config_.rtt_ns,
                                  .now_ns = now_ns};
  const ParameterSet parameters(algorithm_->parameters, config_.parameters);
  sender_.establish(now_ns, config_.rtt_ns, algorithm_->make(parameters, context));
}

void Flow::on_stop(SimTime now_ns) {
  traffic_.stop(sender_, now_ns);
  recorder_.end_window(now_ns);
  if (established_ns_ == kNever) return;
  series_.add_event(identity_.flow_index, now_ns, "stop", "stop_time", kNan);
}

void Flow::begin_measurement(SimTime now_ns) {
  is_measured_ = true;
  if (established_ns_ <= now_ns && now_ns < config_.stop_ns) recorder_.begin_window(now_ns);
}

bool Flow::was_active(SimTime from_ns, SimTime to_ns) const {
  return established_ns_ <= from_ns && to_ns <= config_.stop_ns;
}

void Flow::record_packets(PacketRecorder& recorder) {
  packets_ = &recorder;
  sender_.report_acks();
}

void Flow::write_down(PacketEventKind kind, std::int64_t sequence, SimTime now_ns) {
  PacketRecord record;
  record.time_ns = now_ns;
  record.sequence = sequence;
  record.cwnd_packets = sender_.cwnd_packets();
  record.in_flight_packets = sender_.scoreboard().in_flight_packets();
  record.flow_index = identity_.flow_index;
  record.kind = kind;
  packets_->add(record);
}

void Flow::deliver(const Packet& packet, SimTime now_ns) {
  note(PacketEventKind::kDelivered, packet.sequence, now_ns);
  FlowCounters& counters = recorder_.counters();
  ++counters.received_packets;
  if (receiver_.accept(packet, now_ns)) ++counters.unique_packets;
}

void Flow::send(const Ack& ack) {
  if (ack_loss_.is_active() && ack_loss_.decide_next()) {
    note(PacketEventKind::kAckLost, ack.una_sequence, engine_.now_ns());
    return;
  }
  note(PacketEventKind::kAckSent, ack.una_sequence, engine_.now_ns());
  reverse_.push({ack, &sender_});
}

void Flow::on_sent(const Packet& packet, SimTime now_ns) {
  FlowCounters& counters = recorder_.counters();
  ++counters.sent_packets;
  if (packet.is_retransmission) ++counters.retransmitted_packets;
  note(packet.is_retransmission ? PacketEventKind::kRetransmitted : PacketEventKind::kSent,
       packet.sequence, now_ns);
}

void Flow::on_ack(const Ack& ack, SimTime now_ns) {
  note(PacketEventKind::kAckReceived, ack.una_sequence, now_ns);
}

void Flow::on_rtt(Duration rtt_ns, Packets packets, SimTime) {
  sampled_rtt_ns_ = rtt_ns;
  recorder_.add_rtt(rtt_ns, packets);
}

void Flow::on_state(const SenderState& state, SimTime now_ns) {
  recorder_.set_state(state.cwnd_packets, state.in_flight_packets, state.pacing_rate_bps, now_ns);
  recorder_.set_limit(state.limit, now_ns);
}

void Flow::on_event(const char* kind, const char* reason, double value, SimTime now_ns) {
  FlowCounters& counters = recorder_.counters();
  if (std::strcmp(kind, "rto") == 0) ++counters.rto_count;
  if (std::strcmp(kind, "recovery_start") == 0) ++counters.recovery_count;
  if (std::strcmp(kind, "tail_loss_probe") == 0) ++counters.tail_loss_probe_count;
  series_.add_event(identity_.flow_index, now_ns, kind, reason, value);
}

void Flow::on_spurious_retransmission(SimTime) {
  ++recorder_.counters().spurious_retransmission_count;
}

void Flow::on_phase(SimTime now_ns, const char* phase, const char* reason) {
  series_.enter_phase(identity_.flow_index, now_ns, phase, reason);
}

void Flow::summarise(FlowSummary& summary) const {
  summary.group_index = identity_.group_index;
  summary.flow_index = identity_.flow_index;
  summary.start_ns = established_ns_;
  recorder_.summarise(summary);
  summary.final_min_rtt_s = kNan;
  if (!sender_.is_established()) return;
  ObservedState observed({kMinRtt});
  sender_.control()->observe(observed);
  const double own_s = observed.values()[0];
  summary.final_min_rtt_s = std::isnan(own_s) ? seconds_or_nan(sender_.rtt().min_rtt_ns()) : own_s;
}

void Flow::sample(SimTime now_ns, Duration interval_ns) {
  std::vector<double> values;
  values.reserve(common_metrics().size() + observed_.names().size());
  append_rates(interval_ns, values);
  append_limits(now_ns, values);
  observed_.clear();
  if (sender_.is_established()) sender_.control()->observe(observed_);
  append_states(values);
  series_.set(series_subject_, values);
  sampled_counters_ = recorder_.counters();
  sampled_rtt_ns_ = kNoDuration;
}

void Flow::append_rates(Duration interval_ns, std::vector<double>& values) {
  const FlowCounters& now = recorder_.counters();
  const FlowCounters& before = sampled_counters_;
  const double bits_per_second = static_cast<double>(kBitsPerByte) *
                                 static_cast<double>(kNanosecondsPerSecond) /
                                 static_cast<double>(interval_ns);
  const auto rate = [bits_per_second](Packets packets, Bytes bytes) {
    return static_cast<double>(packets * bytes) * bits_per_second;
  };
  values.push_back(rate(now.received_packets - before.received_packets, packet_bytes_));
  values.push_back(rate(now.unique_packets - before.unique_packets, packet_bytes_ - header_bytes_));
  values.push_back(static_cast<double>(now.retransmitted_packets - before.retransmitted_packets));
  values.push_back(static_cast<double>(now.sent_packets - before.sent_packets));
}

// Of the part of the interval in which the connection stands.
void Flow::append_limits(SimTime now_ns, std::vector<double>& values) {
  const LimitTimes limits = recorder_.limit_times(now_ns);
  const LimitRatios ratios = limit_ratios(sampled_limits_, limits);
  values.insert(values.end(), ratios.begin(), ratios.end());
  sampled_limits_ = limits;
}

void Flow::append_states(std::vector<double>& values) const {
  const auto packet_bytes = static_cast<double>(packet_bytes_);
  if (!sender_.is_established()) {
    values.resize(common_metrics().size() + observed_.names().size() - 2, kNan);
    return;
  }
  values.push_back(seconds_or_nan(sampled_rtt_ns_));
  values.push_back(seconds_or_nan(sender_.rtt().srtt_ns()));
  values.push_back(static_cast<double>(sender_.cwnd_packets()) * packet_bytes);
  values.push_back(static_cast<double>(sender_.scoreboard().in_flight_packets()) * packet_bytes);
  const BitRate pacing_rate_bps = sender_.pacing_rate_bps();
  values.push_back(pacing_rate_bps > 0 ? static_cast<double>(pacing_rate_bps) : kNan);
  const CongestionControl& control = *sender_.control();
  const Packets ssthresh = control.reduces_by_prr() ? control.ssthresh_packets() : INT64_MAX;
  values.push_back(ssthresh == INT64_MAX ? kNan : static_cast<double>(ssthresh) * packet_bytes);
  const double own_min_rtt_s = observed_.values()[0];
  values.push_back(std::isnan(own_min_rtt_s) ? seconds_or_nan(sender_.rtt().min_rtt_ns())
                                             : own_min_rtt_s);
  values.insert(values.end(), observed_.values().begin() + 1, observed_.values().end());
}

}  // namespace ccsim
