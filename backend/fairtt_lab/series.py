"""Series of a run as columns, and as the tidy table that data frames are made of.

One row per value that exists: subject ("flow" or "link"), index, group_index and label of the flow,
metric (its unit is the last word), time_s (end of the interval), value. Asked for at a lower
resolution, `value` is the mean of a bucket, and `min` and `max` are its extremes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairtt_lab.generated.models import FlowRead
from lab_model.series.buckets import Buckets, Grid, bucketize, choose_grid

FloatArray = NDArray[np.float64]

MAX_POINTS: Final = 10_000
"""Of one request for series."""


@dataclass(frozen=True)
class SeriesQuery:
    """A request for series. Empty `metrics` or `subjects` mean all; `to_s` None means the end."""

    metrics: Sequence[str] = ()
    subjects: Sequence[str] = ()
    """`flow`, `link`, `flow:3`."""
    from_s: float = 0.0
    to_s: float | None = None
    points: int | None = None
    """About so many buckets; None: every sample."""

    def wants(self, subject: str, index: int, metric: str) -> bool:
        """Whether a column is asked for."""
        is_subject = not self.subjects or bool({subject, f"{subject}:{index}"} & {*self.subjects})
        return is_subject and (not self.metrics or metric in self.metrics)

    def grid(self, sample_count: int, sample_interval_s: float, duration_s: float) -> Grid:
        """The buckets, the same as the server's; without `points` one per sample."""
        return choose_grid(
            sample_count=sample_count,
            sample_interval_s=sample_interval_s,
            from_s=self.from_s,
            to_s=duration_s if self.to_s is None else self.to_s,
            points=self.points or max(1, sample_count),
        )


@dataclass(frozen=True)
class Column:
    """One metric of one subject on a grid of time; NaN where there is no value."""

    subject: str
    index: int
    metric: str
    time_s: FloatArray
    mean: FloatArray
    minimum: FloatArray
    maximum: FloatArray


@dataclass(frozen=True)
class Samples:
    """One metric of one subject, every sample from the run's first."""

    subject: str
    index: int
    metric: str
    values: FloatArray

    def column(self, grid: Grid, sample_interval_s: float) -> Column:
        """The part that a grid covers, in its buckets."""
        found: Buckets = bucketize(self.values[grid.first_sample : grid.end_sample], grid)
        time_s = np.array(grid.end_times_s(sample_interval_s))
        means, lows, highs = found.mean, found.minimum, found.maximum
        return Column(self.subject, self.index, self.metric, time_s, means, lows, highs)


def tidy(
    columns: Iterable[Column], flows: Sequence[FlowRead], *, with_extremes: bool
) -> Mapping[str, Any]:
    """The columns of the tidy table, by name: flows before links, metrics by name, by time."""
    found = sorted(columns, key=attrgetter("subject", "index", "metric"))
    kept = [~np.isnan(column.mean) for column in found]
    counts = [int(mask.sum()) for mask in kept]

    def repeated(values: Sequence[Any], kind: Any) -> NDArray[Any]:
        return np.repeat(np.array(values, dtype=kind), counts)

    def joined(arrays: Iterable[FloatArray]) -> FloatArray:
        parts = [array[mask] for array, mask in zip(arrays, kept, strict=True)]
        return np.concatenate(parts) if parts else np.zeros(0)

    owners = [flows[column.index] if column.subject == "flow" else None for column in found]
    table: dict[str, Any] = {
        "subject": repeated([column.subject for column in found], object),
        "index": repeated([column.index for column in found], np.int64),
        "group_index": repeated([-1 if o is None else o.group_index for o in owners], np.int64),
        "label": repeated(["" if o is None else o.label for o in owners], object),
        "metric": repeated([column.metric for column in found], object),
        "time_s": joined(column.time_s for column in found),
        "value": joined(column.mean for column in found),
    }
    if with_extremes:
        table["min"] = joined(column.minimum for column in found)
        table["max"] = joined(column.maximum for column in found)
    return table
