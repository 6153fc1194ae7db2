"""How the numbers of each quantity are read and what range they have.

The quantities and their units are the core's (sim-core/include/ccsim/metric.h), and `relative`.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Quantity:
    """A display unit, and the range that the numbers can have."""

    display_unit: str
    """In which people read it; empty: a plain number."""
    per_display_unit: float
    """Value / this = number in `display_unit`."""
    least: float | None = 0.0
    most: float | None = None


QUANTITIES: Final = {
    "rate": Quantity("Mbit/s", 1e6),
    "delay": Quantity("ms", 1e-3),
    "time": Quantity("s", 1.0),
    "bytes": Quantity("kB", 1e3),
    "packets": Quantity("packets", 1.0),
    "count": Quantity("", 1.0),
    "share": Quantity("%", 1e-2, most=1.0),
    "relative": Quantity("%", 1e-2),
    "factor": Quantity("", 1.0),
    "index": Quantity("", 1.0, most=1.0),
    "signed_share": Quantity("", 1.0, least=-1.0, most=1.0),
}
