"""Series as numbers in tables, and the two ways in which they leave: as a model, and as JSON.

A hundred columns are twenty thousand numbers. To make a list and a model of each column took twice
as long as to write the JSON, so that is written from the tables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np
import orjson

from lab.kit.typed_json import WrittenJson
from lab.series.schemas import ColumnRead, SeriesRead, SubjectName, SubjectRead
from lab_model.series.buckets import Buckets
from lab_model.series.values import Values


@dataclass(frozen=True)
class SubjectTable:
    """The columns of one flow, link or group; row i is `metrics[i]`, and NaN is no value."""

    subject: SubjectName
    index: int
    metrics: Sequence[str]
    mean: Values
    extremes: tuple[Values, Values] | None
    """Smallest and largest values; None: each bucket is one sample."""
    percentiles: tuple[Values, Values] | None = None
    """The 10th and the 90th of the flows of a group."""

    @classmethod
    def of(
        cls,
        subject: SubjectName,
        index: int,
        metrics: Sequence[str],
        buckets: Buckets,
        *,
        is_mean: bool,
    ) -> "SubjectTable":
        """With extremes if a bucket `is_mean` of several values."""
        extremes = (buckets.minimum, buckets.maximum) if is_mean else None
        return cls(subject, index, metrics, buckets.mean, extremes)

    def columns(self) -> Iterator[tuple[str, dict[str, Values]]]:
        """Each metric with its rows, by the names of ColumnRead."""
        for row, metric in enumerate(self.metrics):
            column = {"mean": self.mean[row]}
            if self.extremes is not None:
                column["min"], column["max"] = self.extremes[0][row], self.extremes[1][row]
            if self.percentiles is not None:
                column["p10"], column["p90"] = (each[row] for each in self.percentiles)
            yield metric, column


@dataclass(frozen=True)
class SeriesTable:
    """The fields of a SeriesRead, with tables."""

    run_id: UUID
    sample_interval_s: float
    sample_count: int
    complete: bool
    from_s: float
    to_s: float
    bucket_samples: int
    time_s: list[float]
    subjects: list[SubjectTable]

    def to_json(self) -> WrittenJson:
        """As it is sent."""
        subjects = [
            {"subject": each.subject, "index": each.index, "columns": dict(each.columns())}
            for each in self.subjects
        ]
        # A number of a table that is not one is written as null.
        content = orjson.dumps(
            {**self._fields(), "subjects": subjects}, option=orjson.OPT_SERIALIZE_NUMPY
        )
        return WrittenJson(content)

    def to_read(self) -> SeriesRead:
        """The model, for those who read it here. Nothing is checked that was made here."""
        subjects = [
            SubjectRead.model_construct(
                subject=each.subject,
                index=each.index,
                columns={metric: _listed(column) for metric, column in each.columns()},
            )
            for each in self.subjects
        ]
        return SeriesRead.model_construct(**self._fields(), subjects=subjects)

    def _fields(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "subjects"}


def _listed(column: dict[str, Values]) -> ColumnRead:
    lists: dict[str, Any] = {name: _with_none(values) for name, values in column.items()}
    return ColumnRead.model_construct(**lists)


def _with_none(values: Values) -> list[float | None]:
    listed: list[float | None] = values.tolist()
    for position in np.flatnonzero(np.isnan(values)).tolist():
        listed[position] = None
    return listed
