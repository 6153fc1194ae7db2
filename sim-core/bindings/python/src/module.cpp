// Module `ccsim._core`.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "ccsim/behaviour.h"
#include "ccsim/simulation.h"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  module.doc() = "Packet-level simulator of TCP congestion control. SI base units throughout.";
  ccsim::python::bind_modules(module);
  ccsim::python::bind_scenario(module);
  ccsim::python::bind_components(module);
  ccsim::python::bind_metrics(module);
  ccsim::python::bind_series(module);
  ccsim::python::bind_result(module);
  ccsim::python::bind_run(module);
  module.def("packet_event_kinds", &ccsim::python::packet_event_names,
             "Names of the kinds of packet events, by number.");
  module.def(
      "loss_reasons",
      [] {
        nb::list names;
        for (const std::string_view name : ccsim::kLossReasonNames) {
          names.append(ccsim::python::text(name));
        }
        return names;
      },
      nb::sig("def loss_reasons() -> list[str]"),
      "Names of the reasons for which packets are lost or marked, by number.");
  module.def(
      "behaviour_version", [] { return ccsim::kBehaviourVersion; },
      "Raised when a run gives other numbers; results of one behaviour are interchangeable.");
  module.def(
      "core_version",
      [] {
        const std::string_view version = ccsim::core_version();
        return nb::str(version.data(), version.size());
      },
      "Release and hash of the core's sources and flags, e.g. '0.1.0+1f3a9c04d2b7'.");
}
