"""Arrays as lists of JSON: short numerals, null where there is nothing."""

from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Flags = NDArray[np.bool_]


def significant(values: Values) -> list[float | None]:
    """Rounded to seven significant digits: a screen shows four, and a map of ten thousand cells
    is half as long as with all seventeen.
    """
    return [float(f"{value:.7g}") if isfinite(value) else None for value in values.tolist()]


def or_null(values: NDArray[Any], is_known: Flags | None = None) -> list[Any]:
    """Values as they are; null where they are not finite or not known."""
    given = np.isfinite(values) if is_known is None else is_known & np.isfinite(values)
    listed: list[Any] = values.tolist()
    if given.all():
        return listed
    return [value if shown else None for value, shown in zip(listed, given, strict=True)]
