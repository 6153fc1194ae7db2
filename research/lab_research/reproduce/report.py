"""The page of a paper as a report: a table for programs (CSV) and a document for people (PDF).

The same page gives the same bytes. A claim that covers several conditions is followed by them: in
the document below its row, in the table as rows of their own.
"""

import csv
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.output_file import whole_file
from lab_cli.kit.tables import ABSENT
from lab_exec import behaviour_version
from lab_model.papers.schemas.figures import PaperFigure
from lab_model.papers.schemas.numbers import PaperEstimate, PaperRow, SeedTally, Stratum
from lab_model.papers.schemas.page import Paper
from lab_model.papers.sentences import plain_text
from lab_model.papers.verdicts import estimate_text
from lab_research.reproduce.document import Document
from lab_research.reproduce.tables import WORDS, difference_text

LEAST_P: Final = 0.001

_HEADING_PT: Final = 11.0
_TITLE_PT: Final = 16.0

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

# Conditions stand below their claim, under "what, where".
_INDENT_PT: Final = 62.0
_CONDITION_WIDTHS: Final = (230.0, 230.0, 230.0)

CSV_COLUMNS: Final = (
    "id",
    "figure",
    "what",
    "arm",
    "setting",
    "condition",
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
    "tally",
    "tally_count",
    "tally_seed_count",
    "tally_probability",
    "agreeing_cell_count",
    "reading",
    "metric",
    "cells",
    "core_version",
    "behaviour_version",
)
"""A row with a `condition` is a part of the claim above it; count those without one."""


def write_report(path: Path, paper: Paper) -> Path:
    """Writes the PDF and, in the same folder, the CSV, whose path is returned."""
    table = path.with_suffix(".csv")
    with whole_file(table) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(CSV_COLUMNS)
        for figure in paper.figures:
            for row in figure.rows:
                writer.writerow(_csv_row(paper, row))
                conditions = [] if row.strata is None else row.strata.items
                writer.writerows(_csv_condition(paper, row, each) for each in conditions)
    with whole_file(path) as partial:
        _write_pdf(partial, paper)
    return table


def _csv_row(paper: Paper, row: PaperRow) -> list[Any]:
    cells = (f"{each.experiment_key}:{','.join(map(str, each.cell_indices))}" for each in row.cells)
    return [
        *(row.id, row.figure, row.what, row.arm, row.setting, None),
        *(row.published.text, row.published.value, *_csv_estimate(row.estimate), row.difference),
        *(*_csv_bounds(row), row.verdict, row.verdict_text, *_csv_tally(row.tally)),
        *(0 if row.agreement is None else row.agreement.cell_count, row.reading, row.metric),
        *(" ".join(cells), paper.core_version, behaviour_version()),
    ]


def _csv_condition(paper: Paper, row: PaperRow, condition: Stratum) -> list[Any]:
    """A row of the CSV for a condition; the claim's own columns, such as its published value, are
    empty.
    """
    return [
        *(row.id, row.figure, row.what, row.arm, row.setting, condition.label),
        *(None, None, *_csv_estimate(condition.estimate), None),
        *(*_csv_bounds(row), condition.verdict, None, *_csv_tally(None)),
        *(None, row.reading, row.metric, None, paper.core_version, behaviour_version()),
    ]


def _csv_estimate(estimate: PaperEstimate | None) -> list[Any]:
    if estimate is None:
        return [None] * 4
    return [estimate.mean, estimate.low, estimate.high, estimate.seed_count]


def _csv_bounds(row: PaperRow) -> list[Any]:
    bounds = row.tolerance
    return [None] * 3 if bounds is None else [bounds.minimum, bounds.maximum, bounds.text]


def _csv_tally(tally: SeedTally | None) -> list[Any]:
    if tally is None:
        return [None] * 4
    return [tally.what, tally.count, tally.seed_count, tally.probability]


