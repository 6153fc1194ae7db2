"""The table of `validate`: on the screen, as JSON and in docs/validation.md."""

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any, Final

import lab_cli
from lab_cli.kit.marked_page import write_between
from lab_cli.kit.output_file import write_text
from lab_cli.kit.statistics import Estimate
from lab_cli.kit.tables import ABSENT, print_table
from lab_cli.validate.expectations import KnownDifferences, Row
from lab_cli.validate.verdicts import Outcome
from lab_exec import behaviour_version, core_version

PAGE_PATH: Final = Path(lab_cli.__file__).parents[2] / "docs" / "validation.md"
BEGIN: Final = "<!-- Made by ./lab validate --write; do not edit from here. -->\n"
END: Final = "<!-- To here. -->\n"


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


def write_page(path: Path, outcomes: list[Outcome], known: KnownDifferences) -> None:
    """Renews the table between the two marks of the page; the text around it is written by hand."""
    write_between(path, (BEGIN, END), markdown(outcomes, known), "the rows")


def markdown(outcomes: list[Outcome], known: KnownDifferences) -> str:
    """The full table, then the explanations of the known differences in it."""
    lines = [
        f"\nCore `{core_version()}`: {counts_text(outcomes)}.\n",
        "| row | what | expectation | passes within | measured | seeds | verdict | source |",
        "| --- | --- | --- | --- | ---: | ---: | --- | --- |",
    ]
    for item in outcomes:
        row = item.row
        cells = [row.id, row.what, row.expectation, bounds_text(row), measured_text(item.measured)]
        cells += [str(item.measured.count), _emphasised(item.verdict), row.source]
        lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
    explained = [item.row.id for item in outcomes if item.verdict == "known difference"]
    lines += ["", *(f"- `{name}`: {known.rows[name]}" for name in explained), ""]
    return "\n".join(lines) + "\n"


def _emphasised(verdict: str) -> str:
    return f"**{verdict}**" if verdict == "fail" else verdict
