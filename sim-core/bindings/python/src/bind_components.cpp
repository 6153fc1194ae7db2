// The registries as plain dicts, as they go into the generated registry file.
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "ccsim/algorithm.h"
#include "ccsim/components.h"

namespace ccsim::python {
namespace {

template <typename Info, typename ToDict>
nb::list dicts(const std::vector<Info>& list, const ToDict& to_dict) {
  nb::list entries;
  for (const Info& info : list) entries.append(to_dict(info));
  return entries;
}

const char* kind_name(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kBoolean:
      return "boolean";
    case ParameterKind::kInteger:
      return "integer";
    case ParameterKind::kNumber:
      return "number";
    case ParameterKind::kChoice:
      return "choice";
  }
  return "";
}

nb::dict parameter_dict(const ParameterInfo& info) {
  const bool has_range =
      info.kind == ParameterKind::kInteger || info.kind == ParameterKind::kNumber;
  nb::dict entry;
  entry["name"] = info.name;
  entry["title"] = info.title;
  entry["kind"] = kind_name(info.kind);
  entry["default"] = info.is_required ? nb::none() : nb::cast(info.default_value);
  entry["minimum"] = has_range ? nb::cast(info.minimum) : nb::none();
  entry["maximum"] = has_range ? nb::cast(info.maximum) : nb::none();
  entry["choices"] = info.choices;
  entry["description"] = info.description;
  entry["source"] = info.source;
  entry["is_digested"] = info.is_digested;
  return entry;
}

nb::dict metric_dict(const MetricInfo& metric) {
  nb::dict entry;
  entry["name"] = metric.name;
  entry["description"] = metric.description;
  return entry;
}

nb::dict state_dict(const MachineState& state) {
  nb::dict entry;
  entry["phase"] = state.phase;
  entry["column"] = state.column;
  entry["row"] = state.row;
  entry["effect"] = text(name_of(state.effect));
  return entry;
}

nb::dict group_dict(const StateGroup& group) {
  nb::dict entry;
  entry["name"] = group.name;
  entry["phases"] = group.phases;
  return entry;
}

nb::dict transition_dict(const Transition& transition) {
  nb::dict entry;
  entry["from_state"] = transition.from;
  entry["to_state"] = transition.to;
  entry["when"] = transition.when;
  entry["number_at_ratio"] = transition.number_at_ratio;
  return entry;
}

nb::dict machine_dict(const StateMachine& machine) {
  nb::dict entry;
  entry["source"] = machine.source;
  entry["states"] = dicts(machine.states, state_dict);
  entry["groups"] = dicts(machine.groups, group_dict);
  entry["transitions"] = dicts(machine.transitions, transition_dict);
  return entry;
}

nb::dict demonstration_dict(const Demonstration& demonstration) {
  nb::dict entry;
  entry["situation"] = demonstration.situation;
  entry["beside"] = demonstration.beside;
  return entry;
}

nb::dict algorithm_dict(const AlgorithmInfo& info) {
  nb::dict entry;
  entry["name"] = info.name;
  entry["title"] = info.title;
  entry["summary"] = info.summary;
  entry["fidelity"] = info.fidelity;
  entry["fidelity_kind"] = info.fidelity.substr(0, info.fidelity.find(':'));
  entry["assumptions"] = info.assumptions;
  entry["source"] = info.source;
  entry["base"] = info.base;
  entry["family"] = info.family;
  entry["may_use_oracle"] = info.may_use_oracle;
  entry["parameters"] = dicts(info.parameters, parameter_dict);
  entry["metrics"] = dicts(info.metrics, metric_dict);
  nb::list phases;
  for (const MachineState& state : info.machine.states) phases.append(state.phase);
  entry["phases"] = phases;
  entry["machine"] = machine_dict(info.machine);
  entry["demonstration"] = demonstration_dict(info.demonstration);
  return entry;
}

nb::dict component_dict(const ComponentInfo& info) {
  nb::list parameters;
  for (const ParameterInfo& parameter : info.parameters) {
    nb::dict entry = parameter_dict(parameter);
    entry["start"] = parameter.is_required ? nb::cast(parameter.default_value) : nb::none();
    parameters.append(entry);
  }
  nb::dict entry;
  entry["name"] = info.name;
  entry["title"] = info.title;
  entry["summary"] = info.summary;
  entry["source"] = info.source;
  entry["parameters"] = parameters;
  return entry;
}

nb::list reason_names(const std::vector<LossReason>& reasons) {
  nb::list names;
  for (const LossReason reason : reasons) names.append(text(name_of(reason)));
  return names;
}

const char* order_name(ServiceOrder order) {
  switch (order) {
    case ServiceOrder::kArrival:
      return "arrival";
    case ServiceOrder::kFlow:
      return "flow";
    case ServiceOrder::kClass:
      return "class";
  }
  return "";
}

const char* end_name(QueueEnd end) {
  return end == QueueEnd::kHead ? "head" : "tail";
}

nb::dict traits_dict(const QueueTraits& traits) {
  nb::dict entry;
  entry["order"] = order_name(traits.order);
  entry["early_drops"] = reason_names(traits.early_drops);
  entry["early_end"] = end_name(traits.early_end);
  entry["overflow"] = text(name_of(traits.overflow));
  entry["overflow_end"] = end_name(traits.overflow_end);
  entry["marks"] = reason_names(traits.marks);
  entry["delays_excess"] = traits.delays_excess;
  entry["passing_share_parameter"] = traits.passing_share_parameter;
  return entry;
}

nb::dict queue_dict(const QueueInfo& info) {
  nb::dict entry = component_dict(info);
  entry["can_mark"] = info.can_mark;
  entry["traits"] = traits_dict(info.traits);
  entry["metrics"] = dicts(info.metrics, metric_dict);
  return entry;
}

nb::dict loss_dict(const LossInfo& info) {
  nb::dict entry = component_dict(info);
  entry["reason"] = text(name_of(info.reason));
  return entry;
}

const char* carrier_name(TrafficCarrier carrier) {
  switch (carrier) {
    case TrafficCarrier::kConnection:
      return "connection";
    case TrafficCarrier::kManyConnections:
      return "many_connections";
    case TrafficCarrier::kDatagrams:
      return "datagrams";
  }
  return "";
}

nb::dict traffic_dict(const TrafficInfo& info) {
  nb::dict entry = component_dict(info);
  entry["carrier"] = carrier_name(info.carrier);
  entry["delivers_parts"] = info.delivers_parts;
  entry["metrics"] = dicts(info.metrics, metric_dict);
  return entry;
}

}  // namespace

void bind_components(nb::module_& module) {
  module.def(
      "components",
      [] {
        nb::dict all;
        all["algorithms"] = dicts(algorithms(), algorithm_dict);
        all["queues"] = dicts(queues(), queue_dict);
        all["losses"] = dicts(losses(), loss_dict);
        all["traffic"] = dicts(traffic_kinds(), traffic_dict);
        return all;
      },
      nb::sig("def components() -> dict[str, list[dict[str, typing.Any]]]"),
      "What a scenario can choose by name, in the core's order: 'algorithms', 'queues', 'losses' "
      "and 'traffic', with parameters, defaults, bounds and metrics.");
}

}  // namespace ccsim::python
