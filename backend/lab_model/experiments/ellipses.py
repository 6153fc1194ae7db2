"""One standard deviation around the mean of points in the plane."""

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_POINTS = 2


@dataclass(frozen=True)
class EllipseShape:
    """x = mean_x + axis_x cos(t) cos(angle) - axis_y sin(t) sin(angle),
    y = mean_y + axis_x cos(t) sin(angle) + axis_y sin(t) cos(angle).

    The half axes are the square roots of the eigenvalues of the sample covariance: of normally
    distributed points 39% lie inside (1 - exp(-1/2)). `axis_x` is the one nearer to the x axis, so
    that `angle_rad` lies within a quarter of pi of zero.
    """

    count: int
    mean_x: float
    mean_y: float
    axis_x: float
    axis_y: float
    angle_rad: float


def ellipse_of(x: Sequence[float], y: Sequence[float]) -> EllipseShape | None:
    """The ellipse of points without NaN; None if there are fewer than two.

    One axis may be in bit/s and the other in seconds, fifteen orders of magnitude apart: a general
    eigenvalue routine would lose the smaller one in the rounding of the larger. Plain Python: a
    page without a server runs it too.
    """
    count = len(x)
    if count < LEAST_POINTS:
        return None
    mean_x, mean_y = math.fsum(x) / count, math.fsum(y) / count
    from_x, from_y = [value - mean_x for value in x], [value - mean_y for value in y]
    variance_x = _product(from_x, from_x) / (count - 1)
    variance_y = _product(from_y, from_y) / (count - 1)
    covariance = _product(from_x, from_y) / (count - 1)
    spread = variance_x - variance_y
    larger = (variance_x + variance_y + math.hypot(spread, 2 * covariance)) / 2
    determinant = max(0.0, variance_x * variance_y - covariance * covariance)
    smaller = determinant / larger if larger > 0 else 0.0
    along, across = math.sqrt(larger), math.sqrt(smaller)
    axis_x, axis_y = (along, across) if spread >= 0 else (across, along)
    angle_rad = math.atan2(math.copysign(2 * covariance, spread * covariance), abs(spread)) / 2
    return EllipseShape(count, mean_x, mean_y, axis_x, axis_y, angle_rad)


def _product(left: Sequence[float], right: Sequence[float]) -> float:
    return math.fsum(map(operator.mul, left, right))
