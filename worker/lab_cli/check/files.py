"""A comparison as files: Markdown, JUnit XML, and one page of HTML."""

from html import escape
from typing import Any, Final
from xml.etree import ElementTree as ET

from lab_cli.check.words import HEADER, how, interval, outcome_word, rows, summary
from lab_cli.kit.opened_link import opened_link
from lab_model.evaluation import load_situations
from lab_model.evaluation.change import Change, ChangedNumber, ChangeEstimate

Titles = tuple[str, str]


def markdown_report(change: Change, titles: Titles) -> str:
    """A table that a pull request shows."""
    lines = [
        f"### From {_cell(titles[0])} to {_cell(titles[1])}",
        "",
        f"{_capital(summary(change))}.",
    ]
    found = rows(change)
    if found:
        lines += ["", _line(HEADER), _line(["---"] * len(HEADER)), *map(_line, found)]
    return "\n".join([*lines, "", how(change), ""])


def _line(cells: Any) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("_", "\\_")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def junit_report(change: Change, titles: Titles) -> str:
    """Each number is a test: it fails where it got worse, and is skipped where nothing is known."""
    suite = ET.Element(
        "testsuite",
        name=f"From {titles[0]} to {titles[1]}",
        tests=str(len(change.numbers)),
        failures=str(len(change.having("worse"))),
        skipped=str(len(change.having("untested"))),
        errors="0",
    )
    for number in change.numbers:
        test = ET.SubElement(suite, "testcase", classname=number.situation_id, name=number.name)
        text = f"before {interval(number.before, number)}, after {interval(number.after, number)}"
        if number.outcome == "worse":
            ET.SubElement(test, "failure", message=f"{number.label} got worse").text = text
        elif number.outcome == "untested":
            ET.SubElement(test, "skipped", message="too few numbers")
        else:
            ET.SubElement(test, "system-out").text = f"{number.outcome}: {text}"
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


_STYLE: Final = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .7rem; text-align: left; border-bottom: 1px solid #8888; }
.worse { color: light-dark(#a3262b, #ff9d9d); } .better { color: light-dark(#17693a, #86d9a5); }
svg { display: block; } .scroll { overflow-x: auto; }
"""


def html_page(change: Change, titles: Titles, linked: dict[str, Any], linked_as: str) -> str:
    """Everything in one file: no script, nothing loaded from elsewhere.

    Links open situations with the algorithm `linked`, which the page calls `linked_as`.
    """
    listed = [*change.having("worse"), *change.having("better"), *change.having("changed")]
    links = {
        situation.id: opened_link(situation.scenario_with(linked), change.seeds[0])
        for situation in load_situations()
    }
    body = "\n".join(_html_row(number, links[number.situation_id]) for number in listed)
    heads = ("situation", "number", "before and after, with 95% intervals", "change", "outcome")
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    title = escape(f"From {titles[0]} to {titles[1]}")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>'
        f"<h1>{title}</h1><p>{escape(_capital(summary(change)))}.</p>"
        f"{_scrolled(table) if listed else ''}"
        f"<p>{escape(how(change))} A situation's link opens it with {escape(linked_as)} in any lab "
        f"that runs at the address in it.</p></body></html>\n"
    )


def _scrolled(table: str) -> str:
    return f'<div class="scroll">{table}</div>'


def _html_row(number: ChangedNumber, link: str) -> str:
    relative = "" if number.relative_change is None else f"{number.relative_change:+.1%}"
    unit = f", {number.display_unit}" if number.display_unit else ""
    outcome = outcome_word(number)
    return (
        f'<tr><td><a href="{escape(link)}">{escape(number.situation)}</a></td>'
        f"<td>{escape(number.label + unit)}</td><td>{_picture(number)}</td><td>{relative}</td>"
        f'<td class="{outcome}">{outcome}</td></tr>'
    )


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
