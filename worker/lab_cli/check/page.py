"""A comparison as one page of HTML: no script, nothing loaded from elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from lab_cli.check.curves import Drawn
from lab_cli.check.report import (
    SHOWN,
    Titles,
    capital,
    case_title,
    how,
    hull_cells,
    hull_word,
    interval,
    outcome_word,
    summary,
)
from lab_cli.kit.curves import figure, key, page
from lab_model.evaluation.change import (
    Change,
    ChangedCase,
    ChangedNumber,
    ChangeEstimate,
    HullChange,
)

_STYLE: Final = """
.worse { color: light-dark(#a3262b, #ff9d9d); } .better { color: light-dark(#17693a, #86d9a5); }
"""
_KEY: Final = key(("before", "after"))


@dataclass(frozen=True)
class Opened:
    """How a situation is opened and its packets are written, before or after."""

    link: str
    option: str | None
    """For `./lab sim`, so that it runs a module; "": the link says it all; None: it cannot run the
    module in the right flows alone."""


Links = Mapping[str, tuple[Opened, Opened]]
"""By id of the situation: before and after."""


def html_page(
    change: Change, titles: Titles, links: Links, drawn: Sequence[Drawn], note: str
) -> str:
    """The table of differences, and a section with curves for each of the `drawn` situations.
    `note` says what the links open.
    """
    shown = {item.situation.id for item in drawn}
    body = ""
    for outcome in SHOWN:
        for number in change.having(outcome):
            body += _row(number, links[number.situation_id], shown)
        body += "".join(map(_case_row, change.cases_having(outcome)))
    body += "".join(map(_hull_row, change.hulls))
    heads = ("situation", "number", "before and after, with 95% intervals", "change", "outcome")
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    sections = "\n".join(
        _section(item, links[item.situation.id], change.seeds[0]) for item in drawn
    )
    return page(
        f"From {titles[0]} to {titles[1]}",
        _STYLE,
        f"<p>{escape(capital(summary(change)))}.</p>{_scrolled(table) if body else ''}"
        f"<p>{escape(how(change))} {escape(note)}</p>{sections}",
    )


def _scrolled(table: str) -> str:
    return f'<div class="scroll">{table}</div>'


def _row(number: ChangedNumber, opened: tuple[Opened, Opened], shown: set[str]) -> str:
    relative = "" if number.relative_change is None else f"{number.relative_change:+.1%}"
    unit = f", {number.display_unit}" if number.display_unit else ""
    outcome = outcome_word(number)
    link = f"#{number.situation_id}" if number.situation_id in shown else opened[1].link
    return (
        f'<tr><td><a href="{escape(link)}">{escape(number.situation)}</a></td>'
        f"<td>{escape(number.label + unit)}</td><td>{_picture(number)}</td><td>{relative}</td>"
        f'<td class="{outcome}">{outcome}</td></tr>'
    )


def _case_row(case: ChangedCase) -> str:
    outcomes = "<br>".join(
        f"{when} it {found.verdict}: {escape(found.measured)}"
        for when, found in (("before", case.before), ("after", case.after))
    )
    outcome = outcome_word(case)
    return (
        f"<tr><td>{case_title(case)}</td><td>{escape(case.title)}</td><td>{outcomes}</td><td></td>"
        f'<td class="{outcome}">{outcome}</td></tr>'
    )


def _hull_row(each: HullChange) -> str:
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in hull_cells(each))
    return f"<tr>{cells}<td>{escape(hull_word(each))}</td></tr>"


def _picture(number: ChangedNumber) -> str:
    """Both means with their intervals on one axis, and the numbers beside them."""
    ends = [
        value
        for found in (number.before, number.after)
        for value in (found.mean, found.low, found.high)
        if value is not None
    ]
    least, most = min(ends), max(ends)
    span = (most - least) or 1.0
    parts = []
    for position, (name, found) in enumerate((("before", number.before), ("after", number.after))):
        text = f"{name} {interval(found, number)}"
        y = 12 + 20 * position
        parts.append(_bar(found, y, least, span))
        parts.append(f'<text x="176" y="{y + 4}" font-size="12" fill="currentColor">{text}</text>')
    label = f"before {interval(number.before, number)}, after {interval(number.after, number)}"
    head = f'<svg width="420" height="46" role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(parts)}</svg>"


def _bar(found: ChangeEstimate, y: int, least: float, span: float) -> str:
    if found.mean is None:
        return ""

    def x(value: float) -> float:
        return round(10 + 150 * (value - least) / span, 1)

    low, high = (found.mean if end is None else end for end in (found.low, found.high))
    return (
        f'<line x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}" stroke="currentColor"/>'
        f'<circle cx="{x(found.mean)}" cy="{y}" r="4" fill="currentColor"/>'
    )


# ---- A situation with its curves ----------------------------------------------------------------


def _section(drawn: Drawn, opened: tuple[Opened, Opened], seed: int) -> str:
    item = drawn.situation
    report = f' <a href="{escape(item.report)}">The report</a>.' if item.report is not None else ""
    panels = "".join(map(figure, drawn.panels))
    return (
        f'<section id="{item.id}"><h2>{escape(item.title)}</h2>'
        f"<p>{escape(item.sentence)}{report} With seed {seed}: {_KEY}</p>"
        f'<div class="panels">{panels}</div>{_first_event(drawn)}'
        f'<p>Open it <a href="{escape(opened[0].link)}">before</a> or '
        f'<a href="{escape(opened[1].link)}">after</a>.</p>'
        f"{_packets(drawn, opened, seed)}</section>"
    )


def _first_event(drawn: Drawn) -> str:
    if drawn.first_difference is None:
        return "<p>No packet of this seed differs among those that were compared.</p>"
    before, after = map(escape, drawn.first_difference)
    return f"<p>The first event that differs. Before: {before}. After: {after}.</p>"


def _packets(drawn: Drawn, opened: tuple[Opened, Opened], seed: int) -> str:
    """The commands that write every packet around the first difference."""
    if drawn.first_s is None or any(side.option is None for side in opened):
        return ""
    window = f"{max(0.0, drawn.first_s - 0.1):.3f} {drawn.first_s + 0.1:.3f}"
    lines = "\n".join(
        f"./lab sim '{side.link}' --seed {seed}{side.option} --packets {window} {name}.csv"
        for name, side in zip(("before", "after"), opened, strict=True)
    )
    return (
        "<details><summary>Commands that write the packets around it</summary>"
        f"<pre>{escape(lines)}</pre></details>"
    )
