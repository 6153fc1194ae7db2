"""All formats, and one way to write a file, the same for the service, `./lab` and the client.

What there is to know of a format it declares in its module (`lab_model.exports.formats`).
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from lab_model.exports import formats
from lab_model.exports.declaration import ExperimentFile, Format, Parts, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.run import ExportedRun, RunSource

_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9]+")
_MAX_NAME_LENGTH: Final = 60
_DIGEST_LENGTH: Final = 8
_PART_BYTES: Final = 65_536


def _declared() -> list[Format]:
    modules = (
        import_module(f"{formats.__name__}.{each.name}") for each in iter_modules(formats.__path__)
    )
    return sorted((module.FORMAT for module in modules), key=lambda each: each.place)


FORMATS: Final[dict[str, Format]] = {each.name: each for each in _declared()}
RUN_FILES: Final[dict[str, RunFile]] = {
    name: each.run for name, each in FORMATS.items() if each.run is not None
}
EXPERIMENT_FILES: Final[dict[str, ExperimentFile]] = {
    name: each.experiment for name, each in FORMATS.items() if each.experiment is not None
}
WITH_PACKETS: Final = " and ".join(
    name for name, file in RUN_FILES.items() if file.packets != "none"
)
"""For sentences: the formats that can hold packets."""


def problem_of_part(wanted: str, from_s: float | None, to_s: float | None) -> str | None:
    """Why a format cannot have, or cannot do without, packets of a part of a run; None: it can."""
    packets = RUN_FILES[wanted].packets
    if from_s is not None and to_s is not None and from_s < to_s and packets != "none":
        return None
    if from_s is None and to_s is None and packets != "required":
        return None
    if packets == "none":
        return f"from_s and to_s can be given only with {WITH_PACKETS}"
    return f"{wanted} with packets needs from_s and to_s in seconds, from_s below to_s"


def run_parts(wanted: str, run: ExportedRun, source: RunSource) -> Iterator[bytes]:
    """A run as a file, a part at a time. Raises KeyError for a format that runs do not have."""
    yield from _encoded(RUN_FILES[wanted].write(run, source))


def experiment_parts(wanted: str, experiment: ExportedExperiment) -> Iterator[bytes]:
    """As `run_parts`, for an experiment."""
    yield from _encoded(EXPERIMENT_FILES[wanted].write(experiment))


def run_file_name(run: ExportedRun, wanted: str) -> str:
    """Name, seed and digest: distinguishes runs, and holds no key or link."""
    name = plain_name(run.name or run.scenario["name"]) or "run"
    digest = run.result["summary_digest"][:_DIGEST_LENGTH]
    suffix = RUN_FILES[wanted].suffix or FORMATS[wanted].suffix
    return f"{name}-seed{run.seed}-{digest}{suffix}"


def experiment_file_name(experiment: ExportedExperiment, wanted: str) -> str:
    """Name and size: distinguishes experiments, and holds no key or link."""
    expansion = experiment.expansion
    name = plain_name(experiment.title) or "experiment"
    return f"{name}-{expansion.cell_count}x{len(expansion.seeds)}{FORMATS[wanted].suffix}"


def plain_name(name: str) -> str:
    """A name of people as the beginning of a file name: letters, digits and hyphens."""
    words = _NOT_IN_NAMES.sub("-", name).strip("-").lower()
    return words[:_MAX_NAME_LENGTH].rstrip("-")


def _encoded(parts: Parts) -> Iterator[bytes]:
    """Small parts together: to send one costs the service as much as to write a hundred rows."""
    waiting: list[bytes] = []
    byte_count = 0
    for part in parts:
        waiting.append(part.encode() if isinstance(part, str) else part)
        byte_count += len(waiting[-1])
        if byte_count >= _PART_BYTES:
            yield b"".join(waiting)
            waiting, byte_count = [], 0
    yield b"".join(waiting)
