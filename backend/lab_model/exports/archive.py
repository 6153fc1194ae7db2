"""The self-describing ZIP: data, what they mean, how to cite them and how to compute them again.

The same run gives the same bytes: names, order and times of the entries are fixed.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from stat import S_IFREG
from typing import Final

from lab_model.exports.citation import bibtex
from lab_model.exports.definitions import definitions
from lab_model.exports.long_form import csv_parts
from lab_model.exports.methods import methods_text
from lab_model.exports.notebook import notebook
from lab_model.exports.run import ExportedRun, Json, SeriesPiece

SCENARIO_FILE: Final = "scenario.json"
RESULT_FILE: Final = "result.json"
SERIES_FILE: Final = "series.csv"

_EARLIEST: Final = datetime(1980, 1, 1, tzinfo=UTC)
"""The earliest time that a ZIP can hold: what is exported has none."""
_READABLE: Final = S_IFREG | 0o644
_LEVEL: Final = 6
_MOST_ROW_BYTES: Final = 80

File = tuple[str, Iterable[str], int]
"""A name, the text part by part, and how many bytes it has at most: only what may have 4 GiB or
more takes the form for it (ZIP64), which some programs do not read.
"""

_README: Final = """\
{title}
{line}

One run of FaiRTT Lab, a deterministic packet-level simulator of TCP congestion control.

core version     {core_version}
seed             {seed}
scenario digest  {scenario_digest}
summary digest   {summary_digest}
series digest    {series_digest}

README.txt     this page
scenario.json  what was simulated, every default filled in
result.json    the result: link, fairness and every flow, over the measurement window
metrics.json   definition and unit of every number
methods.txt    a paragraph for a section on methods
CITATION.bib   BibTeX of the program and of this run
figures.ipynb  a Jupyter notebook that draws the figures from these files
series.csv     all series, one row per value: subject, index, metric, time_s (end of the
               interval), value; no row where there is no value

The unit is the last word of every name: _bps bit/s, _s seconds, _bytes, _packets; _ratio and
_index are plain numbers.

The same scenario, seed and core version give the same bytes. To check:

    ./lab replay THIS_FILE.zip
"""


def readme(run: ExportedRun) -> str:
    """What is in the archive."""
    digests = {
        name: run.result[name]
        for name in ("core_version", "scenario_digest", "summary_digest", "series_digest")
    }
    title = run.title
    return _README.format(title=title, line="=" * len(title), seed=run.seed, **digests)


def json_text(document: Json) -> str:
    """A document as a file: the keys in their order, no NaN."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


_TEXTS: Final[dict[str, Callable[[ExportedRun], str]]] = {
    "README.txt": readme,
    SCENARIO_FILE: lambda run: json_text(run.scenario),
    RESULT_FILE: lambda run: json_text(run.result),
    "metrics.json": lambda run: json_text(definitions(run)),
    "methods.txt": methods_text,
    "CITATION.bib": bibtex,
    "figures.ipynb": notebook,
}


def zip_parts(run: ExportedRun, pieces: Iterable[SeriesPiece]) -> Iterator[bytes]:
    """The archive, a part at a time; the series, which may be large, come last."""
    texts = (text_file(name, text(run)) for name, text in _TEXTS.items())
    series = csv_parts(pieces, run.scenario["sample_interval_s"])
    return zip_of([*texts, (SERIES_FILE, series, _most_series_bytes(run))])


def text_file(name: str, text: str) -> File:
    """A file whose text is known."""
    return name, [text], len(text.encode())


def zip_of(files: Iterable[File]) -> Iterator[bytes]:
    """A ZIP that is sent while it is written. The same files give the same bytes: order, names and
    times of the entries are fixed.
    """
    # When it is wanted: it loads a library of ciphers.
    from stream_zip import ZIP_AUTO, stream_zip

    members = (
        (
            name,
            _EARLIEST,
            _READABLE,
            ZIP_AUTO(most_bytes, level=_LEVEL),
            (part.encode() for part in parts),
        )
        for name, parts, most_bytes in files
    )
    yield from stream_zip(members, extended_timestamps=False)


def _most_series_bytes(run: ExportedRun) -> int:
    series = definitions(run)["series"]
    metric_count = len(series["link"]) + sum(
        len(series["flow"]["every"]) + len(series["flow"].get(flow["algorithm"], ()))
        for flow in run.result["flows"]
    )
    return int(run.result["sample_count"] * metric_count + 1) * _MOST_ROW_BYTES
