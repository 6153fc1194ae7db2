"""A row of the table of metrics, and the quantities that its rows are of."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Quantity:
    """A unit with the range that its numbers can have."""

    unit: str
    display_unit: str
    per_display_unit: float
    least: float | None = 0.0
    most: float | None = None


RATE: Final = Quantity("bit/s", "Mbit/s", 1e6)
TIME: Final = Quantity("s", "ms", 1e-3)
LONG_TIME: Final = Quantity("s", "s", 1.0)
BYTES: Final = Quantity("bytes", "kB", 1e3)
PACKETS: Final = Quantity("packets", "packets", 1.0)
COUNT: Final = Quantity("", "", 1.0)
SHARE: Final = Quantity("", "%", 1e-2, most=1.0)
RELATIVE: Final = Quantity("", "%", 1e-2)
INDEX: Final = Quantity("", "", 1.0, most=1.0)
SIGNED_SHARE: Final = Quantity("", "", 1.0, least=-1.0, most=1.0)
FACTOR: Final = Quantity("", "", 1.0)


@dataclass(frozen=True)
class MetricRow:
    """What is known of a number before it belongs to a group."""

    label: str
    quantity: Quantity
    definition: str
    fair: float | None = None
    is_ratio: bool = False
    """As far from 1 at 1/2 as at 2: averaged and drawn by logarithms."""
