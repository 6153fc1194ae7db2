"""The page of a paper as tables for people."""

import sys
from typing import Final

from rich.console import Console
from rich.table import Table

from lab_cli.kit.tables import ABSENT, print_table
from lab_exec.experiments.forecast import duration_text
from lab_model.experiments.agreement import SENTENCE
from lab_model.papers.quantities import shown_difference
from lab_model.papers.schemas.figures import PaperFigure
from lab_model.papers.schemas.numbers import PaperEstimate, PaperRow, Shown, Verdict, VerdictCounts
from lab_model.papers.schemas.page import Mechanism, Note, OtherReproduction, Paper
from lab_model.papers.schemas.questions import ReadingTable
from lab_model.papers.sentences import plain_text
from lab_model.papers.verdicts import counts_of, estimate_text, shown_text
from lab_research.reproduce.cost import Cost

AGREES: Final = "≡"
"""A mark after a number whose seeds hardly differ, as in the table of a sweep."""
WORDS: Final[dict[Verdict, str]] = {
    "within": "within",
    "mixed": "mixed",
    "outside": "OUTSIDE",
    "cannot_tell": "inconclusive",
    "not_checkable": "not checkable",
    "not_computed": "not computed",
}


def print_cost(costs: list[Cost], process_count: int) -> None:
    """What will be computed, before it is."""
    rows = [
        [
            cost.plan.key,
            str(len(cost.plan.cells)),
            str(len(cost.plan.seeds)),
            str(cost.missing_count),
            f"{cost.missing_packets / 1e6:.0f}",
            f"{cost.cpu_s:.0f}",
        ]
        for cost in costs
    ]
    total_s = sum(cost.cpu_s for cost in costs)
    taken = duration_text(total_s / process_count)
    print_table(
        "What is computed",
        ["experiment", "cells", "seeds", "runs", "million packets", "CPU s"],
        rows,
        f"About {duration_text(total_s)} of a processor, {taken} on {process_count} idle ones, by "
        "what three runs of each took just now. Equal runs of two experiments are done once",
    )


def print_paper(paper: Paper) -> None:
    """All tables of the page that can be computed."""
    print(f"\n{paper.title}\n{paper.published_in}; core {paper.core_version}\n")
    print(plain_text(paper.answer))
    print(plain_text(paper.summary))
    print(f"\n{paper.rule}\n")
    for figure in paper.figures:
        if any(row.verdict != "not_computed" for row in figure.rows):
            _print_figure(figure)
    for table in paper.readings:
        _print_readings(table)
    if paper.mechanism is not None:
        _print_mechanism(paper.mechanism)
    for question in paper.questions:
        if question.finding:
            print(f"{question.question}\n  {plain_text(question.finding)}")
    _print_notes(paper.notes)
    if paper.other is not None:
        _print_other(paper.other)
    _print_verdicts(paper)


def _print_verdicts(paper: Paper) -> None:
    """Prints verdicts of computed rows; the rest is reported as missing, not counted."""
    rows = [row for figure in paper.figures for row in figure.rows]
    ran = [row.verdict for row in rows if row.verdict != "not_computed"]
    print(f"\nVerdicts: {_counts(counts_of(ran))}")
    if len(ran) < len(rows):
        print(f"{len(rows) - len(ran)} of {len(rows)} rows need cells that were not run here.")


def _print_figure(figure: PaperFigure) -> None:
    table = Table(title=figure.title, title_justify="left", expand=False)
    # Words may break, numbers may not.
    for name, is_text in _FIGURE_COLUMNS:
        table.add_column(name, no_wrap=not is_text, justify="left" if is_text else "right")
    for row in figure.rows:
        if row.verdict != "not_computed":
            table.add_row(*_figure_row(row))
    if any(row.agreement is not None and row.verdict != "not_computed" for row in figure.rows):
        table.caption = f"{AGREES}: {SENTENCE[0].lower()}{SENTENCE[1:]}"
        table.caption_justify = "left"
    Console(width=None if sys.stdout.isatty() else 200).print(table)


_FIGURE_COLUMNS: Final = (
    ("", True),
    ("what, where", True),
    ("published", True),
    ("ours (95 % interval)", False),
    ("difference", False),
    ("tolerance", False),
    ("verdict", False),
)


def _figure_row(row: PaperRow) -> list[str]:
    return [
        row.id,
        f"{row.what}; {row.arm}, {row.setting}",
        row.published.text,
        _estimate(row.estimate, row.shown) + ("" if row.agreement is None else f" {AGREES}"),
        ABSENT if row.difference is None else difference_text(row.difference, row.shown),
        ABSENT if row.tolerance is None else row.tolerance.text,
        WORDS[row.verdict],
    ]


def difference_text(value: float, shown: Shown) -> str:
    """A difference with its sign; of percentages in points."""
    digits = f"{value * shown.factor:+.{shown.digits}f}"
    return f"{digits} {shown_difference(shown).unit}".rstrip()


def _estimate(estimate: PaperEstimate | None, shown: Shown) -> str:
    return ABSENT if estimate is None else estimate_text(estimate, shown)


def _print_readings(table: ReadingTable) -> None:
    rows = [
        [
            column.name + (" (oracle)" if column.is_oracle else ""),
            str(column.counts.within),
            str(column.counts.outside),
            str(column.counts.cannot_tell),
            ABSENT if column.distance is None else f"{column.distance:.2f}",
            *(_reading_cell(table, index, claim_id) for claim_id in _SHOWN_CLAIMS),
        ]
        for index, column in enumerate(table.columns)
    ]
    header = ["reading", "within", "outside", "inconclusive", "distance", *_SHOWN_NAMES]
    print_table(
        f"Which reading fits: {table.title}",
        header,
        rows,
        "Distance: root mean square of difference over half of the tolerance; all numbers are in "
        "--json",
    )


# The numbers that a line has room for; both arms have one name.
_SHOWN_CLAIMS: Final = ("3a-ratio", "3b-mean", "3c-max", "4a-mean", "5-use")
_SHOWN_NAMES: Final = ("ratio", "over buffers", "at most over RTTs", "Jain", "use")


def _reading_cell(table: ReadingTable, index: int, claim_id: str) -> str:
    # A claim has a row for each arm, and a cell there only in the arm's own columns.
    for row in table.rows:
        cell = row.cells[index]
        if cell is not None and row.claim_id.rpartition("-")[0] == claim_id:
            return shown_text(cell.estimate.mean, row.shown)
    return ABSENT


def _print_mechanism(mechanism: Mechanism) -> None:
    print_table(
        "Mechanism, as measured",
        ["", *mechanism.arms],
        [
            [
                row.what,
                *(
                    ABSENT if item is None else shown_text(item.mean, row.shown)
                    for item in row.estimates
                ),
            ]
            for row in mechanism.rows
        ],
    )
    _print_notes(mechanism.explanations)


def _print_notes(notes: list[Note]) -> None:
    for item in notes:
        print(f"{item.title}\n  {plain_text(item.text)}")


def _print_other(other: OtherReproduction) -> None:
    print_table(
        other.title,
        ["", "theirs", "ours (95 % interval)"],
        [[item.what, item.theirs, _estimate(item.ours, item.shown)] for item in other.findings],
    )


def _counts(counts: VerdictCounts) -> str:
    numbers = counts.model_dump()
    named = {name.replace("_", " "): number for name, number in numbers.items() if number > 0}
    return ", ".join(f"{number} {name}" for name, number in named.items()) or "none"
