"""The subject of a series: a flow or a link."""

from dataclasses import dataclass
from typing import Final, Literal

SubjectKind = Literal["flow", "link"]
SUBJECT_KINDS: Final[tuple[SubjectKind, ...]] = ("flow", "link")


@dataclass(frozen=True)
class Subject:
    """A flow or a link."""

    kind: SubjectKind
    index: int
