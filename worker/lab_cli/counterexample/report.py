"""The report of a situation that was found: as sentences, as a document, and as a page."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, Final

from lab_cli.kit.curves import (
    Panel,
    figure,
    key,
    page,
    panel_of,
    queue_panel,
    series_of,
    throughputs,
)
from lab_cli.kit.opened_link import opened_link
from lab_exec import Chunk, behaviour_version
from lab_exec.counterexample import Question, situation_of
from lab_model.english.numbers import count_of
from lab_model.evaluation.evaluated import STAND_IN
from lab_model.evaluation.goals import verdict
from lab_model.evaluation.search import CONFIRMING_SEEDS, Confirmed, Found
from lab_model.evaluation.space import Candidate
from lab_model.scenarios import Scenario

Json = dict[str, Any]

SITE: Final = "http://127.0.0.1:8080"
"""Any lab opens the link: what it means stands behind the `#`."""


def document(question: Question, found: Found, threshold: float, seed: int) -> Json:
    """All that was found, as JSON."""
    said: Json = {
        "goal": question.goal,
        "threshold": threshold,
        "algorithms": {"A": question.first, "B": question.second},
        "titles": {"A": question.title(question.first), "B": question.title(question.second)},
        "behaviour_version": behaviour_version(),
        "search_seed": seed,
        "tried_count": found.tried_count,
        "run_count": found.run_count,
        "is_found": found.best is not None and found.best.is_confirmed,
        "situation": None,
    }
    if question.after is not None:
        said["algorithms"]["A_after"] = question.after
        said["titles"]["A_after"] = question.title(question.after)
    if found.best is not None:
        said["situation"] = _situation(question, found.best)
    return said


def _situation(question: Question, best: Confirmed) -> Json:
    is_after = question.after is not None
    linked = question.plain_scenario(best.candidate, is_after=is_after)
    if linked is None:
        raise AssertionError("A situation that was measured is valid")
    return situation_of(question, best) | {
        "link": opened_link(linked, CONFIRMING_SEEDS[0]),
        "linked_stand_in": STAND_IN if question.modules else None,
    }


def print_report(said: Json) -> None:
    """The document in words."""
    print(f"{who(said)}. {_counted(said)}.")
    print(verdict(said))
    situation = said["situation"]
    if situation is None:
        return
    for setting in situation["settings"]:
        print(f"  {setting['setting']}: {setting['value']} (plain: {setting['plain']})")
    for chain in situation["why"]:
        print(f"Why, {chain['flow']}:")
        for sentence in chain["sentences"]:
            print(f"  {sentence}")
    stand_in = situation["linked_stand_in"]
    place = f" ({stand_in} stands in the place of the module there)" if stand_in else ""
    print(f"Open it{place}: {situation['link']}")


def _counted(said: Json) -> str:
    situations = count_of(said["tried_count"], "situation")
    return f"{situations}, {count_of(said['run_count'], 'run')}"


def who(said: Json) -> str:
    """Which algorithms A and B are."""
    names = said["titles"]
    if "A_after" in names:
        return f"A is {names['A']} before and {names['A_after']} after, B is {names['B']}"
    return f"A is {names['A']}, B is {names['B']}"


def html_report(said: Json, question: Question, found: Found) -> str:
    """The document as a page: with curves of the first of the fresh seeds."""
    situation, names = said["situation"], said["titles"]
    is_change = "A_after" in names
    what = "What differs" if is_change else "What goes badly"
    of = f"and {names['A_after']}" if is_change else f"beside {names['B']}"
    title = f"{what if said['is_found'] else 'Nothing confirmed'}: {names['A']} {of}"
    head = [f"{who(said)}.", *verdict(said).splitlines()]
    body = "".join(f"<p>{escape(line)}</p>" for line in head)
    if situation is None or found.best is None:
        return page(title, "", body)
    rows = "".join(
        f"<tr><th scope='row'>{escape(each['setting'])}</th><td>{escape(str(each['value']))}</td>"
        f"<td>{escape(str(each['plain']))}</td></tr>"
        for each in situation["settings"]
    )
    heads = "".join(f"<th scope='col'>{name}</th>" for name in ("setting", "here", "plain"))
    if rows:
        body += f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    seed = situation["seeds"][0]
    lines, panels = _drawn(question, found.best.candidate, seed)
    shown = [f"{line}, {names[line]}" if line in names else line for line in lines]
    body += f"<p>With seed {seed}: {key(shown)}</p>"
    body += f"<div class='panels'>{''.join(map(figure, panels))}</div>"
    for chain in situation["why"]:
        sentences = "".join(f"<li>{escape(each)}</li>" for each in chain["sentences"])
        body += f"<h2>Why, {escape(chain['flow'])}</h2><ol>{sentences}</ol>"
    stand_in = situation["linked_stand_in"]
    place = f", with {stand_in} in the place of the module" if stand_in else ""
    link = f"<a href='{escape(situation['link'])}'>Open it in a lab</a>"
    return page(title, "", f"{body}<p>{link}{escape(place)}.</p>")


def _drawn(question: Question, candidate: Candidate, seed: int) -> tuple[list[str], list[Panel]]:
    """Names of the lines, and the throughputs of A and B with the queue; of a change before and
    after.
    """
    sides = [False, True] if question.after is not None else [False]
    runs = []
    for is_after in sides:
        scenario = question.scenario(candidate, is_after=is_after)
        if scenario is None:
            raise AssertionError("A situation that was measured is valid")
        run = partial(_recorded, question, scenario, seed)
        runs.append((scenario, series_of(run)))
    scenario = runs[0][0]
    flows = [throughputs(each, series) for each, series in runs]
    if question.after is None:
        lines = ["A", "B"]
        panels = [
            panel_of("Throughput", "Mbit/s", scenario, dict(zip(lines, flows[0], strict=True))),
            queue_panel(scenario, {"": runs[0][1]}),
        ]
        return lines, panels
    lines = ["before", "after"]
    panels = [
        panel_of(f"Throughput, {name}", "Mbit/s", scenario, dict(zip(lines, pair, strict=True)))
        for name, pair in zip(("A", "B"), zip(*flows, strict=True), strict=True)
    ]
    both = dict(zip(lines, (series for _, series in runs), strict=True))
    return lines, [*panels, queue_panel(scenario, both)]


def _recorded(
    question: Question, scenario: Scenario, seed: int, take: Callable[[Chunk], object]
) -> None:
    question.run(scenario, seed, series=True, on_chunk=take)
