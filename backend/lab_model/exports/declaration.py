"""How a format declares itself. All that offers files reads it there: the service, `./lab export`,
the Python client and the interface's menus.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.run import ExportedRun, RunSource

Parts = Iterable[str] | Iterable[bytes]
"""A file, a part at a time. Text is encoded as UTF-8."""

Packets = Literal["none", "optional", "required"]
"""Whether a file holds packets of a part of the run: never, if they are asked for, always."""


@dataclass(frozen=True)
class RunFile:
    """A format as a file of a run."""

    content: str
    """What is in it, for a list of formats."""
    write: Callable[[ExportedRun, RunSource], Parts]
    title: str | None = None
    """In the interface's menu; None: it is not offered there."""
    suffix: str | None = None
    """The suffix of the file's name, if it is not the format's."""
    packets: Packets = "none"
    needs_library: bool = False
    """A compiled one, which a page without a server does not have."""


@dataclass(frozen=True)
class ExperimentFile:
    """A format as a file of an experiment."""

    content: str
    write: Callable[[ExportedExperiment], Parts]
    title: str | None = None
    needs_library: bool = False
    """As for runs: estimates are made of arrays."""


@dataclass(frozen=True)
class Format:
    """A format, and what can be had in it."""

    name: str
    """In paths, on the command line and in Python."""
    suffix: str
    media_type: str
    place: int
    """In lists and menus, ascending."""
    run: RunFile | None = None
    experiment: ExperimentFile | None = None
