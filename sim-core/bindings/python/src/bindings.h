// What the parts of the module share. Python sees SI base units, the core nanoseconds.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <vector>

#include "ccsim/result.h"
#include "ccsim/units.h"

namespace ccsim::python {

namespace nb = nanobind;

void bind_modules(nb::module_& module);
void bind_scenario(nb::module_& module);
void bind_components(nb::module_& module);
void bind_metrics(nb::module_& module);
void bind_series(nb::module_& module);
void bind_result(nb::module_& module);
void bind_run(nb::module_& module);

// Names of PacketEventKind by number, and the recorded packet events of a run as arrays.
std::vector<std::string> packet_event_names();
nb::dict packet_columns(const RunResult& result);
// What bound each flow and what set it; None if it was not recorded.
nb::object cause_report(const RunResult& result);
nb::dict loss_report(const RunResult& result);

inline nb::str text(std::string_view value) {
  return nb::str(value.data(), value.size());
}

// Called for each flow while all are converted: now and then other threads of Python have a turn.
// A worker's heartbeat must not wait for ten thousand flows.
inline void take_turns(std::size_t flow) {
  constexpr std::size_t kFlowsPerTurn = 64;
  if (flow % kFlowsPerTurn == 0) nb::gil_scoped_release others;
}

}  // namespace ccsim::python
