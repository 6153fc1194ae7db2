"""Mean and interval of independent replications."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from lab_model.experiments.estimates import student_t_quantiles


@dataclass(frozen=True)
class Estimate:
    """Mean of n independent seeds with its 95 % Student-t interval.

    mean +- t(0.975, n - 1) * s / sqrt(n). The interval assumes independent, roughly normal means;
    seconds within one run are not independent, seeds are. NaN where there are too few values.
    """

    count: int
    mean: float
    standard_deviation: float
    half_width: float
    minimum: float
    maximum: float

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end."""
        return self.mean - self.half_width, self.mean + self.half_width


def estimate(values: Iterable[float | None]) -> Estimate:
    """Mean and interval of the values that exist; None and NaN are left out and not counted."""
    sample = np.array([value for value in values if value is not None and not math.isnan(value)])
    count = len(sample)
    if count == 0:
        return Estimate(0, math.nan, math.nan, math.nan, math.nan, math.nan)
    mean, minimum, maximum = float(sample.mean()), float(sample.min()), float(sample.max())
    if count == 1:
        return Estimate(1, mean, math.nan, math.nan, minimum, maximum)
    deviation = float(sample.std(ddof=1))
    half_width = student_t_quantile(count - 1) * deviation / math.sqrt(count)
    return Estimate(count, mean, deviation, half_width, minimum, maximum)


def student_t_quantile(degrees_of_freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t distribution: 2.093 with 19."""
    return float(student_t_quantiles(degrees_of_freedom))
