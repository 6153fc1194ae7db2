// The registries as plain dicts, as they go into the generated registry file.
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "ccsim/algorithm.h"
#include "ccsim/components.h"

namespace ccsim::python {
namespace {

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
  entry["is_planned"] = info.is_planned;
  return entry;
}

nb::list parameter_list(const std::vector<ParameterInfo>& parameters) {
  nb::list list;
  for (const ParameterInfo& parameter : parameters) list.append(parameter_dict(parameter));
  return list;
}

nb::list metric_list(const std::vector<MetricInfo>& metrics) {
  nb::list list;
  for (const MetricInfo& metric : metrics) {
    nb::dict entry;
    entry["name"] = metric.name;
    entry["description"] = metric.description;
    list.append(entry);
  }
  return list;
}

nb::dict machine_dict(const StateMachine& machine) {
  nb::list states;
  for (const MachineState& state : machine.states) {
    nb::dict entry;
    entry["phase"] = state.phase;
    entry["column"] = state.column;
    entry["row"] = state.row;
    states.append(entry);
  }
  nb::list groups;
  for (const StateGroup& group : machine.groups) {
    nb::dict entry;
    entry["name"] = group.name;
    entry["phases"] = group.phases;
    groups.append(entry);
  }
  nb::list transitions;
  for (const Transition& transition : machine.transitions) {
    nb::dict entry;
    entry["from_state"] = transition.from;
    entry["to_state"] = transition.to;
    entry["when"] = transition.when;
    entry["number_at_ratio"] = transition.number_at_ratio;
    transitions.append(entry);
  }
  nb::dict entry;
  entry["source"] = machine.source;
  entry["states"] = states;
  entry["groups"] = groups;
  entry["transitions"] = transitions;
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
  entry["source"] = info.source;
  entry["base"] = info.base;
  entry["may_use_oracle"] = info.may_use_oracle;
  entry["parameters"] = parameter_list(info.parameters);
  entry["metrics"] = metric_list(info.metrics);
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

nb::dict queue_dict(const QueueInfo& info) {
  nb::dict entry = component_dict(info);
  entry["can_mark"] = info.can_mark;
  entry["metrics"] = metric_list(info.metrics);
  return entry;
}

template <typename Info, typename ToDict>
nb::list dicts(const std::vector<Info>& list, const ToDict& to_dict) {
  nb::list entries;
  for (const Info& info : list) entries.append(to_dict(info));
  return entries;
}

}  // namespace

void bind_components(nb::module_& module) {
  module.def(
      "components",
      [] {
        nb::dict all;
        all["algorithms"] = dicts(algorithms(), algorithm_dict);
        all["queues"] = dicts(queues(), queue_dict);
        all["losses"] = dicts(losses(), component_dict);
        all["traffic"] = dicts(traffic_kinds(), component_dict);
        return all;
      },
      nb::sig("def components() -> dict[str, list[dict[str, typing.Any]]]"),
      "What a scenario can choose by name, in the core's order: 'algorithms', 'queues', 'losses' "
      "and 'traffic', with parameters, defaults, bounds and metrics.");
}

}  // namespace ccsim::python
