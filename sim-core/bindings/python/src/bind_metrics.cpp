// The tables of metrics as plain dicts, as they go into the generated file.
#include <nanobind/stl/string.h>

#include <cmath>

#include "bindings.h"
#include "ccsim/result.h"

namespace ccsim::python {
namespace {

nb::object better_of(Better better) {
  if (better == Better::kNeither) return nb::none();
  return nb::cast(better == Better::kMore ? "more" : "less");
}

nb::dict metric_dict(const MetricDeclaration& metric, const char* subject, const char* kind) {
  const MetricExtras& extras = metric.extras;
  nb::dict entry;
  entry["name"] = text(metric.name);
  entry["subject"] = subject;
  entry["kind"] = kind;
  entry["title"] = text(metric.title);
  entry["phrase"] = text(metric.phrase.text);
  entry["better"] = better_of(metric.phrase.better);
  entry["quantity"] = text(name_of(metric.quantity));
  entry["unit"] = text(unit_of(metric.quantity));
  entry["aggregation"] = text(name_of(metric.aggregation));
  entry["definition"] = text(metric.definition);
  entry["source"] = text(extras.source);
  entry["fair"] = std::isnan(extras.fair) ? nb::none() : nb::cast(extras.fair);
  entry["pane"] = text(extras.pane);
  entry["is_digested"] = extras.is_digested;
  entry["is_optional"] = extras.is_optional;
  return entry;
}

template <typename Struct, std::size_t size>
void append(const MetricTable<Struct, size>& table, const char* subject, const char* kind,
            nb::list& list) {
  for (const Declared<Struct>& declared : table) {
    list.append(metric_dict(declared.metric, subject, kind));
  }
}

nb::list metric_list() {
  nb::list list;
  append(kFlowSummary, "flow", "summary", list);
  append(kLinkSummary, "link", "summary", list);
  append(kFairnessSummary, "fairness", "summary", list);
  append(kFlowSeries, "flow", "series", list);
  append(kFlowEcnSeries, "flow", "series", list);
  append(kFlowReaderSeries, "flow", "series", list);
  append(kFlowRttSeries, "flow", "series", list);
  append(kLinkSeries, "link", "series", list);
  append(kChangingRateSeries, "link", "series", list);
  append(kChangingPathSeries, "link", "series", list);
  append(kNamedPathSeries, "link", "series", list);
  append(kLinkEcnSeries, "link", "series", list);
  append(kLinkFilterSeries, "link", "series", list);
  return list;
}

}  // namespace

void bind_metrics(nb::module_& module) {
  module.def(
      "metrics", &metric_list, nb::sig("def metrics() -> list[dict[str, typing.Any]]"),
      "Every number of a run and every series that all flows or links have, in the order "
      "of results: what it is called, its quantity and unit, how it is made, what it means.");
}

}  // namespace ccsim::python
