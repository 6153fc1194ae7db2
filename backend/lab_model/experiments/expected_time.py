"""How long units take before any was measured here: constants of one machine."""

from typing import Final

PACKETS_PER_S: Final = 4_000_000.0
"""Between two flows and a thousand of them on a machine of 2026 (docs/performance.md)."""

UNIT_OVERHEAD_S: Final = 0.002
"""Around the core: scenario and result, their checks and digests, the numbers."""


def units_s(unit_count: float, predicted_packets: float) -> float:
    """Computing time in seconds of one process, roughly: for comparing units with one another."""
    return unit_count * UNIT_OVERHEAD_S + predicted_packets / PACKETS_PER_S
