"""What one call may cost. The same bounds are said in the tools' descriptions and in refusals."""

from typing import Final

from lab_cli.agents.errors import refused
from lab_model.scenarios import Scenario
from lab_model.scenarios.cost import work_packet_count

MOST_SEEDS: Final = 30
MOST_VALUES: Final = 25
MOST_PACKETS: Final = 40_000_000
"""Of all runs of a call together: some 20 seconds of one processor."""


def check_seeds(seed_count: int, least: int = 1) -> range:
    """Seeds 1 to `seed_count`."""
    if not least <= seed_count <= MOST_SEEDS:
        refused(f"seed_count is {seed_count}; it must be from {least} to {MOST_SEEDS}")
    return range(1, seed_count + 1)


def check_cost(scenarios: list[Scenario], seed_count: int) -> int:
    """The packets that a call will simulate."""
    packets = seed_count * sum(map(work_packet_count, scenarios))
    if packets > MOST_PACKETS:
        refused(
            f"The call would simulate {packets:,} packets; it may simulate {MOST_PACKETS:,}: "
            "take fewer seeds or values, a shorter duration_s, or a lower rate_bps"
        )
    return packets
