"""One way in for all formats, the same for the API and for `./lab export`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from lab_model.exports.archive import json_text, zip_parts
from lab_model.exports.citation import bibtex
from lab_model.exports.formats import ExportFormat
from lab_model.exports.long_form import csv_parts, json_parts
from lab_model.exports.methods import methods_text
from lab_model.exports.notebook import notebook
from lab_model.exports.pcapng import pcapng_parts
from lab_model.exports.qlog import qlog_parts
from lab_model.exports.run import ExportedRun, PacketPart, SeriesPiece, Timeline


class ExportSource(Protocol):
    """Where the data of a run come from. Each is read when a format asks for it."""

    def pieces(self) -> Iterable[SeriesPiece]:
        """The series chunk by chunk; in a chunk flows by index, then links."""

    def flow_pieces(self) -> Iterable[SeriesPiece]:
        """The series of the flows, flow by flow, each by time."""

    def timeline(self) -> Timeline:
        """All phases and events."""

    def packets(self) -> PacketPart | None:
        """The packets of the part that was asked for; None if none was."""


def export_parts(wanted: ExportFormat, run: ExportedRun, source: ExportSource) -> Iterator[bytes]:
    """The file, a part at a time."""
    if wanted in _TEXTS:
        yield _TEXTS[wanted](run).encode()
    elif wanted == "zip":
        yield from zip_parts(run, source.pieces())
    elif wanted == "pcapng":
        part = source.packets()
        if part is None:
            raise AssertionError("a capture was asked for without a part of the run")
        yield from pcapng_parts(run, part.columns, is_truncated=part.is_truncated)
    elif wanted == "parquet":
        # When it is wanted: every process of the service would hold its 40 MB.
        from lab_model.exports.parquet import parquet_parts

        yield from parquet_parts(source.pieces(), run.scenario["sample_interval_s"])
    else:
        yield from (part.encode() for part in _series_parts(wanted, run, source))


def _series_parts(wanted: ExportFormat, run: ExportedRun, source: ExportSource) -> Iterator[str]:
    if wanted == "qlog":
        part = source.packets()
        packets = None if part is None else part.columns
        return qlog_parts(run, source.flow_pieces(), source.timeline(), packets)
    write = csv_parts if wanted == "csv" else json_parts
    return write(source.pieces(), run.scenario["sample_interval_s"])


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
