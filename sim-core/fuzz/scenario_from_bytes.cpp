#include "scenario_from_bytes.h"

#include <algorithm>
#include <utility>

#include "ccsim/components.h"

namespace ccsim::fuzz {
namespace {

// A value of every parameter.
ComponentChoice component_from(const ComponentInfo& info, ByteReader& bytes) {
  ComponentChoice choice{info.name, {}};
  for (const ParameterInfo& declared : info.parameters) {
    choice.parameters.push_back(choose_parameter(declared, bytes));
  }
  return choice;
}

// Long enough for a few hundred rounds on a slow path, short enough for thousands of runs a minute.
constexpr Packets kLongestRun = 2000;
constexpr std::int64_t kMostRounds = 8;
constexpr Duration kLongestRtt = 10 * kSecond;
constexpr BitRate kFastestLink = 400'000'000'000;

LossConfig loss_from(ByteReader& bytes) {
  LossConfig loss;
  const std::size_t kind = bytes.byte() % (losses().size() + 1);
  loss.position = bytes.flag() ? LossPosition::kBeforeQueue : LossPosition::kAfterQueue;
  loss.direction = static_cast<LossDirection>(bytes.byte() % 3);
  // Every model takes its bytes, so that those behind it mean the same whatever was chosen.
  for (std::size_t i = 0; i < losses().size(); ++i) {
    ComponentChoice model = component_from(losses()[i], bytes);
    if (i + 1 == kind) loss.model = std::move(model);
  }
  return loss;
}

TransportConfig transport_from(ByteReader& bytes) {
  TransportConfig transport;
  transport.initial_window_packets = 1 + bytes.below(100);
  transport.min_rto_ns = bytes.log_scaled(kMillisecond, 4);
  transport.send_quantum = static_cast<SendQuantum>(bytes.byte() % 3);
  transport.send_quantum_packets = 1 + bytes.below(64);
  transport.paces_window_based = bytes.flag();
  transport.host_jitter_ns = bytes.flag() ? bytes.log_scaled(1, 7) : 0;
  return transport;
}

ReceiverConfig receiver_from(ByteReader& bytes, const Scenario& scenario) {
  ReceiverConfig receiver;
  receiver.ack_every_packets = 1 + bytes.below(40);
  receiver.ack_timeout_ns = bytes.log_scaled(1, 9);
  if (bytes.flag()) {
    receiver.window_bytes = (1 + bytes.below(40)) * (scenario.packet_bytes - scenario.header_bytes);
  }
  if (bytes.flag()) receiver.ack_aggregation_ns = bytes.log_scaled(kMicrosecond, 5);
  receiver.quick_ack_packets = bytes.below(300);
  receiver.acks_pushed = bytes.flag();
  return receiver;
}

// An application that reads slower or faster than the link sends, out of a buffer of some packets.
void read_slowly(ByteReader& bytes, const Scenario& scenario, ReceiverConfig& receiver) {
  if (!bytes.flag()) return;
  const BitRate rate_bps = scenario.bottleneck.rate_bps;
  receiver.read_rate_bps = std::max<BitRate>(1000, rate_bps / 64 * (1 + bytes.byte()));
  const Bytes payload_bytes = scenario.packet_bytes - scenario.header_bytes;
  if (receiver.window_bytes == kUnlimited)
    receiver.window_bytes = (1 + bytes.below(300)) * payload_bytes;
}

// Steps in the order of time within the run. `value` makes what the step moves to.
template <typename Step, typename Value>
std::vector<Step> steps_from(ByteReader& bytes, Duration duration_ns, Value value) {
  std::vector<Step> steps;
  SimTime from_ns = 0;
  for (int count = bytes.byte() % 4; count > 0; --count) {
    from_ns += 1 + bytes.below(1000) * duration_ns / 2000;
    const Duration ramp_ns = bytes.flag() ? bytes.below(1000) * duration_ns / 4000 : 0;
    steps.push_back({from_ns, value(), ramp_ns});
    from_ns += ramp_ns;
  }
  return steps;
}

LinkChanges changes_from(ByteReader& bytes, const Scenario& scenario) {
  LinkChanges changes;
  const Duration duration_ns = scenario.duration_ns;
  const BitRate rate_bps = scenario.bottleneck.rate_bps;
  changes.rates = steps_from<RateStep>(bytes, duration_ns, [&bytes, rate_bps] {
    return bytes.flag() ? 0 : std::max<BitRate>(1000, rate_bps / 256 * (1 + bytes.byte()));
  });
  if (bytes.flag()) {
    changes.rates.clear();
    Duration at_ns = 0;
    for (int count = 1 + bytes.byte() % 8; count > 0; --count) {
      at_ns += bytes.byte() * kMillisecond;
      changes.opportunities_ns.push_back(at_ns);
    }
    if (at_ns == 0) changes.opportunities_ns.back() = kMillisecond;
  }
  changes.delays =
      steps_from<DelayStep>(bytes, duration_ns, [&bytes] { return bytes.log_scaled(1, 9) / 10; });
  for (int count = bytes.byte() % 3; count > 0; --count) {
    const SimTime from_ns = bytes.below(1000) * duration_ns / 1000;
    changes.outages.push_back({from_ns, from_ns + 1 + bytes.below(1000) * duration_ns / 8000,
                               static_cast<LossDirection>(bytes.byte() % 3)});
  }
  if (bytes.flag()) changes.jitter_ns = bytes.log_scaled(1, 8);
  changes.jitter_reorders = bytes.flag();
  return changes;
}

// What came to the changes of a link later.
void add_losses_and_jitter(ByteReader& bytes, Duration duration_ns, LinkChanges& changes) {
  SimTime at_ns = 0;
  for (int count = bytes.byte() % 4; count > 0; --count) {
    at_ns += 1 + bytes.below(1000) * duration_ns / 2000;
    const double probability = bytes.ratio();
    changes.losses.push_back({at_ns, probability, static_cast<LossDirection>(bytes.byte() % 3)});
  }
  if (bytes.flag()) changes.jitter_shape = JitterShape::kNormal;
  changes.jitter_correlation = std::min(bytes.ratio(), 0.999);
  if (bytes.flag()) changes.trace_end = TraceEnd::kHold;
}

// Some of the links, at least one, from one of them on and round about.
LinkPath path_from(ByteReader& bytes, const Scenario& scenario) {
  const std::size_t first = bytes.byte() % scenario.link_count();
  LinkPath path;
  for (std::size_t length = 1 + bytes.byte() % scenario.link_count(); length > 0; --length) {
    path.push_back(static_cast<std::uint8_t>((first + path.size()) % scenario.link_count()));
  }
  return path;
}

FlowGroupConfig group_from(ByteReader& bytes, const Scenario& scenario, Duration duration_ns) {
  FlowGroupConfig group;
  const AlgorithmInfo& algorithm = choose_algorithm(bytes);
  group.algorithm = algorithm.name;
  group.parameters = choose_parameters(algorithm, bytes);
  group.count = 1 + bytes.byte() % 3;
  const Duration least_ns = std::max<Duration>(2 * scenario.bottleneck.delay_ns, 10'000);
  group.rtt_ns = std::clamp(bytes.log_scaled(10 * kMicrosecond, 6), least_ns, kLongestRtt);
  if (bytes.flag()) group.start_ns = bytes.below(1000) * duration_ns / 1000;
  if (bytes.flag()) group.stop_ns = 1 + bytes.below(1000) * duration_ns / 1000;
  group.receiver = receiver_from(bytes, scenario);
  return group;
}

// Up to two links more, without delays of their own, and paths over them.
void add_links(ByteReader& bytes, Scenario& scenario) {
  for (int count = bytes.byte() % 3; count > 0; --count) {
    BottleneckConfig link;
    link.rate_bps = std::min(bytes.log_scaled(1000, 9), kFastestLink);
    link.buffer_bytes = scenario.packet_bytes * (1 + bytes.below(500));
    link.loss = loss_from(bytes);
    link.queue = component_from(queues()[bytes.byte() % queues().size()], bytes);
    if (bytes.flag()) link.changes = changes_from(bytes, scenario);
    link.filters_acks = bytes.flag();
    scenario.further_links.push_back(std::move(link));
  }
  for (FlowGroupConfig& group : scenario.groups) {
    group.path = path_from(bytes, scenario);
    if (bytes.flag()) group.return_path = path_from(bytes, scenario);
  }
}

// So long that the link could send so many packets, or for so many round trips.
Duration duration_of(const Scenario& scenario, Duration longest_rtt_ns) {
  const std::int64_t bits = scenario.packet_bytes * kBitsPerByte;
  const Duration transmission_ns =
      mul_div_ceil(kLongestRun * bits, kNanosecondsPerSecond, scenario.bottleneck.rate_bps);
  const Duration rounds_ns = kMostRounds * longest_rtt_ns;
  return std::clamp<Duration>(transmission_ns, rounds_ns, 100 * kSecond + rounds_ns);
}

// What asks for far more than the link can carry takes long and shows nothing new.
void bound_traffic(ComponentChoice& traffic, const Scenario& scenario) {
  constexpr double kMostArrivals = 2000;
  const double duration_s = to_s(static_cast<double>(scenario.duration_ns));
  for (NamedParameter& parameter : traffic.parameters) {
    if (auto* rate_bps = std::get_if<std::int64_t>(&parameter.value);
        rate_bps != nullptr && parameter.name == "rate_bps") {
      *rate_bps = std::min(*rate_bps, std::max<BitRate>(4 * scenario.bottleneck.rate_bps, 1000));
    }
    auto* rate_hz = std::get_if<double>(&parameter.value);
    const bool is_rate = parameter.name == "arrival_rate_hz" || parameter.name == "frame_rate_hz";
    if (rate_hz != nullptr && is_rate) *rate_hz = std::min(*rate_hz, kMostArrivals / duration_s);
  }
}

}  // namespace

Scenario scenario_from_bytes(ByteReader& bytes) {
  Scenario scenario;
  scenario.packet_bytes = 64 + bytes.below(9000);
  scenario.header_bytes = bytes.below(60);
  scenario.bottleneck.rate_bps = std::min(bytes.log_scaled(1000, 9), kFastestLink);
  if (bytes.flag()) scenario.bottleneck.delay_ns = bytes.log_scaled(1, 9) / 10;
  scenario.bottleneck.buffer_bytes = scenario.packet_bytes * (1 + bytes.below(500));
  scenario.bottleneck.loss = loss_from(bytes);
  scenario.transport = transport_from(bytes);
  scenario.start_jitter_ns = bytes.flag() ? bytes.log_scaled(1, 9) : 0;
  const Duration guess_ns = duration_of(scenario, 0);
  Duration longest_rtt_ns = 0;
  for (int count = 1 + bytes.byte() % 3; count > 0; --count) {
    scenario.groups.push_back(group_from(bytes, scenario, guess_ns));
    longest_rtt_ns = std::max(longest_rtt_ns, scenario.groups.back().rtt_ns);
  }
  scenario.duration_ns = duration_of(scenario, longest_rtt_ns);
  scenario.warmup_ns = bytes.below(1001) * (scenario.duration_ns / 1000);
  scenario.sample_interval_ns =
      std::max<Duration>(scenario.duration_ns / (1 + bytes.below(400)), 100 * kMicrosecond);
  // Last, so that inputs found before there was a choice mean what they meant.
  scenario.bottleneck.queue = component_from(queues()[bytes.byte() % queues().size()], bytes);
  for (FlowGroupConfig& group : scenario.groups) {
    const TrafficInfo& traffic = traffic_kinds()[bytes.byte() % traffic_kinds().size()];
    group.traffic = component_from(traffic, bytes);
    bound_traffic(group.traffic, scenario);
  }
  if (bytes.flag()) scenario.bottleneck.changes = changes_from(bytes, scenario);
  if (bytes.flag()) add_links(bytes, scenario);
  constexpr std::uint8_t kFeedbacks = 4;  // the algorithm's own, and the three
  for (FlowGroupConfig& group : scenario.groups) {
    const std::uint8_t choice = bytes.byte() % kFeedbacks;
    if (choice > 0) group.ecn = static_cast<EcnFeedback>(choice - 1);
  }
  for (FlowGroupConfig& group : scenario.groups) read_slowly(bytes, scenario, group.receiver);
  // Inputs that end before it have one round trip of propagation.
  const auto handshake = static_cast<int>(bytes.byte());
  scenario.transport.handshake_round_trips = (1 + handshake) % 3;
  scenario.transport.sends_handshake =
      scenario.transport.handshake_round_trips > 0 && handshake % 2 == 1;
  add_losses_and_jitter(bytes, scenario.duration_ns, scenario.bottleneck.changes);
  return scenario;
}

}  // namespace ccsim::fuzz
