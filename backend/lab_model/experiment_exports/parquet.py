"""Parquet: the columns of the CSV file as whole numbers, text and doubles; null for no number."""

import math
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

import pyarrow as pa
from pyarrow import parquet

from lab_model.experiment_exports.experiment import ExportedExperiment
from lab_model.experiments.unit_rows import IDENTITY, UnitRow, unit_header, unit_place
from lab_model.exports.parquet import PartSink

_ROWS_PER_GROUP: Final = 10_000


def parquet_parts(experiment: ExportedExperiment) -> Iterator[bytes]:
    """A Parquet file with one row per unit, a group of rows at a time."""
    expansion, names = experiment.expansion, experiment.names
    places = [unit_place(expansion, cell) for cell in range(expansion.cell_count)]
    types = [_arrow_type(column) for column in zip(*places, strict=True)]
    types += [pa.int64(), *[pa.string()] * (len(IDENTITY) - 1)]
    types += [pa.float64()] * len(names)
    schema = pa.schema(list(zip(unit_header(expansion, names), types, strict=True)))
    rows = (
        _row(places[unit.cell_index], unit, experiment.core_version, names)
        for unit in experiment.source.unit_rows()
    )
    sink = PartSink()
    with parquet.ParquetWriter(pa.PythonFile(sink, mode="w"), schema) as writer:
        while group := list(islice(rows, _ROWS_PER_GROUP)):
            arrays = [
                pa.array(_as_type(column, field.type), type=field.type)
                for column, field in zip(zip(*group, strict=True), schema, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=schema))
            yield sink.take()
    yield sink.take()


def _row(place: list[Any], unit: UnitRow, core_version: str, names: list[str]) -> list[Any]:
    identity = [unit.seed, unit.scenario_digest, core_version, unit.summary_digest]
    values = (unit.numbers.get(name, math.nan) for name in names)
    return [*place, *identity, *(None if math.isnan(value) else value for value in values)]


def _arrow_type(values: Iterable[Any]) -> pa.DataType:
    kinds = {type(value) for value in values}
    if kinds == {int}:
        return pa.int64()
    return pa.float64() if kinds <= {int, float} else pa.string()


def _as_type(column: Iterable[Any], kind: pa.DataType) -> Iterable[Any]:
    """A column with numbers and words in it is text."""
    return [str(value) for value in column] if kind == pa.string() else column
