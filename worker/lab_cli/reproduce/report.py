"""The page of a paper as a report: a table for programs (CSV) and a document for people (PDF).

matplotlib draws the document, page by page: it is in the client's packages, which `./lab reproduce
--report` installs. The same page gives the same bytes.
"""

import csv
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lab_cli.kit.output_file import whole_file
from lab_cli.kit.tables import ABSENT
from lab_cli.reproduce.tables import WORDS, difference_text
from lab_exec import behaviour_version
from lab_model.papers.schemas import Paper, PaperFigure, PaperRow
from lab_model.papers.sentences import plain_text
from lab_model.papers.verdicts import estimate_text

if TYPE_CHECKING:
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

_WIDTH_PT: Final = 842.0
_HEIGHT_PT: Final = 595.0
_MARGIN_PT: Final = 40.0
_POINTS_PER_INCH: Final = 72
_TEXT_PT: Final = 7.5
_HEADING_PT: Final = 11.0
_TITLE_PT: Final = 16.0
_LEADING: Final = 1.35
_GAP_PT: Final = 8.0
# Of the font's size; wide enough for most texts of DejaVu Sans.
_LETTER: Final = 0.55

_COLUMNS: Final = (
    ("claim", 62.0),
    ("what, where", 184.0),
    ("published", 110.0),
    ("measured (95 % interval)", 118.0),
    ("difference", 62.0),
    ("tolerance", 76.0),
    ("verdict", 150.0),
)
"""Headings and widths in points."""

CSV_COLUMNS: Final = (
    "id",
    "figure",
    "what",
    "arm",
    "setting",
    "published",
    "published_value",
    "mean",
    "low",
    "high",
    "seed_count",
    "difference",
    "tolerance_minimum",
    "tolerance_maximum",
    "tolerance",
    "verdict",
    "verdict_text",
    "reading",
    "metric",
    "cells",
    "core_version",
    "behaviour_version",
)


def write_report(path: Path, paper: Paper) -> Path:
    """Writes the PDF and, beside it, the CSV, whose path is returned."""
    table = path.with_suffix(".csv")
    with whole_file(table) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(CSV_COLUMNS)
        writer.writerows(_csv_row(paper, row) for figure in paper.figures for row in figure.rows)
    with whole_file(path) as partial:
        _write_pdf(partial, paper)
    return table


def _csv_row(paper: Paper, row: PaperRow) -> list[Any]:
    estimate, tolerance = row.estimate, row.tolerance
    measured = (
        [None] * 4
        if estimate is None
        else [estimate.mean, estimate.low, estimate.high, estimate.seed_count]
    )
    bounds = (
        [None] * 3 if tolerance is None else [tolerance.minimum, tolerance.maximum, tolerance.text]
    )
    cells = (f"{each.experiment_key}:{','.join(map(str, each.cell_indices))}" for each in row.cells)
    return [
        *(row.id, row.figure, row.what, row.arm, row.setting),
        *(row.published.text, row.published.value, *measured, row.difference, *bounds),
        *(row.verdict, row.verdict_text, row.reading, row.metric, " ".join(cells)),
        *(paper.core_version, behaviour_version()),
    ]


def _write_pdf(path: Path, paper: Paper) -> None:
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import PdfPages

    facts = {"Title": _title(paper), "Creator": "FaiRTT Lab", "CreationDate": None}
    with rc_context({"pdf.fonttype": 42}), PdfPages(path, metadata=facts) as pages:
        document = _Document(pages, f"{_title(paper)} · core {paper.core_version}")
        _write_head(document, paper)
        for figure in paper.figures:
            if figure.rows:
                _write_figure(document, figure)
        _write_experiments(document, paper)
        document.close()


def _title(paper: Paper) -> str:
    return f"Reproduction report: {paper.title}"


def _write_head(document: "_Document", paper: Paper) -> None:
    document.text(_title(paper), _TITLE_PT, bold=True)
    document.text(f"{paper.authors}. {paper.published_in}, {paper.year}. {paper.url}")
    document.text(paper.question, _HEADING_PT)
    counted = [row.verdict for figure in paper.figures for row in figure.rows]
    counts = {verdict: counted.count(verdict) for verdict in dict.fromkeys(counted)}
    verdicts = ", ".join(f"{count} {WORDS[name]}" for name, count in counts.items())
    document.text(f"{len(counted)} claims: {verdicts}.", bold=True)
    document.text(plain_text(paper.summary))
    document.text(f"How a verdict is reached. {paper.rule}")
    document.text(
        f"FaiRTT Lab, core {paper.core_version}, behaviour {behaviour_version()}; "
        f"{paper.unit_count:,} simulated runs. The same scenario, seed and behaviour give the same "
        f"numbers, bit for bit. ./lab reproduce {paper.name} computes all of them again."
    )
    document.text("Setting", _HEADING_PT, bold=True)
    widths = (150.0, 290.0, 290.0)
    document.row(("", "the paper", "here"), widths, bold=True)
    for fact in paper.setup:
        document.row((fact.label, fact.paper, fact.ours), widths)


