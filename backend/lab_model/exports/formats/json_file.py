"""JSON: the series of a run as a list of rows; an experiment as one document with its definition,
axes, metrics, cells and units.
"""

import json
from collections.abc import Iterable, Iterator
from math import isnan, nan
from typing import Any, Final

from lab_model.exports import long_form
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.estimates import (
    DIFFERENCE_COLUMNS,
    ESTIMATE_COLUMNS,
    difference_rows,
    estimate_rows,
)
from lab_model.exports.experiment import ExportedExperiment, Json
from lab_model.exports.run import ExportedRun, RunSource


def run_json(run: ExportedRun, source: RunSource) -> Iterator[str]:
    """All series in long form, a piece at a time."""
    return long_form.json_parts(source.pieces(), run.scenario["sample_interval_s"])


def metric_definitions(experiment: ExportedExperiment) -> Json:
    """What every number means: `metrics.json` beside the data."""
    return {
        metric.name: {
            "label": metric.label,
            "unit": metric.unit or "1",
            "definition": metric.definition,
            "fair": metric.fair,
            "average": metric.average,
        }
        for metric in experiment.metrics
    }


def experiment_json(experiment: ExportedExperiment) -> Iterator[str]:
    """The document, a piece at a time; in the lists one object per line."""
    expansion = experiment.expansion
    head = {
        "name": experiment.name,
        "core_version": experiment.core_version,
        "behaviour_version": experiment.behaviour_version,
        "numbers_digest": experiment.found.numbers_digest,
        "experiment": experiment.definition,
        "seeds": list(expansion.seeds),
        "metrics": metric_definitions(experiment),
    }
    yield json.dumps(head, indent=1, ensure_ascii=False, allow_nan=False).removesuffix("\n}")
    cells = (
        {
            "cell_index": index,
            "texts": list(expansion.texts(index)),
            "scenario_digest": work.scenario_digest,
        }
        for index, work in enumerate(expansion.work)
    )
    yield from _list("cells", cells)
    yield from _list("estimates", _objects(ESTIMATE_COLUMNS, estimate_rows(experiment)))
    yield from _list("differences", _objects(DIFFERENCE_COLUMNS, difference_rows(experiment)))
    yield from _list("units", _units(experiment))
    yield from _list("failures", (failed._asdict() for failed in experiment.failed))
    yield "\n}\n"


def _objects(columns: Iterable[str], rows: Iterator[tuple[int, list[Any]]]) -> Iterator[Json]:
    for cell_index, row in rows:
        yield {"cell_index": cell_index, **dict(zip(columns, row, strict=True))}


def _units(experiment: ExportedExperiment) -> Iterator[Json]:
    for unit in experiment.source.unit_rows():
        numbers = {name: _or_null(unit.numbers.get(name, nan)) for name in experiment.names}
        yield {
            "cell_index": unit.cell_index,
            "seed": unit.seed,
            "summary_digest": unit.summary_digest,
            "numbers": numbers,
        }


def _or_null(value: float) -> float | None:
    return None if isnan(value) else float(value)


def _list(name: str, items: Iterator[Json]) -> Iterator[str]:
    yield f',\n "{name}": ['
    separator = "\n  "
    for item in items:
        yield separator + _LINE.encode(item)
        separator = ",\n  "
    yield "\n ]"


# Made once: there are tens of thousands of lines.
_LINE: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


FORMAT: Final = Format(
    name="json",
    suffix=".json",
    media_type="application/json",
    place=30,
    run=RunFile(content="the same rows as a JSON list", write=run_json, suffix=".series.json"),
    experiment=ExperimentFile(
        title="Estimates and runs (JSON)",
        content="definition, estimates and every run",
        write=experiment_json,
    ),
)
