"""Which units of an import are computed again, by a lot that anyone can repeat."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Candidate(NamedTuple):
    """A unit among which is drawn."""

    scenario_digest: str
    seed: int
    summary_digest: str
    layout_index: int


def drawn(units: Sequence[Candidate], lot: str, ratio: float) -> list[Candidate]:
    """The share `ratio` of the units, rounded up, whose SHA-256 of "LOT:DIGEST:SEED" is smallest,
    and of each list of names the one whose is: at least one of them shows that the names are ours.
    """
    ordered = sorted(units, key=lambda unit: _ticket(lot, unit))
    first = ordered[: math.ceil(ratio * len(ordered))]
    seen = {unit.layout_index for unit in first}
    for unit in ordered[len(first) :]:
        if unit.layout_index not in seen:
            seen.add(unit.layout_index)
            first.append(unit)
    return first


def units_sha256(units: Iterable[Candidate]) -> str:
    """SHA-256 of lines "DIGEST SEED SUMMARY_DIGEST", sorted: which runs the store has."""
    lines = sorted(f"{unit.scenario_digest} {unit.seed} {unit.summary_digest}" for unit in units)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _ticket(lot: str, unit: Candidate) -> str:
    return hashlib.sha256(f"{lot}:{unit.scenario_digest}:{unit.seed}".encode()).hexdigest()
