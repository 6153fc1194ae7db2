// What the parts of the module share: one function per part, and the only place of the whole
// project that converts between the core's integers and SI base units.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ccsim/congestion_control.h"
#include "ccsim/result.h"
#include "ccsim/units.h"

namespace ccsim::python {

namespace nb = nanobind;

void bind_scenario(nb::module_& module);
void bind_algorithms(nb::module_& module);
void bind_series(nb::module_& module);
void bind_result(nb::module_& module);
void bind_run(nb::module_& module);

// Names of PacketEventKind by number, and the recorded packet events of a run as arrays.
std::vector<std::string> packet_event_names();
nb::dict packet_columns(const RunResult& result);

// Seconds to the nearest nanosecond. 3,600 s are far below 2^53 ns, so nothing is lost.
inline Duration to_ns(double seconds) {
  return std::llround(seconds * 1e9);
}

// Nanoseconds to seconds: the double nearest to the decimal value. NaN for an absent duration.
inline double to_s(Duration ns) {
  if (ns == kNoDuration) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(ns) / 1e9;
}

}  // namespace ccsim::python
