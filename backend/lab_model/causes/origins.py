"""The origin of a variable: a sentence on what set its value, with numbers and moments."""

from dataclasses import dataclass, field

from lab_model.causes.schemas import CauseNumber
from lab_model.claim import Claim


@dataclass(frozen=True)
class Origin:
    """Where a variable's value comes from, as far as it is known. An empty sentence: not at all."""

    sentence: str
    source: str
    kind: str | None = None
    """The kind of the decisions whose moments are shown."""
    numbers: list[CauseNumber] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    """What the sentence says, to be checked."""
