"""From samples to buckets: mean, smallest and largest value of each.

Buckets lie on a grid that does not depend on the range: bucket k of width w covers the samples
[k*w, (k+1)*w). Panning therefore never changes the buckets that stay in view.

     sample   0  1  2  3  4  5  6  7  8  9          w = 4
     bucket  [0 ........ ][1 ........ ][2 .. ]      the last one ends where the samples end
"""

from dataclasses import dataclass

import numpy as np

from lab_model.series.values import Values

# A bound such as 0.3 s is sample 3 of 0.1 s, although 0.3 / 0.1 is a little less in binary.
ROUNDING_SAMPLES = 1e-6


@dataclass(frozen=True)
class Grid:
    """The samples [first_sample, end_sample) in buckets of `bucket_samples`."""

    first_sample: int
    end_sample: int
    bucket_samples: int

    @property
    def edges(self) -> list[int]:
        """First sample of each bucket."""
        return list(range(self.first_sample, self.end_sample, self.bucket_samples))

    def end_times_s(self, sample_interval_s: float) -> list[float]:
        """The end of each bucket. Rounded to the nanosecond that the simulator counts in."""
        ends = [*self.edges[1:], self.end_sample] if self.edges else []
        return [round(end * sample_interval_s, 9) for end in ends]


@dataclass(frozen=True)
class Buckets:
    """One value per bucket, NaN where there is none."""

    mean: Values
    minimum: Values
    maximum: Values

    def __getitem__(self, row: int) -> "Buckets":
        """The buckets of one row of a table."""
        return Buckets(self.mean[row], self.minimum[row], self.maximum[row])


def choose_grid(
    *, sample_count: int, sample_interval_s: float, from_s: float, to_s: float, points: int
) -> Grid:
    """The samples that touch the range (from_s, to_s], widened to whole buckets.

    The width is the smallest that covers the range itself with `points` buckets; widening can
    add one more.
    """
    first = _clamp(np.floor(from_s / sample_interval_s + ROUNDING_SAMPLES), sample_count)
    end = _clamp(np.ceil(to_s / sample_interval_s - ROUNDING_SAMPLES), sample_count)
    if end <= first:
        return Grid(first, first, 1)
    width = -(-(end - first) // points)
    first = first // width * width
    end = min(-(-end // width) * width, sample_count)
    return Grid(first, end, width)


def bucketize(values: Values, grid: Grid) -> Buckets:
    """`values` are those of the samples [first_sample, end_sample), or a table with such rows; NaN
    means absent.
    """
    expected = grid.end_sample - grid.first_sample
    size = values.shape[-1]
    if size != expected:
        raise ValueError(f"the grid covers {expected} samples, these are {size}")
    if grid.bucket_samples == 1 or size == 0:
        return Buckets(values, values, values)
    starts = np.arange(0, size, grid.bucket_samples)
    absent = np.isnan(values)
    count = np.add.reduceat(~absent, starts, axis=-1, dtype=np.int64)
    total = np.add.reduceat(np.where(absent, 0.0, values), starts, axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(count > 0, total / count, np.nan)
    # fmin and fmax pass over NaN unless there is nothing else.
    return Buckets(
        mean,
        np.fmin.reduceat(values, starts, axis=-1),
        np.fmax.reduceat(values, starts, axis=-1),
    )


def _clamp(sample: float, sample_count: int) -> int:
    # Times are the caller's: the quotient of two finite ones may be infinite.
    return int(max(0.0, min(sample, sample_count)))
