"""What a chain of causes is, over HTTP and anywhere else."""

from typing import Literal

from pydantic import Field

from lab_model.claim import CauseWindow, Claim, Unit
from lab_model.record import Record

LinkKind = Literal["share", "limit", "variable", "origin", "queue"]


class CauseNumber(Record):
    """A number of a link, in SI units."""

    label: str
    value: float
    unit: Unit


class CauseMoment(Record):
    """A moment at which the sender decided something."""

    time_s: float
    text: str
    """With the numbers that decided."""


class CauseLink(Record):
    """One link of a chain."""

    kind: LinkKind
    is_told: bool
    """False: nothing dominates, or nothing was recorded; the sentence says so, with the shares."""
    sentence: str
    numbers: list[CauseNumber]
    windows: list[CauseWindow]
    """Where to look: the longest time in which it holds."""
    moments: list[CauseMoment]
    """Spread evenly over all of `moment_count`."""
    moment_count: int
    source: str
    """What the link rests on."""
    claims: list[Claim] = Field(default_factory=list)
    """What its sentence says, to be checked."""


class CauseShare(Record):
    """What bound the flow for a part of its time; of transfers, of that in which they were under
    way.
    """

    variable: str
    title: str
    limit: Literal["window", "pacing", "recovery", "receive_window", "application"]
    share_ratio: float


class FlowChain(Record):
    """Why one flow gets what it gets."""

    flow_index: int
    group_index: int
    name: str
    shares: list[CauseShare]
    """Largest first; they add up to 1."""
    links: list[CauseLink]
