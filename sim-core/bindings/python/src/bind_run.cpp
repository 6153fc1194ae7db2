// Runs a scenario without the interpreter lock; callbacks take it for as long as they last.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>
#include <utility>

#include "bindings.h"
#include "ccsim/simulation.h"

namespace ccsim::python {
namespace {

// From, to, and the largest number of events.
using PacketWindowInSeconds = std::optional<std::tuple<double, double, std::int64_t>>;

// Called with the lock held. Anything but False continues the run, so that a callback need not
// return.
bool may_continue(const nb::object& callback, SimTime simulated_ns) {
  // Ctrl-C reaches Python only when it is asked for.
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (callback.is_none()) return true;
  const nb::object answer = callback(seconds_or_nan(simulated_ns));
  return answer.ptr() != Py_False;
}

RunResult run_scenario(const Scenario& scenario, std::uint64_t seed, const nb::object& on_chunk,
                       const nb::object& on_progress, std::int64_t progress_every_events,
                       const nb::object& wanted_tail_values, const nb::object& on_tail,
                       const PacketWindowInSeconds& packet_window, bool records_causes) {
  RunOptions options;
  if (packet_window) {
    const auto [from_s, to_s, max_records] = *packet_window;
    options.packet_window = {to_ns(from_s), to_ns(to_s), max_records};
  }
  options.records_causes = records_causes;
  options.progress_every_events = progress_every_events;
  options.on_progress = [&on_progress](SimTime simulated_ns) {
    nb::gil_scoped_acquire lock;
    return may_continue(on_progress, simulated_ns);
  };
  if (!on_chunk.is_none()) {
    options.on_chunk = [&on_chunk](SeriesChunk&& chunk) {
      nb::gil_scoped_acquire lock;
      on_chunk(nb::cast(std::move(chunk)));
    };
  }
  if (!wanted_tail_values.is_none() && !on_tail.is_none()) {
    options.wanted_tail_values = [&wanted_tail_values] {
      nb::gil_scoped_acquire lock;
      return nb::cast<std::int64_t>(wanted_tail_values());
    };
    options.on_tail = [&on_tail](SeriesTail&& tail) {
      nb::gil_scoped_acquire lock;
      on_tail(nb::cast(std::move(tail)));
    };
  }
  nb::gil_scoped_release unlocked;
  return run(scenario, seed, options);
}

}  // namespace

void bind_run(nb::module_& module) {
  module.def(
      "run", &run_scenario, nb::arg("scenario"), nb::arg("seed"), nb::kw_only(),
      nb::arg("on_chunk").none() = nb::none(), nb::arg("on_progress").none() = nb::none(),
      nb::arg("progress_every_events") = RunOptions{}.progress_every_events,
      nb::arg("wanted_tail_values").none() = nb::none(), nb::arg("on_tail").none() = nb::none(),
      nb::arg("packet_window").none() = nb::none(), nb::arg("records_causes") = false,
      nb::sig("def run(scenario: Scenario, seed: int, *, "
              "on_chunk: collections.abc.Callable[[SeriesChunk], object] | None = None, "
              "on_progress: collections.abc.Callable[[float], object] | None = None, "
              "progress_every_events: int = 200000, "
              "wanted_tail_values: collections.abc.Callable[[], int] | None = None, "
              "on_tail: collections.abc.Callable[[SeriesTail], object] | None = None, "
              "packet_window: tuple[float, float, int] | None = None, "
              "records_causes: bool = False) -> RunResult"),
      "Run one scenario to its end. The same arguments give the same result, bit for bit.\n\n"
      "`on_chunk` gets every finished chunk in order; without it no series are recorded.\n"
      "`on_progress` gets the simulated time in seconds; returning False cancels the run.\n"
      "`wanted_tail_values` is asked after each on_progress; above 0 it gives what the running\n"
      "chunk has got since the last tail to `on_tail`: about so many values, at least a sample.\n"
      "Chunks and result are the same with and without.\n"
      "`packet_window` (from_s, to_s, most) writes down at most so many packet events of a time.\n"
      "`records_causes` writes down what bound each flow and what set it, and of up to 100 flows\n"
      "the parts of their RTTs: as series, and as means of the window.\n"
      "An exception of a callback stops the run and comes out unchanged. The interpreter lock is\n"
      "free while the core computes.");
}

}  // namespace ccsim::python
