"""The files of a sweep: CSV and Parquet with one row per unit, JSON with estimates as well.

They come from the store alone, by cell and seed: the same experiment gives the same bytes, in
one go or in several.
"""

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lab_cli.kit.output_file import whole_file
from lab_exec.errors import InputError
from lab_exec.experiments.results import SweepResults
from lab_exec.experiments.store import FoundUnit
from lab_model.experiments import Estimates, Metric
from lab_model.experiments.unit_rows import csv_parts
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.main_metrics import MAIN_METRICS
from lab_model.exports.modules import ExportedModule
from lab_model.exports.names import ExperimentFormat
from lab_model.exports.table import experiment_parts
from lab_model.modules import read_module, short_name


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
    _write_export(path, results, "zip")


def check_modules_for_export(modules: Mapping[str, bytes]) -> None:
    """A reader of the archive reads each module without running it. Raises `InputError` for one
    that cannot be read so.
    """
    for name, content in modules.items():
        try:
            read_module(content)
        except ValueError as error:
            raise InputError(f"--zip: {short_name(name)} cannot be in it: {error}") from None


def write_latex(path: Path, results: SweepResults, metrics: tuple[str, ...] | None) -> None:
    """A table of the settings with means and intervals, for a paper; None: the main metrics."""
    _write_export(path, results, "latex", metrics or MAIN_METRICS)


def write_parquet(path: Path, results: SweepResults) -> None:
    """The columns of the CSV file: whole numbers, text, doubles with null for no number."""
    _write_export(path, results, "parquet")


def _write_export(
    path: Path,
    results: SweepResults,
    file_format: ExperimentFormat,
    table_metrics: tuple[str, ...] = MAIN_METRICS,
) -> None:
    exported = ExportedExperiment(
        results.expansion.definition.name,
        results.expansion,
        results.core_version,
        results.behaviour_version,
        results,
        modules=lambda: [ExportedModule(each) for _, each in sorted(results.modules.items())],
        table_metrics=table_metrics,
    )
    with whole_file(path) as partial, partial.open("wb") as file:
        file.writelines(experiment_parts(file_format, exported))


def write_json(path: Path, results: SweepResults, metrics: list[Metric]) -> None:
    """The definition, the cells with estimates of these metrics, and all units."""
    expansion = results.expansion
    head = {
        "experiment": expansion.definition.to_json(),
        "core_version": results.core_version,
        "behaviour_version": results.behaviour_version,
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
