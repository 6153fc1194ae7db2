"""A comparison as files for pull requests and build servers: Markdown and JUnit XML."""

from typing import Any
from xml.etree import ElementTree as ET

from lab_cli.check.report import HEADER, Titles, capital, how, hull_word, interval, rows, summary
from lab_model.evaluation.change import Change


def markdown_report(change: Change, titles: Titles) -> str:
    """A table that a pull request shows."""
    lines = [
        f"### From {_cell(titles[0])} to {_cell(titles[1])}",
        "",
        f"{capital(summary(change))}.",
    ]
    found = rows(change)
    if found:
        lines += ["", _line(HEADER), _line(["---"] * len(HEADER)), *map(_line, found)]
    return "\n".join([*lines, "", how(change), ""])


def _line(cells: Any) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("_", "\\_")


def junit_report(change: Change, titles: Titles) -> str:
    """Each number is a test: it fails where it got worse, and is skipped where nothing is known."""
    suite = ET.Element(
        "testsuite",
        name=f"From {titles[0]} to {titles[1]}",
        tests=str(len(change.numbers) + len(change.cases) + len(change.hulls)),
        failures=str(len(change.having("worse")) + len(change.cases_having("worse"))),
        skipped=str(len(change.having("untested"))),
        errors="0",
        time="0",
    )
    for number in change.numbers:
        test = ET.SubElement(
            suite, "testcase", classname=number.situation_id, name=number.name, time="0"
        )
        text = f"before {interval(number.before, number)}, after {interval(number.after, number)}"
        if number.outcome == "worse":
            ET.SubElement(test, "failure", message=f"{number.label} got worse").text = text
        elif number.outcome == "untested":
            ET.SubElement(test, "skipped", message="too few numbers")
        else:
            ET.SubElement(test, "system-out").text = f"{number.outcome}: {text}"
    for case in change.cases:
        test = ET.SubElement(suite, "testcase", classname="bbr3-draft", name=case.id, time="0")
        text = "; ".join(
            f"{when} it {found.verdict}: {found.measured}"
            for when, found in (("before", case.before), ("after", case.after))
        )
        if case.outcome == "worse":
            message = f"case {case.number}, {case.title}, fails now"
            ET.SubElement(test, "failure", message=message).text = text
        else:
            ET.SubElement(test, "system-out").text = f"{case.outcome}: {text}"
    for each in change.hulls:
        name = f"{each.situation}, {each.name}"
        test = ET.SubElement(suite, "testcase", classname="hulls", name=name, time="0")
        text = f"before {each.before:g}, after {each.after:g}: {hull_word(each)}"
        ET.SubElement(test, "system-out").text = text
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
