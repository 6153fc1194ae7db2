"""The table of `validate`: on the screen, as JSON, as CSV, and in short in research/results.md."""

import csv
import io
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.output_file import write_text
from lab_cli.kit.tables import ABSENT, print_table
from lab_exec import behaviour_version, core_version
from lab_model.algorithms.registry import registry
from lab_model.experiments.statistics import Estimate
from lab_research.marked_page import markdown_table, write_between
from lab_research.places import DATA, RESULTS_PAGE
from lab_research.validate.expectations import KnownDifferences, Row
from lab_research.validate.verdicts import Outcome

PAGE_PATH: Final = RESULTS_PAGE
TABLE_PATH: Final = DATA / "validation.csv"
BEGIN: Final = "<!-- Made by ./lab validate --write; do not edit from here. -->\n"
END: Final = "<!-- To here. -->\n"
COLUMNS: Final = (
    *("row", "what", "expectation", "passes_within", "measured", "seed_count", "verdict"),
    *("source", "reason"),
)
VERDICTS: Final = ("pass", "known difference", "fail", "information")
OTHERS: Final = "other algorithms, traffic and paths"
_KERNELS: Final = "real kernels, measured"
_QUEUES: Final = "queue disciplines"
SUBJECTS: Final = {
    **dict.fromkeys(("linux", "host", "uml"), _KERNELS),
    "single": "one flow alone",
    "pair": "two flows",
    "response": "response functions",
    "draft": "examples of drafts",
    **dict.fromkeys((queue.name.partition("_")[0] for queue in registry().queues), _QUEUES),
}
"""Subjects by the first word of a row's name; all else is `OTHERS`."""


def print_outcomes(outcomes: list[Outcome]) -> None:
    """All rows, none left out."""
    rows = [
        [item.row.id, bounds_text(item.row), measured_text(item.measured), item.verdict]
        for item in outcomes
    ]
    header = ["row", "passes within", "measured", "verdict"]
    print_table("Validation", header, rows, f"{counts_text(outcomes)}; core {core_version()}")


def counts_text(outcomes: list[Outcome]) -> str:
    """How many rows have each verdict."""
    counts = Counter(item.verdict for item in outcomes)
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())


def bounds_text(row: Row) -> str:
    """The interval that passes."""
    if row.minimum is None and row.maximum is None:
        return ABSENT
    if row.minimum is None:
        return f"at most {row.maximum:.4g}"
    if row.maximum is None:
        return f"at least {row.minimum:.4g}"
    return f"{row.minimum:.4g} to {row.maximum:.4g}"


def measured_text(value: Estimate) -> str:
    """Mean and half of the 95 % Student-t interval over the seeds."""
    if math.isnan(value.mean):
        return ABSENT
    interval = "" if math.isnan(value.half_width) else f" ± {value.half_width:.2g}"
    return f"{value.mean:.4g}{interval}"


def write_json(path: Path, outcomes: list[Outcome], known: KnownDifferences) -> None:
    """Everything, also what the table has no room for."""
    content = {
        "core_version": core_version(),
        "behaviour_version": behaviour_version(),
        "rows": [_json_row(item, known) for item in outcomes],
    }
    write_text(path, json.dumps(content, indent=1, allow_nan=False) + "\n")


def _json_row(item: Outcome, known: KnownDifferences) -> dict[str, Any]:
    row, value = item.row, item.measured
    numbers = {
        "mean": value.mean,
        "half_width": value.half_width,
        "minimum": value.minimum,
        "maximum": value.maximum,
    }
    return {
        "id": row.id,
        "what": row.what,
        "metric": row.metric,
        "expectation": row.expectation,
        "minimum": row.minimum,
        "maximum": row.maximum,
        "source": row.source,
        "seed_count": value.count,
        "measured": {
            name: None if math.isnan(number) else number for name, number in numbers.items()
        },
        "verdict": item.verdict,
        "explanation": known.rows.get(row.id) if item.verdict == "known difference" else None,
    }


def write_rows(page: Path, table: Path, outcomes: list[Outcome], known: KnownDifferences) -> None:
    """All rows as a CSV file, and between the two marks of the page what a reader wants of them;
    the text around it is written by hand.
    """
    write_text(table, csv_text(outcomes, known))
    write_between(page, (BEGIN, END), markdown(outcomes, known), "the rows")


def csv_text(outcomes: list[Outcome], known: KnownDifferences) -> str:
    """Every row with its bounds, its source and, of a known difference, the reason."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in outcomes:
        row = item.row
        reason = known.rows[row.id] if item.verdict == "known difference" else ""
        cells = [row.id, row.what, row.expectation, bounds_text(row), measured_text(item.measured)]
        writer.writerow([*cells, item.measured.count, item.verdict, row.source, reason])
    return text.getvalue()


def markdown(outcomes: list[Outcome], known: KnownDifferences) -> str:
    """How many rows have which verdict, and the rows that miss with their explanations."""
    header = ("rows about", *VERDICTS)
    counts = Counter((_subject(item.row.id), item.verdict) for item in outcomes)
    rows = [
        [subject, *(str(counts[subject, verdict] or "-") for verdict in VERDICTS)]
        for subject in dict.fromkeys([*SUBJECTS.values(), OTHERS])
        if any(counts[subject, verdict] for verdict in VERDICTS)
    ]
    missed = [
        [f"`{item.row.id}`", item.row.what, bounds_text(item.row), measured_text(item.measured)]
        for item in outcomes
        if item.verdict == "fail"
    ]
    reasons: dict[str, list[Outcome]] = {}
    for item in outcomes:
        if item.verdict == "known difference":
            reasons.setdefault(known.rows[item.row.id], []).append(item)
    lines = [
        f"\nCore `{core_version()}`: {counts_text(outcomes)}.\n",
        markdown_table(header, rows),
        "The rows that fail:\n",
        markdown_table(("row", "what", "passes within", "measured"), missed, align="-"),
        "The known differences:\n",
        *(
            f"- {', '.join(_with_numbers(item) for item in items)}: {reason}"
            for reason, items in reasons.items()
        ),
    ]
    return "\n".join(lines) + "\n\n"


def _with_numbers(item: Outcome) -> str:
    """The row with its bounds and what was measured."""
    bounds, measured = bounds_text(item.row), measured_text(item.measured)
    return f"`{item.row.id}` ({bounds}; measured {measured})"


def _subject(row_id: str) -> str:
    """What a row is about, by the first word of its name."""
    return SUBJECTS.get(row_id.partition("-")[0], OTHERS)
