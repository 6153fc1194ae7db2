"""One metric over the seeds of one cell. Plain: a page without a server runs it too."""

from collections.abc import Sequence
from dataclasses import dataclass

from lab_model.comparisons.judged import median_of
from lab_model.comparisons.rows import estimate_row
from lab_model.experiments.metrics import Metric


@dataclass(frozen=True)
class Estimate:
    """Estimates of one cell: Student's interval and a bootstrap one. None: there is none."""

    count: int
    mean: float | None
    median: float | None
    low: float | None
    high: float | None
    is_clipped: bool
    bootstrap_low: float | None
    bootstrap_high: float | None


def cell_estimate(values: Sequence[float], metric: Metric) -> Estimate:
    """The estimate from the values that exist, without a bootstrap interval, which needs NumPy."""
    found = estimate_row(values, metric)
    return Estimate(
        count=found.count,
        mean=found.mean,
        median=median_of(values),
        low=found.low,
        high=found.high,
        is_clipped=found.is_clipped,
        bootstrap_low=None,
        bootstrap_high=None,
    )
