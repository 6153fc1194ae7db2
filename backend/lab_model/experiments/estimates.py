"""Means, medians and 95 % intervals over seeds, for one cell or for ten thousand at once.

Values come as an array (cells, seeds), NaN where a unit has no number. Seeds are independent;
seconds within one run are not, which is why nothing here looks at them.

- arithmetic: mean +- t(0.975, n - 1) s / sqrt(n), Student's t interval.
- geometric, for ratios: the same of the logarithms, transformed back. Without it 1/2 and 2, which
  are equally unfair, would make 1.25. A ratio of zero has no logarithm: the mean is then 0 and
  there is no interval; the median is more informative.

One value has a mean and no interval. Equal values have an interval of no width: a simulation can
be as regular as that. An interval that reaches beyond the range of its metric, such as Jain's
index near 1, is clipped to it and `is_clipped` says so; clipping never moves the mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab_model.experiments.bootstrap import CONFIDENCE, bootstrap_means
from lab_model.experiments.cell_estimate import Estimate, cell_estimate
from lab_model.experiments.metrics import Metric

Values = ArrayLike | Sequence[float | None] | Sequence[Sequence[float | None]]
"""Numbers in any array or list; None is as good as NaN."""

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Estimates:
    """Estimates by cell. NaN where there are too few values."""

    count: Counts
    """The number of values that exist."""
    mean: Floats
    """Arithmetic or geometric, as the metric says."""
    median: Floats
    low: Floats
    """Lower end of the 95 % interval of the mean."""
    high: Floats
    is_clipped: Flags
    """An end of the interval lay outside of the metric's range."""


def estimate_cells(values: Values, metric: Metric) -> Estimates:
    """Estimates of all rows of (cells, seeds). A second for ten thousand cells is generous."""
    table = as_table(values)
    if metric.average == "geometric":
        count, mean, half_width = _student(_logarithms(table))
        has_zero = (table == 0).any(axis=1)
        low, high = np.exp(mean - half_width), np.exp(mean + half_width)
        mean = np.exp(mean)
        count = np.where(has_zero, _counts(table), count)
        mean[has_zero] = 0.0
        low[has_zero] = high[has_zero] = np.nan
    else:
        count, mean, half_width = _student(table)
        low, high = mean - half_width, mean + half_width
    clipped_low, clipped_high = _clipped(low, metric), _clipped(high, metric)
    is_clipped = (low < clipped_low) | (high > clipped_high)
    return Estimates(count, mean, _medians(table), clipped_low, clipped_high, is_clipped)


def estimate_cell(values: Values, metric: Metric) -> Estimate:
    """The estimate of one cell, bootstrap interval included: some milliseconds."""
    return estimate_metrics(np.atleast_2d(np.asarray(values, dtype=np.float64)), [metric])[0]


def estimate_metrics(table: Values, metrics: Sequence[Metric]) -> list[Estimate]:
    """Estimates of one cell in many metrics: row i holds the seeds' values of `metrics[i]`."""
    rows = as_table(table)
    bootstrapped = _bootstrap_rows(rows, metrics)
    return [
        replace(
            cell_estimate(row[~np.isnan(row)].tolist(), metric),
            bootstrap_low=_plain(interval[0]),
            bootstrap_high=_plain(interval[1]),
        )
        for row, metric, interval in zip(rows, metrics, bootstrapped, strict=True)
    ]


def bootstrap_interval(values: Values, metric: Metric) -> tuple[float, float]:
    """95 % bootstrap interval of the mean, bias-corrected and accelerated (BCa).

    It does not assume a normal distribution, and stays within the range of the values; with few
    seeds it is too narrow. NaN with fewer than two values. The percentile interval where BCa has
    none (`lab_model.experiments.bootstrap`).
    """
    row = as_table(np.atleast_2d(np.asarray(values, dtype=np.float64)))
    return _bootstrap_rows(row, [metric])[0]


