"""The formats: names, media types, and what to call a file."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from lab_model.exports.run import ExportedRun

ExportFormat = Literal[
    "result", "csv", "json", "parquet", "zip", "ipynb", "bibtex", "methods", "qlog", "pcapng"
]
WITH_PACKETS: Final[tuple[ExportFormat, ...]] = ("pcapng", "qlog")
"""These hold packets of a part of the run: pcapng always, qlog if they are asked for."""

_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9]+")
_MAX_NAME_LENGTH: Final = 60
_DIGEST_LENGTH: Final = 8


@dataclass(frozen=True)
class FormatFacts:
    """What is known of a format."""

    media_type: str
    suffix: str
    content: str


FORMATS: Final[dict[ExportFormat, FormatFacts]] = {
    "result": FormatFacts("application/json", ".json", "scenario, seed and result in one document"),
    "csv": FormatFacts("text/csv; charset=utf-8", ".csv", "all series, one row per value"),
    "json": FormatFacts("application/json", ".series.json", "the same rows as a JSON list"),
    "parquet": FormatFacts(
        "application/vnd.apache.parquet", ".parquet", "the same rows in columns"
    ),
    "zip": FormatFacts("application/zip", ".zip", "all of it, describing itself"),
    "ipynb": FormatFacts(
        "application/x-ipynb+json",
        ".ipynb",
        "a notebook that draws the figures from the ZIP with the Python client",
    ),
    "bibtex": FormatFacts("application/x-bibtex; charset=utf-8", ".bib", "how to cite it"),
    "methods": FormatFacts("text/plain; charset=utf-8", ".txt", "a paragraph for a paper"),
    "qlog": FormatFacts("application/qlog+json", ".qlog", "one trace per flow, for qvis"),
    "pcapng": FormatFacts(
        "application/x-pcapng",
        ".pcapng",
        "the packets of a part of it at the sender, with synthetic headers",
    ),
}


def plain_name(name: str) -> str:
    """A name of people as the beginning of a file name: letters, digits and hyphens."""
    words = _NOT_IN_NAMES.sub("-", name).strip("-").lower()
    return words[:_MAX_NAME_LENGTH].rstrip("-")


def file_name(run: ExportedRun, wanted: ExportFormat) -> str:
    """Name, seed and digest: tells runs apart, and holds nothing that opens anything."""
    name = plain_name(run.name or run.scenario["name"]) or "run"
    digest = run.result["summary_digest"][:_DIGEST_LENGTH]
    return f"{name}-seed{run.seed}-{digest}{FORMATS[wanted].suffix}"
