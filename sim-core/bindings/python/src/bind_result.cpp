// What a run returns.
#include <nanobind/stl/string.h>

#include <cmath>
#include <variant>

#include "bindings.h"
#include "ccsim/result.h"

namespace ccsim::python {
namespace {

// Under the names that the table declares.
template <typename Struct, std::size_t size>
void add_numbers(const MetricTable<Struct, size>& table, const Struct& from, nb::dict& entry) {
  for (const Declared<Struct>& declared : table) {
    const auto number = declared.number(from);
    const MetricExtras& extras = declared.metric.extras;
    const double* real = std::get_if<double>(&number);
    const bool is_absent = real != nullptr && std::isnan(*real);
    // Those of the first table stay: the digest has them.
    if (is_absent && extras.is_optional && !extras.is_digested) continue;
    entry[text(declared.metric.name)] =
        std::visit([](auto value) -> nb::object { return nb::cast(value); }, number);
  }
}

template <typename Struct, std::size_t size>
nb::dict numbers_dict(const MetricTable<Struct, size>& table, const Struct& from) {
  nb::dict entry;
  add_numbers(table, from, entry);
  return entry;
}

nb::dict flow_dict(const FlowSummary& flow) {
  nb::dict entry;
  entry["group_index"] = flow.group_index;
  entry["flow_index"] = flow.flow_index;
  add_numbers(kFlowSummary, flow, entry);
  return entry;
}

// One list per field, over the transfers of all flows; completion times that there are not are NaN.
nb::dict transfer_columns(const RunResult& result) {
  nb::list flows;
  nb::list starts;
  nb::list sizes;
  nb::list completions;
  nb::list acknowledgements;
  for (const FlowTransfers& of_flow : result.transfers) {
    for (const TransferRecord& transfer : of_flow.transfers) {
      take_turns(nb::len(flows));
      flows.append(of_flow.flow_index);
      starts.append(seconds_or_nan(transfer.start_ns));
      sizes.append(transfer.size_bytes);
      completions.append(seconds_or_nan(transfer.completion_ns));
      acknowledgements.append(seconds_or_nan(transfer.acknowledged_ns));
    }
  }
  nb::dict columns;
  columns["flow_index"] = flows;
  columns["start_s"] = starts;
  columns["size_bytes"] = sizes;
  columns["completion_s"] = completions;
  columns["acknowledged_s"] = acknowledgements;
  return columns;
}

}  // namespace

void bind_result(nb::module_& module) {
  nb::class_<RunResult>(module, "RunResult", "Summaries of a run. Absent numbers are NaN.")
      .def_prop_ro(
          "is_cancelled",
          [](const RunResult& self) { return self.status == RunStatus::kCancelled; },
          "True if a callback stopped the run before its end.")
      .def_prop_ro("simulated_s",
                   [](const RunResult& self) { return seconds_or_nan(self.simulated_ns); })
      .def_ro("simulated_packets", &RunResult::simulated_packets, "Transmitted by the bottleneck.")
      .def_ro("processed_events", &RunResult::processed_events)
      .def_ro("sample_count", &RunResult::sample_count)
      .def_ro("chunk_count", &RunResult::chunk_count)
      .def_ro("events_truncated", &RunResult::events_truncated,
              "True if there were more events than are kept.")
      .def_ro("packets_truncated", &RunResult::packets_truncated,
              "True if the packet window held more events than its limit.")
      .def_prop_ro("packets", &packet_columns,
                   nb::sig("def packets(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"),
                   "Packet events of the window asked for, one array per field of PacketRecord in "
                   "ccsim/packet_record.h; `kind` is a place in packet_event_kinds().")
      .def_prop_ro("causes", &cause_report,
                   nb::sig("def causes(self) -> dict[str, typing.Any] | None"),
                   "What bound each flow and what set it, after run(records_causes=True): the "
                   "structs of CauseReport in ccsim/cause.h, times in seconds.")
      .def_prop_ro("losses", &loss_report, nb::sig("def losses(self) -> dict[str, typing.Any]"),
                   "What was lost and marked, where and why: the structs of LossReport in "
                   "ccsim/loss_table.h, times in seconds.")
      .def_prop_ro("transfers", &transfer_columns,
                   nb::sig("def transfers(self) -> dict[str, list[float | int]]"),
                   "Every transfer, flow by flow in the order in which they began: the fields of "
                   "TransferRecord in ccsim/transfer.h, times in seconds.")
      .def_prop_ro(
          "fairness",
          [](const RunResult& self) { return numbers_dict(kFairnessSummary, self.fairness); },
          nb::sig("def fairness(self) -> dict[str, float | int]"),
          "The numbers of kFairnessSummary in ccsim/fairness_metrics.h.")
      .def_prop_ro(
          "links",
          [](const RunResult& self) {
            nb::list list;
            for (const LinkSummary& link : self.links)
              list.append(numbers_dict(kLinkSummary, link));
            return list;
          },
          nb::sig("def links(self) -> list[dict[str, float | int]]"),
          "The numbers of kLinkSummary in ccsim/link_metrics.h, one per link.")
      .def_prop_ro(
          "flows",
          [](const RunResult& self) {
            nb::list list;
            for (const FlowSummary& flow : self.flows) {
              take_turns(nb::len(list));
              list.append(flow_dict(flow));
            }
            return list;
          },
          nb::sig("def flows(self) -> list[dict[str, float | int]]"),
          "The numbers of kFlowSummary in ccsim/flow_metrics.h, one per flow, by index.");
}

}  // namespace ccsim::python
