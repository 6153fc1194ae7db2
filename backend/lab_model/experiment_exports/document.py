"""The experiment as one JSON document: definition, axes, metrics, cells and units."""

import json
from collections.abc import Iterable, Iterator
from math import isnan, nan
from typing import Any

from lab_model.experiment_exports.estimates import (
    DIFFERENCE_COLUMNS,
    ESTIMATE_COLUMNS,
    difference_rows,
    estimate_rows,
)
from lab_model.experiment_exports.experiment import ExportedExperiment, Json


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


def json_parts(experiment: ExportedExperiment) -> Iterator[str]:
    """The document, a piece at a time; in the lists one object per line."""
    expansion = experiment.expansion
    head = {
        "name": experiment.name,
        "core_version": experiment.core_version,
        "numbers_digest": experiment.found.numbers_digest,
        "experiment": experiment.definition,
        "seeds": list(expansion.seeds),
        "metrics": metric_definitions(experiment),
    }
    yield _text(head, indent=1).removesuffix("\n}")
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
        yield separator + _text(item)
        separator = ",\n  "
    yield "\n ]"


def _text(item: Json, indent: int | None = None) -> str:
    return json.dumps(item, indent=indent, ensure_ascii=False, allow_nan=False)