def _write_pdf(path: Path, paper: Paper) -> None:
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import PdfPages

    facts = {"Title": _title(paper), "Creator": "FaiRTT Lab", "CreationDate": None}
    with rc_context({"pdf.fonttype": 42}), PdfPages(path, metadata=facts) as pages:
        document = Document(pages, f"{_title(paper)} · core {paper.core_version}")
        _write_head(document, paper)
        for figure in paper.figures:
            if figure.rows:
                _write_figure(document, figure)
        _write_experiments(document, paper)
        document.close()


def _title(paper: Paper) -> str:
    return f"Reproduction report: {paper.title}"


def _write_head(document: Document, paper: Paper) -> None:
    document.text(_title(paper), _TITLE_PT, bold=True)
    document.text(f"{paper.authors}. {paper.published_in}, {paper.year}. {paper.url}")
    document.text(paper.question, _HEADING_PT)
    document.text(plain_text(paper.answer), _HEADING_PT)
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


def _write_figure(document: Document, figure: PaperFigure) -> None:
    headings, widths = zip(*_COLUMNS, strict=True)
    document.text(figure.title, _HEADING_PT, bold=True, keeps_pt=60.0)
    document.row(headings, widths, bold=True)
    for row in figure.rows:
        document.row(_cells(row), widths)
        _write_conditions(document, row)


def _write_conditions(document: Document, row: PaperRow) -> None:
    if row.strata is None:
        return
    rule = "the average decides" if not row.strata.decides else "each must be within"
    head = f"By {' and '.join(row.strata.axes)} ({rule}):"
    document.row((head,), (sum(_CONDITION_WIDTHS),), has_line=False, indent_pt=_INDENT_PT)
    texts = [_condition(row, each) for each in row.strata.items]
    side = len(_CONDITION_WIDTHS)
    for at in range(0, len(texts), side):
        few = texts[at : at + side]
        widths = _CONDITION_WIDTHS[: len(few)]
        document.row(few, widths, has_line=False, indent_pt=_INDENT_PT)


def _condition(row: PaperRow, condition: Stratum) -> str:
    measured = (
        ABSENT if condition.estimate is None else estimate_text(condition.estimate, row.shown)
    )
    return f"{condition.label}: {measured}, {WORDS[condition.verdict]}"


def _cells(row: PaperRow) -> tuple[str, ...]:
    estimate = ABSENT if row.estimate is None else estimate_text(row.estimate, row.shown)
    seeds = "" if row.estimate is None else f", {row.estimate.seed_count} seeds"
    return (
        row.id,
        f"{row.what}; {row.arm}, {row.setting}",
        row.published.text,
        f"{estimate}{seeds}{_tally(row.tally)}",
        ABSENT if row.difference is None else difference_text(row.difference, row.shown),
        ABSENT if row.tolerance is None else row.tolerance.text,
        _verdict(row),
    )


def _tally(tally: SeedTally | None) -> str:
    if tally is None:
        return ""
    said = f". {tally.what} in {tally.count} of {tally.seed_count} seeds"
    return (
        said if tally.probability is None else f"{said} (sign test: {_p_value(tally.probability)})"
    )


def _p_value(probability: float) -> str:
    """A p-value as the page writes it."""
    return "p < 0.001" if probability < LEAST_P else f"p = {probability:.3f}"


def _verdict(row: PaperRow) -> str:
    """The word, then its reason, which may begin with it, and what seeds that agree mean."""
    word = WORDS[row.verdict]
    is_said = row.verdict_text.lower().startswith(word.lower())
    said = row.verdict_text if is_said else f"{word[0].upper()}{word[1:]}. {row.verdict_text}"
    return said if row.agreement is None else f"{said} {row.agreement.sentence}"


def _write_experiments(document: Document, paper: Paper) -> None:
    document.text("Experiments behind it", _HEADING_PT, bold=True, keeps_pt=60.0)
    widths = (150.0, 440.0, 70.0, 70.0)
    document.row(("key", "purpose", "cells", "runs"), widths, bold=True)
    for each in (experiment for experiment in paper.experiments if experiment.is_shipped):
        counts = (f"{each.cell_count:,}", f"{each.unit_count:,}")
        document.row((each.key, f"{each.title}. {each.purpose}", *counts), widths)
