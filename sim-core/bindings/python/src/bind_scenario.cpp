// The scenario's structs, made from keyword arguments in SI units.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <optional>
#include <tuple>

#include "bindings.h"
#include "ccsim/algorithm_module.h"
#include "ccsim/scenario.h"

namespace ccsim::python {
namespace {

using namespace nb::literals;

using Parameters = std::map<std::string, ParameterValue>;

std::vector<NamedParameter> named(const Parameters& parameters) {
  std::vector<NamedParameter> list;
  for (const auto& [name, value] : parameters) list.push_back({name, value});
  return list;
}

void bind_choice(nb::module_& module) {
  nb::class_<ComponentChoice>(module, "Component",
                              "An entry of components() with the parameters that were given.")
      .def(
          "__init__",
          [](ComponentChoice* self, const std::string& kind, const Parameters& parameters) {
            new (self) ComponentChoice{kind, named(parameters)};
          },
          "kind"_a, "parameters"_a);
}

void bind_loss(nb::module_& module) {
  nb::enum_<LossPosition>(module, "LossPosition", "Where random loss acts.")
      .value("BEFORE_QUEUE", LossPosition::kBeforeQueue)
      .value("AFTER_QUEUE", LossPosition::kAfterQueue);
  nb::enum_<LossDirection>(module, "LossDirection", "Which packets random loss hits.")
      .value("DATA", LossDirection::kData)
      .value("ACK", LossDirection::kAck)
      .value("BOTH", LossDirection::kBoth);
  nb::class_<LossConfig>(module, "Loss", "Random loss; without a model there is none.")
      .def(
          "__init__",
          [](LossConfig* self, std::optional<ComponentChoice> model, LossPosition position,
             LossDirection direction) {
            new (self) LossConfig{model.value_or(ComponentChoice{}), position, direction};
          },
          nb::kw_only(), "model"_a.none(), "position"_a, "direction"_a);
}

void bind_bottleneck(nb::module_& module) {
  nb::class_<BottleneckConfig>(module, "Bottleneck", "The link where packets queue.")
      .def(
          "__init__",
          [](BottleneckConfig* self, BitRate rate_bps, double delay_s, Bytes buffer_bytes,
             const ComponentChoice& queue, const LossConfig& loss,
             const std::optional<LinkChanges>& changes, bool filters_acks) {
            new (self)
                BottleneckConfig{rate_bps,    to_ns(delay_s), buffer_bytes,
                                 queue,       loss,           changes.value_or(LinkChanges{}),
                                 filters_acks};
          },
          nb::kw_only(), "rate_bps"_a, "delay_s"_a, "buffer_bytes"_a, "queue"_a, "loss"_a,
          "changes"_a.none(), "filters_acks"_a);
}

// Steps are tuples (at_s, value, ramp_s), outages (from_s, to_s, direction).
using RateTuple = std::tuple<double, BitRate, double>;
using DelayTuple = std::tuple<double, double, double>;
using OutageTuple = std::tuple<double, double, LossDirection>;
using LossTuple = std::tuple<double, double, LossDirection>;  // at_s, probability

void bind_changes(nb::module_& module) {
  nb::class_<LinkChanges>(module, "LinkChanges", "How a link changes during the run.")
      .def(
          "__init__",
          [](LinkChanges* self, const std::vector<RateTuple>& rates,
             const std::vector<std::int64_t>& opportunities_ms,
             const std::vector<DelayTuple>& delays, const std::vector<OutageTuple>& outages,
             double jitter_s, bool jitter_reorders, const std::vector<LossTuple>& losses,
             bool jitter_is_normal, double jitter_correlation, bool trace_holds) {
            new (self) LinkChanges{};
            for (const auto& [at_s, rate_bps, ramp_s] : rates) {
              self->rates.push_back({to_ns(at_s), rate_bps, to_ns(ramp_s)});
            }
            for (const std::int64_t at_ms : opportunities_ms) {
              self->opportunities_ns.push_back(at_ms * kMillisecond);
            }
            if (trace_holds) self->trace_end = TraceEnd::kHold;
            for (const auto& [at_s, delay_s, ramp_s] : delays) {
              self->delays.push_back({to_ns(at_s), to_ns(delay_s), to_ns(ramp_s)});
            }
            for (const auto& [from_s, to_s, direction] : outages) {
              self->outages.push_back({to_ns(from_s), to_ns(to_s), direction});
            }
            self->jitter_ns = to_ns(jitter_s);
            self->jitter_reorders = jitter_reorders;
            if (jitter_is_normal) self->jitter_shape = JitterShape::kNormal;
            self->jitter_correlation = jitter_correlation;
            for (const auto& [at_s, probability, direction] : losses) {
              self->losses.push_back({to_ns(at_s), probability, direction});
            }
          },
          nb::kw_only(), "rates"_a, "opportunities_ms"_a, "delays"_a, "outages"_a, "jitter_s"_a,
          "jitter_reorders"_a, "losses"_a, "jitter_is_normal"_a, "jitter_correlation"_a,
          "trace_holds"_a);
}

void bind_transport(nb::module_& module) {
  nb::enum_<SendQuantum>(module, "SendQuantum", "Burst that a paced sender hands over at once.")
      .value("LINUX", SendQuantum::kLinux)
      .value("NS3", SendQuantum::kNs3)
      .value("PACKETS", SendQuantum::kPackets);
  nb::class_<TransportConfig>(module, "Transport", "What all senders share.")
      .def(
          "__init__",
          [](TransportConfig* self, Packets initial_window_packets, double min_rto_s,
             SendQuantum send_quantum, Packets send_quantum_packets, bool paces_window_based,
             double host_jitter_s, int handshake_round_trips, bool sends_handshake) {
            new (self)
                TransportConfig{initial_window_packets, to_ns(min_rto_s),   send_quantum,
                                send_quantum_packets,   paces_window_based, to_ns(host_jitter_s),
                                handshake_round_trips,  sends_handshake};
          },
          nb::kw_only(), "initial_window_packets"_a, "min_rto_s"_a, "send_quantum"_a,
          "send_quantum_packets"_a, "paces_window_based"_a, "host_jitter_s"_a,
          "handshake_round_trips"_a = 1, "sends_handshake"_a = false);
}

void bind_receiver(nb::module_& module) {
  nb::class_<ReceiverConfig>(module, "Receiver", "How a receiver acknowledges.")
      .def(
          "__init__",
          [](ReceiverConfig* self, Packets ack_every_packets, double ack_timeout_s,
             std::optional<Bytes> window_bytes, double ack_aggregation_s, Packets quick_ack_packets,
             bool acks_pushed, BitRate read_rate_bps) {
            new (self) ReceiverConfig{ack_every_packets,
                                      to_ns(ack_timeout_s),
                                      window_bytes.value_or(kUnlimited),
                                      to_ns(ack_aggregation_s),
                                      quick_ack_packets,
                                      acks_pushed,
                                      read_rate_bps};
          },
          nb::kw_only(), "ack_every_packets"_a, "ack_timeout_s"_a, "window_bytes"_a.none(),
          "ack_aggregation_s"_a, "quick_ack_packets"_a, "acks_pushed"_a, "read_rate_bps"_a = 0);
}

void bind_flow_group(nb::module_& module) {
  nb::class_<FlowGroupConfig>(module, "FlowGroup", "Flows that are alike.")
      .def(
          "__init__",
          [](FlowGroupConfig* self, std::int64_t count, double rtt_s, double start_s,
             std::optional<double> stop_s, const std::string& algorithm,
             const Parameters& parameters, const ComponentChoice& traffic,
             const ReceiverConfig& receiver, const LinkPath& path, const LinkPath& return_path,
             std::optional<EcnFeedback> ecn, const std::shared_ptr<AlgorithmModule>& own) {
            new (self) FlowGroupConfig{count,
                                       to_ns(rtt_s),
                                       to_ns(start_s),
                                       stop_s ? to_ns(*stop_s) : kNever,
                                       algorithm,
                                       named(parameters),
                                       traffic,
                                       receiver,
                                       path,
                                       return_path,
                                       ecn,
                                       own};
          },
          nb::kw_only(), "count"_a, "rtt_s"_a, "start_s"_a, "stop_s"_a.none(), "algorithm"_a,
          "parameters"_a, "traffic"_a, "receiver"_a, "path"_a, "return_path"_a, "ecn"_a.none(),
          "module"_a.none() = nb::none());
}

}  // namespace

void bind_scenario(nb::module_& module) {
  bind_choice(module);
  bind_loss(module);
  bind_changes(module);
  bind_bottleneck(module);
  bind_transport(module);
  bind_receiver(module);
  bind_flow_group(module);
  nb::class_<Scenario>(module, "Scenario",
                       "What is simulated. The caller has checked every value: the core asserts.")
      .def(
          "__init__",
          [](Scenario* self, double duration_s, double warmup_s, double sample_interval_s,
             Bytes packet_bytes, Bytes header_bytes, double start_jitter_s,
             const BottleneckConfig& bottleneck, const TransportConfig& transport,
             std::vector<FlowGroupConfig> groups, std::vector<BottleneckConfig> further_links) {
            new (self) Scenario{to_ns(duration_s),
                                to_ns(warmup_s),
                                to_ns(sample_interval_s),
                                packet_bytes,
                                header_bytes,
                                to_ns(start_jitter_s),
                                bottleneck,
                                transport,
                                std::move(groups),
                                std::move(further_links)};
          },
          nb::kw_only(), "duration_s"_a, "warmup_s"_a, "sample_interval_s"_a, "packet_bytes"_a,
          "header_bytes"_a, "start_jitter_s"_a, "bottleneck"_a, "transport"_a, "groups"_a,
          "further_links"_a);
}

}  // namespace ccsim::python