def student_t_quantiles(degrees_of_freedom: ArrayLike) -> Floats:
    """Two-sided 95 % quantiles of Student's t distribution: 2.093 with 19. NaN below 1."""
    # Imported late: SciPy takes longer to load than all the rest.
    from scipy.special import stdtrit

    freedom = np.asarray(degrees_of_freedom, dtype=np.float64)
    # Few different ones among many cells.
    different, positions = np.unique(freedom, return_inverse=True)
    quantiles = np.full(different.shape, np.nan)
    usable = different >= 1
    quantiles[usable] = stdtrit(different[usable], 0.5 + CONFIDENCE / 2)
    found: Floats = quantiles[positions].reshape(freedom.shape)
    return found


def as_table(values: Values) -> Floats:
    """Values as (cells, seeds); None is NaN."""
    table = np.ascontiguousarray(np.asarray(values, dtype=np.float64))
    if table.ndim != 2:
        raise ValueError(f"expected (cells, seeds), not {table.ndim} dimensions")
    return table


def _student(table: Floats) -> tuple[Counts, Floats, Floats]:
    """Count, mean and half of the interval's width of each row. NaN in a row is left out."""
    known = ~np.isnan(table)
    count = known.sum(axis=1)
    some = np.maximum(count, 1)
    mean = np.where(known, table, 0.0).sum(axis=1) / some
    # Rounding must not take the mean of equal values away from them.
    least = np.where(known, table, np.inf).min(axis=1, initial=np.inf)
    most = np.where(known, table, -np.inf).max(axis=1, initial=-np.inf)
    mean = np.where(count > 0, np.clip(mean, least, most), np.nan)
    deviations = np.where(known, table - mean[:, None], 0.0)
    squares = (deviations * deviations).sum(axis=1)
    half_width = student_t_quantiles(count - 1) * np.sqrt(squares / np.maximum(count - 1, 1) / some)
    return count, mean, half_width


def _logarithms(table: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithms: Floats = np.where(table > 0, np.log(table), np.nan)
    return logarithms


def _counts(table: Floats) -> Counts:
    count: Counts = (~np.isnan(table)).sum(axis=1)
    return count


def _medians(table: Floats) -> Floats:
    """The median of each row's values that exist; NaN in a row without any."""
    if table.shape[1] == 0:
        return np.full(len(table), np.nan)
    # NaN is sorted to the end.
    ordered = np.sort(table, axis=1)
    count = _counts(table)
    rows = np.arange(len(table))
    lower = ordered[rows, np.maximum(count - 1, 0) // 2]
    upper = ordered[rows, np.minimum(count // 2, table.shape[1] - 1)]
    middle: Floats = np.where(count > 0, lower / 2 + upper / 2, np.nan)
    return middle


def _clipped(ends: Floats, metric: Metric) -> Floats:
    least = -np.inf if metric.least is None else metric.least
    most = np.inf if metric.most is None else metric.most
    clipped: Floats = np.clip(ends, least, most)
    return clipped


def _bootstrap_rows(rows: Floats, metrics: Sequence[Metric]) -> list[tuple[float, float]]:
    """Bootstrap intervals of rows; those with as many values are computed together."""
    found = [(np.nan, np.nan)] * len(rows)
    by_count: dict[int, list[int]] = {}
    samples = [row[~np.isnan(row)] for row in rows]
    for index, (sample, metric) in enumerate(zip(samples, metrics, strict=True)):
        has_logarithms = metric.average == "arithmetic" or (sample > 0).all()
        if len(sample) > 1 and has_logarithms:
            by_count.setdefault(len(sample), []).append(index)
    for indices in by_count.values():
        is_geometric = np.array([metrics[index].average == "geometric" for index in indices])
        values = np.stack([samples[index] for index in indices])
        least, most = values.min(axis=1), values.max(axis=1)
        values[is_geometric] = np.log(values[is_geometric])
        low, high = bootstrap_means(values)
        low[is_geometric], high[is_geometric] = (
            np.exp(low[is_geometric]),
            np.exp(high[is_geometric]),
        )
        # There and back through the logarithm may round out of the range of the values.
        ends = zip(np.clip(low, least, most), np.clip(high, least, most), strict=True)
        for index, (lower, upper) in zip(indices, ends, strict=True):
            found[index] = float(lower), float(upper)
    return found


def _plain(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
