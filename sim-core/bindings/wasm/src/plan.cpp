#include "plan.h"

#include <array>
#include <string>
#include <utility>

#include "byte_reader.h"

namespace ccsim::wasm {
namespace {

template <typename Value>
using Named = std::pair<std::string_view, Value>;

constexpr std::array<Named<LossPosition>, 2> kPositions = {
    {{"before_queue", LossPosition::kBeforeQueue}, {"after_queue", LossPosition::kAfterQueue}}};
constexpr std::array<Named<LossDirection>, 3> kDirections = {
    {{"data", LossDirection::kData}, {"ack", LossDirection::kAck}, {"both", LossDirection::kBoth}}};
constexpr std::array<Named<SendQuantum>, 3> kQuanta = {{{"linux", SendQuantum::kLinux},
                                                        {"ns3", SendQuantum::kNs3},
                                                        {"packets", SendQuantum::kPackets}}};
constexpr std::array<Named<JitterShape>, 2> kShapes = {
    {{"uniform", JitterShape::kUniform}, {"normal", JitterShape::kNormal}}};
// The empty text: what the algorithm asks for.
constexpr std::array<Named<std::optional<EcnFeedback>>, 4> kFeedback = {
    {{"", std::nullopt},
     {"off", EcnFeedback::kOff},
     {"classic", EcnFeedback::kClassic},
     {"accurate", EcnFeedback::kAccurate}}};

template <typename Value, std::size_t size>
Value named(ByteReader& from, const std::array<Named<Value>, size>& table) {
  const std::string name = from.text();
  for (const auto& [known, value] : table) {
    if (known == name) return value;
  }
  from.refuse();
  return table[0].second;
}

Duration duration(ByteReader& from) {
  return to_ns(from.real());
}

template <typename Entry, typename Read>
std::vector<Entry> list(ByteReader& from, Read read) {
  std::vector<Entry> entries;
  const std::int64_t length = from.length();
  for (std::int64_t index = 0; index < length && from.is_good(); ++index) {
    entries.push_back(read(from));
  }
  return entries;
}

NamedParameter read_parameter(ByteReader& from) {
  NamedParameter parameter;
  parameter.name = from.text();
  const std::string type = from.text();
  if (type == "boolean") {
    parameter.value = from.boolean();
  } else if (type == "integer") {
    parameter.value = from.integer();
  } else if (type == "number") {
    parameter.value = from.real();
  } else if (type == "choice") {
    parameter.value = from.text();
  } else {
    from.refuse();
  }
  return parameter;
}

ComponentChoice read_component(ByteReader& from) {
  std::string kind = from.text();
  return {std::move(kind), list<NamedParameter>(from, read_parameter)};
}

LossConfig read_loss(ByteReader& from) {
  LossConfig loss;
  loss.model = read_component(from);
  loss.position = named(from, kPositions);
  loss.direction = named(from, kDirections);
  return loss;
}

// Braces evaluate from left to right: the order of these fields is the order of the bytes.
RateStep read_rate_step(ByteReader& from) {
  return {duration(from), from.integer(), duration(from)};
}

DelayStep read_delay_step(ByteReader& from) {
  return {duration(from), duration(from), duration(from)};
}

// Its end is from + length in seconds, rounded once.
Outage read_outage(ByteReader& from) {
  const double from_s = from.real();
  const double to_s = from_s + from.real();
  return {to_ns(from_s), to_ns(to_s), named(from, kDirections)};
}

LossStep read_loss_step(ByteReader& from) {
  return {duration(from), from.real(), named(from, kDirections)};
}

LinkChanges read_changes(ByteReader& from) {
  LinkChanges changes;
  changes.rates = list<RateStep>(from, read_rate_step);
  changes.opportunities_ns =
      list<Duration>(from, [](ByteReader& bytes) { return bytes.integer() * kMillisecond; });
  if (from.boolean()) changes.trace_end = TraceEnd::kHold;
  changes.delays = list<DelayStep>(from, read_delay_step);
  changes.outages = list<Outage>(from, read_outage);
  changes.jitter_ns = duration(from);
  changes.jitter_reorders = from.boolean();
  changes.jitter_shape = named(from, kShapes);
  changes.jitter_correlation = from.real();
  changes.losses = list<LossStep>(from, read_loss_step);
  return changes;
}

BottleneckConfig read_link(ByteReader& from) {
  BottleneckConfig link;
  link.rate_bps = from.integer();
  link.delay_ns = duration(from);
  link.buffer_bytes = from.integer();
  link.queue = read_component(from);
  link.loss = read_loss(from);
  link.changes = read_changes(from);
  link.filters_acks = from.boolean();
  return link;
}

TransportConfig read_transport(ByteReader& from) {
  TransportConfig transport;
  transport.initial_window_packets = from.integer();
  transport.min_rto_ns = duration(from);
  transport.send_quantum = named(from, kQuanta);
  transport.send_quantum_packets = from.integer();
  transport.paces_window_based = from.boolean();
  transport.host_jitter_ns = duration(from);
  // Below 0: packets make the round trips.
  const auto round_trips = static_cast<int>(from.integer());
  transport.handshake_round_trips = round_trips < 0 ? -round_trips : round_trips;
  transport.sends_handshake = round_trips < 0;
  return transport;
}

ReceiverConfig read_receiver(ByteReader& from) {
  ReceiverConfig receiver;
  receiver.ack_every_packets = from.integer();
  receiver.ack_timeout_ns = duration(from);
  receiver.window_bytes = from.integer();
  receiver.ack_aggregation_ns = duration(from);
  receiver.quick_ack_packets = from.integer();
  receiver.acks_pushed = from.boolean();
  receiver.read_rate_bps = from.integer();
  return receiver;
}

LinkPath read_path(ByteReader& from) {
  return list<std::uint8_t>(
      from, [](ByteReader& bytes) { return static_cast<std::uint8_t>(bytes.integer()); });
}

FlowGroupConfig read_group(ByteReader& from) {
  FlowGroupConfig group;
  group.count = from.integer();
  group.rtt_ns = duration(from);
  group.start_ns = duration(from);
  const bool stops = from.boolean();
  const double stop_s = from.real();
  if (stops) group.stop_ns = to_ns(stop_s);
  group.algorithm = from.text();
  group.parameters = list<NamedParameter>(from, read_parameter);
  group.traffic = read_component(from);
  group.receiver = read_receiver(from);
  group.path = read_path(from);
  group.return_path = read_path(from);
  group.ecn = named(from, kFeedback);
  return group;
}

}  // namespace

std::optional<Scenario> read_plan(std::string_view bytes) {
  ByteReader from(bytes);
  if (from.integer() != kPlanVersion) return std::nullopt;
  Scenario scenario;
  scenario.duration_ns = duration(from);
  scenario.warmup_ns = duration(from);
  scenario.sample_interval_ns = duration(from);
  scenario.packet_bytes = from.integer();
  scenario.header_bytes = from.integer();
  scenario.start_jitter_ns = duration(from);
  scenario.transport = read_transport(from);
  std::vector<BottleneckConfig> links = list<BottleneckConfig>(from, read_link);
  scenario.groups = list<FlowGroupConfig>(from, read_group);
  if (!from.is_good() || !from.is_at_end() || links.empty()) return std::nullopt;
  scenario.bottleneck = std::move(links.front());
  links.erase(links.begin());
  scenario.further_links = std::move(links);
  return scenario;
}

}  // namespace ccsim::wasm
