"""Parquet: the rows of the CSV file in columns.

Of a run five (text, 64-bit integer, text, double, double); of an experiment whole numbers, text and
doubles, null for no number. pyarrow is loaded when a file is written: every process of the service
would hold its 40 MB.
"""

import json
import math
from collections.abc import Iterable, Iterator
from io import RawIOBase
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from lab_model.experiments.unit_rows import IDENTITY, UnitRow, unit_header
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.formats.citation import LICENCE, TITLE, published
from lab_model.exports.long_form import COLUMNS, Row, rows
from lab_model.exports.run import ExportedRun, RunSource

if TYPE_CHECKING:
    import pyarrow as pa

_PROGRAM: Final = {"program": TITLE, "licence": LICENCE}

_RUN_GROUP_ROWS: Final = 100_000
"""A reader loads whole groups: too small ones cost it more than their data."""
_EXPERIMENT_GROUP_ROWS: Final = 10_000


def series_schema() -> "pa.Schema":
    """The columns of the series of a run."""
    import pyarrow as pa

    kinds = (pa.string(), pa.int64(), pa.string(), pa.float64(), pa.float64())
    return pa.schema(list(zip(COLUMNS, kinds, strict=True)))


def series_table(items: Iterable[Row], schema: "pa.Schema") -> "pa.Table":
    """Rows of series as columns of `series_schema`."""
    return columns_table(list(zip(*items, strict=True)) or [()] * len(COLUMNS), schema)


def run_parquet(run: ExportedRun, source: RunSource) -> Iterator[bytes]:
    """All series, a group of rows at a time."""
    schema = series_schema().with_metadata(_of_run(run))
    return parquet_parts(schema, _series_tables(run, source, schema))


def experiment_parquet(experiment: ExportedExperiment) -> Iterator[bytes]:
    """One row per unit, a group of rows at a time."""
    import pyarrow as pa

    expansion, names = experiment.expansion, experiment.names
    places = experiment.places
    kinds = [place_type(column) for column in zip(*places, strict=True)]
    kinds += [pa.int64(), *[pa.string()] * (len(IDENTITY) - 1)]
    kinds += [pa.float64()] * len(names)
    columns = list(zip(unit_header(expansion, names), kinds, strict=True))
    schema = pa.schema(columns, metadata=metadata_of(experiment))
    units = (
        _row(places[unit.cell_index], unit, experiment.core_version, names)
        for unit in experiment.source.unit_rows()
    )
    groups = iter(lambda: list(islice(units, _EXPERIMENT_GROUP_ROWS)), [])
    return parquet_parts(
        schema, (columns_table(list(zip(*group, strict=True)), schema) for group in groups)
    )


def _of_run(run: ExportedRun) -> dict[str, str]:
    """The origin of the rows; a reader of Parquet finds it in the schema's metadata."""
    result = run.result
    names = ("scenario_digest", "summary_digest", "series_digest", "core_version")
    return {
        "title": run.title,
        **{name: result[name] for name in names},
        "behaviour_version": str(result.get("behaviour_version", "")),
        "seed": str(run.seed),
        "scenario": json.dumps(run.scenario, ensure_ascii=False, allow_nan=False),
        "losses": json.dumps(result.get("losses"), ensure_ascii=False, allow_nan=False),
        **_PROGRAM,
        **published(run.program_url),
    }


def metadata_of(experiment: ExportedExperiment) -> dict[str, str]:
    """The origin of an experiment's rows, for the schema's metadata."""
    version = experiment.behaviour_version
    return {
        "title": experiment.title,
        "numbers_digest": experiment.found.numbers_digest,
        "core_version": experiment.core_version,
        "behaviour_version": "" if version is None else str(version),
        "seeds": " ".join(map(str, experiment.expansion.seeds)),
        "experiment": json.dumps(experiment.definition, ensure_ascii=False, allow_nan=False),
        **_PROGRAM,
        **published(experiment.program_url),
    }


def parquet_parts(schema: "pa.Schema", tables: Iterable["pa.Table"]) -> Iterator[bytes]:
    """A file of these tables, one after another."""
    import pyarrow as pa
    from pyarrow import parquet

    sink = _PartSink()
    with parquet.ParquetWriter(pa.PythonFile(sink, mode="w"), schema) as writer:
        for table in tables:
            writer.write_table(table)
            yield sink.take()
    yield sink.take()


def columns_table(columns: Iterable[Iterable[Any]], schema: "pa.Schema") -> "pa.Table":
    """Columns of plain values as a table of that schema."""
    import pyarrow as pa

    arrays = [
        pa.array(_as_type(column, field.type), type=field.type)
        for column, field in zip(columns, schema, strict=True)
    ]
    return pa.table(arrays, schema=schema)


def _series_tables(
    run: ExportedRun, source: RunSource, schema: "pa.Schema"
) -> Iterator["pa.Table"]:
    waiting: list[Row] = []
    for piece in source.pieces():
        waiting.extend(rows(piece, run.scenario["sample_interval_s"]))
        if len(waiting) >= _RUN_GROUP_ROWS:
            yield series_table(waiting, schema)
            waiting = []
    if waiting:
        yield series_table(waiting, schema)


def _row(place: list[Any], unit: UnitRow, core_version: str, names: list[str]) -> list[Any]:
    identity = [unit.seed, unit.scenario_digest, core_version, unit.summary_digest]
    values = (unit.numbers.get(name, math.nan) for name in names)
    return [*place, *identity, *(None if math.isnan(value) else value for value in values)]


def place_type(values: Iterable[Any]) -> "pa.DataType":
    """The Parquet type of a column with the points or values of an axis."""
    import pyarrow as pa

    kinds = {type(value) for value in values}
    if kinds == {int}:
        return pa.int64()
    return pa.float64() if kinds <= {int, float} else pa.string()


def _as_type(column: Iterable[Any], kind: "pa.DataType") -> Iterable[Any]:
    """A column with numbers and words in it is text."""
    import pyarrow as pa

    if kind != pa.string():
        return column
    return [None if value is None else str(value) for value in column]


class _PartSink(RawIOBase):
    """Keeps written bytes until they are taken, and counts all of them."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._byte_count = 0

    def writable(self) -> bool:
        """Always true: pyarrow asks before it writes."""
        return True

    def write(self, data: memoryview) -> int:  # type: ignore[override]
        """Keeps a copy."""
        part = bytes(data)
        self._parts.append(part)
        self._byte_count += len(part)
        return len(part)

    def tell(self) -> int:
        """The offset of the next byte: offsets in the file's footer come from it."""
        return self._byte_count

    def take(self) -> bytes:
        """The bytes written since the last call."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


FORMAT: Final = Format(
    name="parquet",
    suffix=".parquet",
    media_type="application/vnd.apache.parquet",
    place=40,
    run=RunFile(
        title="Series (Parquet)",
        content="the same rows in columns",
        write=run_parquet,
        needs_library=True,
    ),
    experiment=ExperimentFile(
        title="Runs (Parquet)",
        content="the same rows in columns",
        write=experiment_parquet,
        needs_library=True,
    ),
)
