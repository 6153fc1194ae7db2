"""Parquet with what the seeds say: of each cell and number mean and interval, and of each arm what
it changes, with adjusted p and verdict. The runs themselves are in `parquet`.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from lab_model.experiments.unit_rows import unit_header
from lab_model.exports.declaration import ExperimentFile, Format
from lab_model.exports.estimates import (
    AGREES,
    DIFFERENCE_COLUMNS,
    ESTIMATE_COLUMNS,
    compared_cells,
    difference_columns,
    estimate_columns,
)
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.formats.parquet import (
    columns_table,
    metadata_of,
    parquet_parts,
    place_type,
)

if TYPE_CHECKING:
    import pyarrow as pa

_GROUP_ROWS: Final = 10_000
_COMPARED: Final = tuple(f"against_baseline_{name}" for name in DIFFERENCE_COLUMNS[1:])
_TEXTS: Final = frozenset({"metric", "kind", "towards", "verdict"})
_FLAGS: Final = frozenset({"is_clipped", AGREES, "is_distinguishable"})
_COUNTS: Final = frozenset({"count", "nearer_fair_count"})


def experiment_estimates(experiment: ExportedExperiment) -> Iterator[bytes]:
    """One row per cell and number; in the baseline's own cells the columns that compare with it are
    null.
    """
    import pyarrow as pa

    places = experiment.places
    header = unit_header(experiment.expansion, [])[: len(places[0])]
    kinds = [place_type(column) for column in zip(*places, strict=True)]
    kinds += [_type(name) for name in (*ESTIMATE_COLUMNS, *DIFFERENCE_COLUMNS[1:])]
    names = [*header, *ESTIMATE_COLUMNS, *_COMPARED]
    schema = pa.schema(list(zip(names, kinds, strict=True)), metadata=metadata_of(experiment))
    rows = _rows(experiment)
    groups = iter(lambda: list(islice(rows, _GROUP_ROWS)), [])
    tables = (columns_table(list(zip(*group, strict=True)), schema) for group in groups)
    return parquet_parts(schema, tables)


def _rows(experiment: ExportedExperiment) -> Iterator[list[Any]]:
    """Metric after metric, by cell."""
    others, baselines = compared_cells(experiment.expansion)
    nothing = [None] * len(_COMPARED)
    for metric, values in experiment.tables():
        compared: dict[int, list[Any]] = {}
        if others:
            ours, theirs = ([values[cell] for cell in cells] for cells in (others, baselines))
            columns = difference_columns(ours, theirs, metric)
            found = (list(row) for row in zip(*columns.values(), strict=True))
            compared = dict(zip(others, found, strict=True))
        estimates = zip(
            *estimate_columns(values, metric, experiment.agreeing).values(), strict=True
        )
        for cell, row in enumerate(estimates):
            yield [*experiment.places[cell], metric.name, *row, *compared.get(cell, nothing)]


def _type(column: str) -> "pa.DataType":
    import pyarrow as pa

    if column in _TEXTS:
        return pa.string()
    if column in _FLAGS:
        return pa.bool_()
    return pa.int64() if column in _COUNTS else pa.float64()


FORMAT: Final = Format(
    name="estimates",
    suffix=".estimates.parquet",
    media_type="application/vnd.apache.parquet",
    place=45,
    experiment=ExperimentFile(
        title="Means and differences (Parquet)",
        content="one row per cell and number: mean, interval, difference, adjusted p, verdict",
        write=experiment_estimates,
        needs_library=True,
    ),
)
