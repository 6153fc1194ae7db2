// The list of algorithms as plain dicts, as it goes into the generated registry file.
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "ccsim/algorithm.h"

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
  entry["kind"] = kind_name(info.kind);
  entry["default"] = info.default_value;
  entry["minimum"] = has_range ? nb::cast(info.minimum) : nb::none();
  entry["maximum"] = has_range ? nb::cast(info.maximum) : nb::none();
  entry["choices"] = info.choices;
  entry["description"] = info.description;
  entry["source"] = info.source;
  return entry;
}

nb::dict algorithm_dict(const AlgorithmInfo& info) {
  nb::list parameters;
  for (const ParameterInfo& parameter : info.parameters) {
    parameters.append(parameter_dict(parameter));
  }
  nb::list metrics;
  for (const MetricInfo& metric : info.metrics) {
    nb::dict entry;
    entry["name"] = metric.name;
    entry["description"] = metric.description;
    metrics.append(entry);
  }
  nb::dict entry;
  entry["name"] = info.name;
  entry["title"] = info.title;
  entry["summary"] = info.summary;
  entry["fidelity"] = info.fidelity;
  entry["source"] = info.source;
  entry["base"] = info.base;
  entry["may_use_oracle"] = info.may_use_oracle;
  entry["parameters"] = parameters;
  entry["metrics"] = metrics;
  entry["phases"] = info.phases;
  return entry;
}

}  // namespace

void bind_algorithms(nb::module_& module) {
  module.def(
      "algorithms",
      [] {
        nb::list list;
        for (const AlgorithmInfo& info : algorithms()) list.append(algorithm_dict(info));
        return list;
      },
      nb::sig("def algorithms() -> list[dict[str, typing.Any]]"),
      "All algorithms in the core's order: names, parameters with defaults and bounds, metrics.");
}

}  // namespace ccsim::python
