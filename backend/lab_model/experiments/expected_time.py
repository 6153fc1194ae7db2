"""How long units take before any was measured here: constants of one machine, and how far off a
prediction may be.
"""

import math
from typing import Final, Literal

Basis = Literal["class", "kind", "any", "constants"]
"""What a prediction goes by: units of its class; of its kind, of other sizes; any units that were
computed here; or, before the first one, constants of another machine."""

RANGE_DEVIATIONS: Final = 1.3
"""Nine of ten of a class lie no further from its mean on either side, if they spread as a normal
distribution of logarithms."""
LEAST_DEVIATIONS: Final[dict[Basis, float]] = {
    "class": 0.2,
    "kind": 0.4,
    "any": 0.7,
    "constants": 0.7,
}
"""Uncertainty of the logarithm beyond that of the measured units. Caches and neighbours alone move
computing time by a fifth; links of another kind that idle make it a third of the prediction
(docs/experiments.md)."""

PACKETS_PER_S: Final = 4_000_000.0
"""Between two flows and a thousand of them on a machine of 2026 (docs/performance.md)."""

UNIT_OVERHEAD_S: Final = 0.002
"""Around the core: scenario and result, their checks and digests, the numbers."""


def units_s(unit_count: float, predicted_packets: float) -> float:
    """Computing time in seconds of one process, roughly: for comparing units with one another."""
    return unit_count * UNIT_OVERHEAD_S + predicted_packets / PACKETS_PER_S


def range_factor(basis: Basis, deviation: float = 0.0) -> float:
    """The factor within which nine of ten predictions lie. `deviation`: standard deviation of the
    logarithm, measured between the units that the prediction is based on.
    """
    return math.exp(RANGE_DEVIATIONS * max(LEAST_DEVIATIONS[basis], deviation))
