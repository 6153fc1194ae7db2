"""Which series an explanation is made from."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class WantedSeries:
    """Means of some metrics of some flows, from a time to the end, in about so many buckets."""

    metrics: Sequence[str]
    flows: Sequence[int]
    from_s: float
    points: int

    @property
    def subjects(self) -> list[str]:
        """The subjects as an address writes them."""
        return [f"flow:{index}" for index in self.flows]
