"""Tables in LaTeX with booktabs: a float with caption and label, or a longtable over pages.

The digits of a column align: all of its numbers have equally many decimals and stand to the right,
with the ends of an interval in columns of their own.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lab_model.exports.wording import tex_text

NOTHING: Final = "--"
MOST_ROWS_OF_A_PAGE: Final = 40
INTERVAL_COLUMNS: Final = r"r@{\,[}r@{,\,}r@{]\hspace{6pt}}"
"""Mean, low, high: brackets and comma are part of the columns."""
INTERVAL_WIDTH: Final = 3

_MOST_DECIMALS: Final = 6
_DIGITS_OF_WIDTH: Final = 2
"""Digits that are shown of half an interval, of one that three quarters are not narrower than."""
_DIGITS_ALONE: Final = 4
"""Digits of the largest number where no interval says how many are known."""
_MOST_HEADING: Final = 16
# A table wider than its column or page is scaled down: papers have one column or two.
_NARROWED: Final = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
_NOT_IN_LABELS: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Bounded:
    """A number with its 95 % interval, in the unit of the table."""

    mean: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Heading:
    """The heading of one or more columns of the table."""

    text: str
    columns: str = "r"
    width: int = 1


@dataclass(frozen=True)
class Table:
    """All of a table but its environment. Cells of `rows` are TeX already."""

    notes: Sequence[str]
    """Comments above it."""
    caption: str
    label: str
    headings: Sequence[Heading]
    rows: Sequence[Sequence[str] | str]
    """A text alone is a heading over the whole width."""
    foot: str | None = None


def table_text(table: Table, *, is_wide: bool = False) -> str:
    """The table. A long one is a longtable; a wide one spans both columns of a paper."""
    is_long = len(table.rows) > MOST_ROWS_OF_A_PAGE
    columns = "".join(heading.columns for heading in table.headings)
    caption = [rf"\caption{{{tex_text(table.caption)}}}", rf"\label{{{table.label}}}"]
    head = [r"\toprule", _head(table.headings), r"\midrule"]
    # Caption and label once: in a heading that is repeated they would count the table again.
    repeated = [r"\endfirsthead", *head, r"\endhead"] if is_long else []
    body = [
        *head,
        *repeated,
        *(_line(row, table.headings) for row in table.rows),
        *([r"\midrule", table.foot] if table.foot else []),
        r"\bottomrule",
    ]
    packages = "booktabs,longtable" if is_long else "booktabs,graphicx"
    # A longtable cannot be made narrower as a whole.
    size = r"\scriptsize" if is_long else r"\footnotesize"
    small = [size, rf"\setlength{{\tabcolsep}}{{{1.5 if is_long else 3}pt}}"] if is_wide else []
    if is_long:
        lines = [
            "{",
            *small,
            rf"\begin{{longtable}}{{{columns}}}",
            *caption[:1],
            caption[1] + r" \\",
            *body,
            r"\end{longtable}",
            "}",
        ]
    else:
        environment = "table*" if is_wide else "table"
        lines = [
            rf"\begin{{{environment}}}",
            r"\centering",
            *small,
            *caption,
            _NARROWED,
            rf"\begin{{tabular}}{{{columns}}}",
            *body,
            r"\end{tabular}}",
            rf"\end{{{environment}}}",
        ]
    comments = [f"% {' '.join(note.split())}" for note in table.notes]
    return "\n".join([*comments, rf"% \usepackage{{{packages}}}", *lines]) + "\n"


def label_of(*parts: str) -> str:
    """A label for references, made of letters, digits and hyphens."""
    words = (_NOT_IN_LABELS.sub("-", part.lower()).strip("-") for part in parts)
    return "tab:" + "-".join(word for word in words if word)


def decimals_of(numbers: Iterable[Bounded]) -> int:
    """Decimals of a column: two digits of its narrower intervals, or four of its largest number."""
    known = list(numbers)
    widths = sorted(
        (each.high - each.low) / 2
        for each in known
        if each.low is not None and each.high is not None and each.high > each.low
    )
    if widths:
        return _decimals(widths[len(widths) // 4], _DIGITS_OF_WIDTH)
    largest = max((abs(each.mean) for each in known if each.mean is not None), default=0.0)
    return _decimals(largest, _DIGITS_ALONE) if largest > 0 else 0


def interval_cells(number: Bounded, decimals: int, *, is_signed: bool = False) -> list[str]:
    """Mean, low and high for `INTERVAL_COLUMNS`; a dash for what there is not."""
    ends = (number.mean, number.low, number.high)
    return [number_text(value, decimals, is_signed=is_signed) for value in ends]


def number_text(value: float | None, decimals: int, *, is_signed: bool = False) -> str:
    """A number with that many decimals and TeX's minus."""
    if value is None or not math.isfinite(value):
        return NOTHING
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    elif is_signed and value > 0:
        text = f"+{text}"
    return f"$-${text[1:]}" if text.startswith("-") else text


def row_text(cells: Iterable[str]) -> str:
    """Cells and the end of a row."""
    text = " & ".join(cells)
    # After the end of a row TeX would take these for an option of it.
    return ("{}" if text.startswith(("[", "*")) else "") + text + r" \\"


def _decimals(size: float, digits: int) -> int:
    return min(_MOST_DECIMALS, max(0, digits - 1 - math.floor(math.log10(size))))


def _head(headings: Sequence[Heading]) -> str:
    cells = [
        _stacked(heading.text, f"[{heading.columns}]")
        if heading.width == 1
        else rf"\multicolumn{{{heading.width}}}{{c}}{{{_stacked(heading.text)}}}"
        for heading in headings
    ]
    return row_text(cells)


def _stacked(text: str, side: str = "") -> str:
    """The text in two lines if it is long: a heading wider than its columns would widen them."""
    words = text.split()
    if len(text) <= _MOST_HEADING or len(words) < 2:
        return tex_text(text)
    splits = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
    upper, lower = min(splits, key=lambda lines: max(map(len, lines)))
    return rf"\shortstack{side}{{{tex_text(upper)}\\{tex_text(lower)}}}"


def _line(row: Sequence[str] | str, headings: Sequence[Heading]) -> str:
    if not isinstance(row, str):
        return row_text(row)
    width = sum(heading.width for heading in headings)
    return rf"\multicolumn{{{width}}}{{l}}{{\emph{{{tex_text(row)}}}}} \\"
