"""What is exported: a run with its result, its series, its timeline and its packets."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from lab_model.exports.modules import Declared, ModuleSource, declared_by, no_modules

Json = dict[str, Any]


@dataclass(frozen=True)
class ExportedRun:
    """A finished run. Only `program_url` depends on where it was computed."""

    name: str
    """For people; may be empty."""
    scenario: Json
    """The validated scenario, every default filled in."""
    seed: int
    result: Json
    """docs/architecture.md, "Result JSON"."""
    program_url: str = ""
    """Address of the lab that writes the file, for the program's citation; empty: it has none."""
    modules: ModuleSource = no_modules
    """The modules among the algorithms of its flows."""

    @cached_property
    def declared(self) -> Declared:
        """What its modules say of themselves."""
        return declared_by(self.modules)

    @property
    def title(self) -> str:
        """What to call it in a text."""
        return self.name or self.scenario["name"] or "A run"


class Column(Protocol):
    """Values of one metric, sample by sample: in an array of NumPy, or of plain Python."""

    def __len__(self) -> int:
        """How many samples there are."""

    def tolist(self) -> list[float]:
        """The values, NaN where there is none."""


@dataclass(frozen=True)
class SeriesPiece:
    """All series of one subject over some samples."""

    subject: str
    """`flow` or `link`."""
    index: int
    first_sample: int
    columns: Mapping[str, Column]
    """Metric to values, all of one length; NaN where there is none."""


PacketColumns = Mapping[str, Sequence[Any]]
"""Packet events by time (lab.packets.schemas.PacketColumns): one sequence per column."""


@dataclass(frozen=True)
class PacketPart:
    """The packet events of a part of a run."""

    columns: PacketColumns
    is_truncated: bool
    """There are more than these first ones."""


@dataclass(frozen=True)
class Timeline:
    """Phases and events as the API gives them (lab.series.schemas), times in seconds."""

    phases: Sequence[Json]
    events: Sequence[Json]


class RunSource(Protocol):
    """The source of a run's data. Each part is read when a format asks for it."""

    def pieces(self) -> Iterable[SeriesPiece]:
        """The series chunk by chunk; in a chunk flows by index, then links."""

    def flow_pieces(self) -> Iterable[SeriesPiece]:
        """The series of the flows, flow by flow, each by time."""

    def timeline(self) -> Timeline:
        """All phases and events."""

    def packets(self) -> PacketPart | None:
        """The packets of the part that was asked for; None if none was."""


def json_text(document: Json) -> str:
    """A document as a file: the keys in their order, no NaN."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