def _write_figure(document: "_Document", figure: PaperFigure) -> None:
    headings, widths = zip(*_COLUMNS, strict=True)
    document.text(figure.title, _HEADING_PT, bold=True, keeps_pt=60.0)
    document.row(headings, widths, bold=True)
    for row in figure.rows:
        document.row(_cells(row), widths)


def _cells(row: PaperRow) -> tuple[str, ...]:
    estimate = ABSENT if row.estimate is None else estimate_text(row.estimate, row.shown)
    seeds = "" if row.estimate is None else f", {row.estimate.seed_count} seeds"
    return (
        row.id,
        f"{row.what}; {row.arm}, {row.setting}",
        row.published.text,
        f"{estimate}{seeds}",
        ABSENT if row.difference is None else difference_text(row.difference, row.shown),
        ABSENT if row.tolerance is None else row.tolerance.text,
        _verdict(row),
    )


def _verdict(row: PaperRow) -> str:
    """The word, then its reason, which may begin with it."""
    word = WORDS[row.verdict]
    is_said = row.verdict_text.lower().startswith(word.lower())
    return row.verdict_text if is_said else f"{word}. {row.verdict_text}"


def _write_experiments(document: "_Document", paper: Paper) -> None:
    document.text("Experiments behind it", _HEADING_PT, bold=True, keeps_pt=60.0)
    widths = (150.0, 440.0, 70.0, 70.0)
    document.row(("key", "purpose", "cells", "runs"), widths, bold=True)
    for each in paper.experiments:
        counts = (f"{each.cell_count:,}", f"{each.unit_count:,}")
        document.row((each.key, f"{each.title}. {each.purpose}", *counts), widths)


class _Document:
    """Pages that are filled from the top."""

    def __init__(self, pages: "PdfPages", foot: str) -> None:
        self._pages = pages
        self._foot = foot
        self._count = 0
        self._figure: Figure | None = None
        self._top_pt = 0.0

    def text(
        self, text: str, size_pt: float = _TEXT_PT, *, bold: bool = False, keeps_pt: float = 0.0
    ) -> None:
        """A paragraph over the whole width; `keeps_pt` of what follows stay on its page."""
        width_pt = _WIDTH_PT - 2 * _MARGIN_PT
        lines = list(_wrapped(text, width_pt, size_pt, bold=bold))
        self._need(len(lines) * size_pt * _LEADING + _GAP_PT + keeps_pt)
        self._top_pt -= _GAP_PT
        self._draw(lines, _MARGIN_PT, size_pt, bold=bold)
        self._top_pt -= len(lines) * size_pt * _LEADING

    def row(self, cells: Sequence[str], widths: Sequence[float], *, bold: bool = False) -> None:
        """Cells side by side below a thin line. A row is never broken."""
        wrapped = [
            list(_wrapped(cell, width, _TEXT_PT, bold=bold))
            for cell, width in zip(cells, widths, strict=True)
        ]
        height_pt = max(map(len, wrapped)) * _TEXT_PT * _LEADING + 4
        self._need(height_pt)
        self._line()
        self._top_pt -= 2
        left_pt = _MARGIN_PT
        for lines, width in zip(wrapped, widths, strict=True):
            self._draw(lines, left_pt, _TEXT_PT, bold=bold)
            left_pt += width
        self._top_pt -= height_pt - 2

    def close(self) -> None:
        """Writes the last page."""
        if self._figure is not None:
            self._pages.savefig(self._figure)  # type: ignore[no-untyped-call]
            self._figure = None

    def _need(self, height_pt: float) -> None:
        if self._figure is None or self._top_pt - height_pt < _MARGIN_PT:
            self._begin()

    def _begin(self) -> None:
        from matplotlib.figure import Figure

        self.close()
        self._count += 1
        size = (_WIDTH_PT / _POINTS_PER_INCH, _HEIGHT_PT / _POINTS_PER_INCH)
        self._figure = Figure(figsize=size)
        self._top_pt = _MARGIN_PT / 2
        self._draw([f"{self._foot} · page {self._count}"], _MARGIN_PT, _TEXT_PT, bold=False)
        self._top_pt = _HEIGHT_PT - _MARGIN_PT

    def _draw(self, lines: Sequence[str], left_pt: float, size_pt: float, *, bold: bool) -> None:
        if self._figure is None:
            raise AssertionError("a page has begun")
        self._figure.text(
            left_pt / _WIDTH_PT,
            self._top_pt / _HEIGHT_PT,
            "\n".join(lines),
            size=size_pt,
            weight="bold" if bold else "normal",
            va="top",
            linespacing=_LEADING * 0.87,
            parse_math=False,
        )

    def _line(self) -> None:
        from matplotlib.lines import Line2D

        if self._figure is None:
            raise AssertionError("a page has begun")
        ends = (_MARGIN_PT / _WIDTH_PT, 1 - _MARGIN_PT / _WIDTH_PT)
        height = self._top_pt / _HEIGHT_PT
        self._figure.add_artist(Line2D(ends, (height, height), color="#c0c6c9", linewidth=0.4))


def _wrapped(text: str, width_pt: float, size_pt: float, *, bold: bool) -> Iterator[str]:
    letter_pt = size_pt * _LETTER * (1.12 if bold else 1.0)
    yield from textwrap.wrap(text, max(4, int((width_pt - 6) / letter_pt))) or [""]
