// Series chunks. The vectors of the core become numpy arrays without a copy.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings.h"
#include "ccsim/result.h"

namespace ccsim::python {
namespace {

// A capsule owns the vector for as long as the array lives; the array is read-only.
nb::object owned_array(std::vector<double>&& values) {
  auto* owner = new std::vector<double>(std::move(values));
  nb::capsule deleter(
      owner, [](void* pointer) noexcept { delete static_cast<std::vector<double>*>(pointer); });
  return nb::cast(
      nb::ndarray<nb::numpy, const double, nb::ndim<1>>(owner->data(), {owner->size()}, deleter));
}

nb::dict columns_dict(std::vector<SeriesColumn>& taken) {
  nb::dict columns;
  for (SeriesColumn& column : taken) {
    columns[nb::str(column.metric.c_str())] = owned_array(std::move(column.values));
  }
  return columns;
}

const char* subject_name(SubjectKind kind) {
  return kind == SubjectKind::kFlow ? "flow" : "link";
}

void bind_intervals(nb::module_& module) {
  nb::class_<PhaseInterval>(module, "PhaseInterval", "A flow was in one phase from start to end.")
      .def_ro("flow_index", &PhaseInterval::flow_index)
      .def_prop_ro("start_s",
                   [](const PhaseInterval& self) { return seconds_or_nan(self.start_ns); })
      .def_prop_ro("end_s", [](const PhaseInterval& self) { return seconds_or_nan(self.end_ns); })
      .def_ro("phase", &PhaseInterval::phase)
      .def_ro("reason", &PhaseInterval::reason, "Why the phase was entered.");
  nb::class_<Event>(module, "Event", "Something that happened to a flow at one moment.")
      .def_prop_ro("time_s", [](const Event& self) { return seconds_or_nan(self.time_ns); })
      .def_ro("flow_index", &Event::flow_index)
      .def_prop_ro("kind", [](const Event& self) { return text(name_of(self.kind)); })
      .def_ro("reason", &Event::reason)
      .def_ro("value", &Event::value, "Meaning by kind; NaN if there is none.");
}

void bind_tail(nb::module_& module) {
  nb::class_<TailSeries>(module, "TailSeries", "The same columns of several flows or links.")
      .def_prop_ro(
          "subject", [](const TailSeries& self) { return subject_name(self.subject); },
          "'flow' or 'link'.")
      .def_ro("subject_indices", &TailSeries::subject_indices)
      .def(
          "take_columns", [](TailSeries& self) { return columns_dict(self.columns); },
          nb::sig("def take_columns(self) -> dict[str, numpy.typing.NDArray[numpy.float64]]"),
          "Metric to read-only array: subject after subject, each with all samples of the tail. "
          "Hands the arrays over without a copy: a second call finds them empty.");
  nb::class_<SeriesTail>(module, "SeriesTail",
                         "What the running chunk has got since the last tail.")
      .def_ro("first_sample", &SeriesTail::first_sample)
      .def_ro("sample_count", &SeriesTail::sample_count)
      .def_prop_ro(
          "series",
          [](SeriesTail& self) {
            nb::object owner = nb::find(self);
            nb::list list;
            for (TailSeries& series : self.series) {
              list.append(nb::cast(&series, nb::rv_policy::reference_internal, owner));
            }
            return list;
          },
          nb::sig("def series(self) -> list[TailSeries]"), "Subjects with equal metrics together.")
      .def_ro("phases", &SeriesTail::phases, "Phases that ended since the last tail.")
      .def_ro("open_phases", &SeriesTail::open_phases, "Of all flows, until now.")
      .def_ro("events", &SeriesTail::events, "Events since the last tail, by time.");
}

}  // namespace

void bind_series(nb::module_& module) {
  bind_intervals(module);
  bind_tail(module);
  nb::class_<SubjectSeries>(module, "SubjectSeries", "All columns of one flow or link.")
      .def_prop_ro(
          "subject", [](const SubjectSeries& self) { return subject_name(self.subject); },
          "'flow' or 'link'.")
      .def_ro("subject_index", &SubjectSeries::subject_index)
      .def(
          "take_columns", [](SubjectSeries& self) { return columns_dict(self.columns); },
          nb::sig("def take_columns(self) -> dict[str, numpy.typing.NDArray[numpy.float64]]"),
          "Metric to read-only array, NaN where there is no value. Hands the arrays over without "
          "a copy: a second call finds them empty.");
  nb::class_<SeriesChunk>(module, "SeriesChunk",
                          "Samples [first_sample, first_sample + sample_count).")
      .def_ro("chunk_index", &SeriesChunk::chunk_index)
      .def_ro("first_sample", &SeriesChunk::first_sample)
      .def_ro("sample_count", &SeriesChunk::sample_count)
      .def_prop_ro(
          "subjects",
          [](SeriesChunk& self) {
            nb::object owner = nb::find(self);
            nb::list list;
            for (SubjectSeries& series : self.subjects) {
              list.append(nb::cast(&series, nb::rv_policy::reference_internal, owner));
            }
            return list;
          },
          nb::sig("def subjects(self) -> list[SubjectSeries]"), "Flows by index, then links.")
      .def_ro("phases", &SeriesChunk::phases, "Phases that ended in this chunk.")
      .def_ro("events", &SeriesChunk::events, "Events of this chunk, by time.");
}

}  // namespace ccsim::python
