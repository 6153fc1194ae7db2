"""One way in for all formats, the same for the API and for `./lab export`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from lab.exports.archive import json_text, zip_parts
from lab.exports.citation import bibtex
from lab.exports.formats import ExportFormat
from lab.exports.long_form import csv_parts, json_parts
from lab.exports.methods import methods_text
from lab.exports.notebook import notebook
from lab.exports.run import ExportedRun, SeriesPiece


class ExportSource(Protocol):
    """Where the data of a run come from. Each is read when a format asks for it."""

    def pieces(self) -> Iterable[SeriesPiece]:
        """The series chunk by chunk; in a chunk flows by index, then links."""


def export_parts(wanted: ExportFormat, run: ExportedRun, source: ExportSource) -> Iterator[bytes]:
    """The file, a part at a time."""
    if wanted in _TEXTS:
        yield _TEXTS[wanted](run).encode()
    elif wanted == "zip":
        yield from zip_parts(run, source.pieces())
    else:
        write = csv_parts if wanted == "csv" else json_parts
        for part in write(source.pieces(), run.scenario["sample_interval_s"]):
            yield part.encode()


def result_text(run: ExportedRun) -> str:
    """What was simulated and what came out, in one document, which `./lab replay` takes."""
    return json_text(
        {"name": run.name, "seed": run.seed, "scenario": run.scenario, "result": run.result}
    )


_TEXTS: Final[dict[ExportFormat, Callable[[ExportedRun], str]]] = {
    "result": result_text,
    "bibtex": bibtex,
    "methods": methods_text,
    "ipynb": notebook,
}
