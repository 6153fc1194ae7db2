"""The files of a sweep: CSV and Parquet with one row per unit, JSON with estimates as well.

They come from the store alone, by cell and seed: the same experiment gives the same bytes, in
one go or in several.
"""

import json
import math
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from lab.experiment_exports.archive import zip_parts
from lab.experiment_exports.experiment import ExportedExperiment
from lab.experiments import Estimates, Metric
from lab.experiments.unit_rows import IDENTITY, csv_parts, unit_header, unit_place
from lab_worker.cli.output_file import whole_file
from lab_worker.cli.sweep_results import SweepResults
from lab_worker.cli.sweep_store import FoundUnit

_ROWS_PER_GROUP: Final = 10_000


def write_csv(path: Path, results: SweepResults) -> None:
    """One row per unit; a field is empty where there is no number."""
    with whole_file(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        file.writelines(csv_of(results))


def csv_of(results: SweepResults) -> Iterator[str]:
    """The same as text, in pieces."""
    rows = results.unit_rows()
    return csv_parts(results.expansion, results.core_version, results.names(), rows)


def write_zip(path: Path, results: SweepResults) -> None:
    """The self-describing archive, as the service exports it."""
    name = results.expansion.definition.name
    exported = ExportedExperiment(name, results.expansion, results.core_version, results)
    with whole_file(path) as partial, partial.open("wb") as file:
        file.writelines(zip_parts(exported))


def write_parquet(path: Path, results: SweepResults) -> None:
    """The columns of the CSV file: whole numbers, text, doubles with null for no number."""
    # When it is wanted: it takes longer to load than a small sweep to run.
    import pyarrow as pa
    from pyarrow import parquet

    names = results.names()
    header = unit_header(results.expansion, names)
    place_types = [_arrow_type(pa, column) for column in zip(*_places(results), strict=True)]
    types = [*place_types, pa.int64(), *[pa.string()] * (len(IDENTITY) - 1)]
    types += [pa.float64()] * len(names)
    schema = pa.schema(list(zip(header, types, strict=True)))
    with whole_file(path) as partial, parquet.ParquetWriter(partial, schema) as writer:
        rows = (
            [*_as_types(place, place_types, pa), *identity, *map(_or_null, numbers)]
            for place, identity, numbers in _rows(results, names)
        )
        while group := list(islice(rows, _ROWS_PER_GROUP)):
            columns = zip(*group, strict=True)
            arrays = [
                pa.array(column, type=kind) for column, kind in zip(columns, types, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=schema))


def write_json(path: Path, results: SweepResults, metrics: list[Metric]) -> None:
    """The definition, the cells with estimates of these metrics, and all units."""
    expansion = results.expansion
    head = {
        "experiment": expansion.definition.to_json(),
        "core_version": results.core_version,
        "seeds": list(expansion.seeds),
        "axes": [
            {
                "label": axis.label,
                "role": axis.role,
                "paths": axis.paths,
                "points": [{"text": p.text, "values": p.values} for p in axis.points],
                "unit": axis.unit,
                "per_display_unit": axis.per_display_unit,
                "scale": axis.scale,
            }
            for axis in expansion.axes
        ],
    }
    with whole_file(path) as partial, partial.open("w", encoding="utf-8") as file:
        file.write(json.dumps(head, indent=1, allow_nan=False).removesuffix("\n}"))
        for name, items in (("cells", _cells(results, metrics)), ("units", _units(results))):
            file.write(f',\n "{name}": [')
            for position, item in enumerate(items):
                separator = "," if position else ""
                file.write(f"{separator}\n  {json.dumps(item, allow_nan=False)}")
            file.write("\n ]")
        file.write("\n}\n")


def _rows(
    results: SweepResults, names: list[str]
) -> Iterator[tuple[list[Any], list[Any], list[float]]]:
    """Of each unit its place, what identifies it and its numbers in the order of `names`."""
    for cell_index, unit in results.all_units():
        number_of = dict(zip(unit.names, unit.numbers.tolist(), strict=True))
        identity = [unit.seed, unit.scenario_digest, results.core_version, unit.summary_digest]
        numbers = [number_of.get(name, math.nan) for name in names]
        yield unit_place(results.expansion, cell_index), identity, numbers


def _places(results: SweepResults) -> Iterator[list[Any]]:
    for cell_index in range(results.expansion.cell_count):
        yield unit_place(results.expansion, cell_index)


def _arrow_type(pa: Any, values: Iterable[Any]) -> Any:
    kinds = {type(value) for value in values}
    if kinds == {int}:
        return pa.int64()
    return pa.float64() if kinds <= {int, float} else pa.string()


def _as_types(place: list[Any], types: list[Any], pa: Any) -> list[Any]:
    """A column with numbers and words in it is text."""
    pairs = zip(place, types, strict=True)
    return [str(value) if kind == pa.string() else value for value, kind in pairs]


def _cells(results: SweepResults, metrics: list[Metric]) -> Iterator[dict[str, Any]]:
    estimates = results.estimates(metrics)
    for index, work in enumerate(results.expansion.work):
        yield {
            "cell_index": index,
            "texts": results.expansion.texts(index),
            "scenario_digest": work.scenario_digest,
            "estimates": {name: _estimate(found, index) for name, found in estimates.items()},
        }


def _estimate(found: Estimates, cell: int) -> dict[str, Any]:
    return {
        "count": int(found.count[cell]),
        "mean": _or_null(found.mean[cell]),
        "median": _or_null(found.median[cell]),
        "low": _or_null(found.low[cell]),
        "high": _or_null(found.high[cell]),
    }


def _units(results: SweepResults) -> Iterator[dict[str, Any]]:
    for cell_index, unit in results.all_units():
        yield {
            "cell_index": cell_index,
            "seed": unit.seed,
            "summary_digest": unit.summary_digest,
            "numbers": _numbers(unit),
        }


def _numbers(unit: FoundUnit) -> dict[str, float | None]:
    return {
        name: _or_null(value) for name, value in zip(unit.names, unit.numbers.tolist(), strict=True)
    }


def _or_null(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
