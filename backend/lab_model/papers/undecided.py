"""Why a claim is inconclusive: too few seeds, or a narrow interval that lies on a bound."""

import math
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lab_model.experiments.estimates import student_t_quantiles
from lab_model.papers.quantities import Found
from lab_model.papers.schemas.numbers import Cause, PaperEstimate

MOST_SEEDS: Final = 10_000

NARROW_OF_TOLERANCE: Final = 0.25
"""An interval that fits four times into the tolerance is narrow: the bound cuts it by chance."""
NARROW_OF_VALUE: Final = 0.05
"""Where the tolerance has one end: of the number, or of the larger of two that are compared."""


def cause_of(
    found: Found, estimate: PaperEstimate, minimum: float | None, maximum: float | None
) -> Cause:
    """Why an interval crosses a bound."""
    if estimate.low is None or estimate.high is None:
        return "few_seeds"
    width = estimate.high - estimate.low
    if minimum is not None and maximum is not None:
        is_narrow = width <= NARROW_OF_TOLERANCE * (maximum - minimum)
    else:
        is_narrow = width <= NARROW_OF_VALUE * found.scale
    return "on_bound" if is_narrow else "few_seeds"


def seeds_needed(found: Found, minimum: float | None, maximum: float | None) -> int | None:
    """The fewest seeds whose 95 % interval would be clear of every bound, if mean and scatter stay
    as they are; None if even 10,000 would not do, or if there is no scatter to go by.

    t(0.975, n - 1) s / sqrt(n) < distance of the mean from the nearest bound; of ratios all by
    their logarithms, as their intervals are.
    """
    is_ratio = found.average == "geometric"
    values = np.log(found.values) if is_ratio else found.values
    values = values[np.isfinite(values)]
    if len(values) < 2:
        return None
    distance = min(
        (abs(float(values.mean()) - bound) for bound in _bounds(found, minimum, maximum)),
        default=0.0,
    )
    if distance <= 0:
        return None
    enough = np.flatnonzero(_half_widths() * values.std(ddof=1) < distance)
    return int(enough[0]) + 2 if len(enough) else None


@cache
def _half_widths() -> NDArray[np.float64]:
    """Half of the interval's width in standard deviations, with 2, 3, ... seeds."""
    counts = np.arange(2, MOST_SEEDS + 1)
    widths: NDArray[np.float64] = student_t_quantiles(counts - 1) / np.sqrt(counts)
    return widths


def _bounds(found: Found, minimum: float | None, maximum: float | None) -> list[float]:
    """The bounds that an interval can cross: that of a part ends at 0 and at 1 by itself."""
    least, most = (0.0, 1.0) if found.is_part else (-math.inf, math.inf)
    bounds = [bound for bound in (minimum, maximum) if bound is not None and least < bound < most]
    if found.average == "geometric":
        return [math.log(bound) for bound in bounds if bound > 0]
    return bounds
