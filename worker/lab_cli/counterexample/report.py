"""What is said of a situation that was found: in words, and as a document."""

from typing import Any, Final

from lab_cli.counterexample.goals import GOALS
from lab_cli.counterexample.measure import CHANGE, Question
from lab_cli.counterexample.search import CONFIRMING_SEEDS, Confirmed, Found
from lab_cli.kit.evaluation import STAND_IN
from lab_cli.kit.explained import explained_run
from lab_cli.kit.opened_link import opened_link
from lab_exec import behaviour_version
from lab_model.english.numbers import short
from lab_model.evaluation.space import PLAIN, SETTINGS, differing
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
    scenario = question.scenario(best.candidate, is_after=is_after)
    linked = question.plain_scenario(best.candidate, is_after=is_after)
    if scenario is None or linked is None:
        raise AssertionError("A situation that was measured is valid")
    low, mean, high = best.interval
    return {
        "settings": [
            {
                "setting": SETTINGS[index].title,
                "value": SETTINGS[index].values[best.candidate[index]],
                "plain": SETTINGS[index].values[PLAIN[index]],
            }
            for index in differing(best.candidate)
        ],
        "seeds": list(CONFIRMING_SEEDS),
        "values": list(best.values),
        "mean": mean,
        "interval": [low, high],
        "is_confirmed": best.is_confirmed,
        "scenario": scenario.model_dump(mode="json", exclude_defaults=True),
        "link": opened_link(linked, CONFIRMING_SEEDS[0]),
        "linked_stand_in": STAND_IN if linked != scenario else None,
        # A module does not say what set its window, so there is no chain of causes.
        "why": [] if linked != scenario else _why(scenario),
    }


def _why(scenario: Scenario) -> list[Json]:
    """The chains of the first flow of each group, with the first of the confirming seeds."""
    explained = explained_run(scenario, CONFIRMING_SEEDS[0])
    groups: dict[int, int] = {}
    for index, flow in enumerate(explained.result["flows"]):
        groups.setdefault(flow["group_index"], index)
    return [
        {
            "flow": explained.chains[index].name,
            "sentences": [link.sentence for link in explained.chains[index].links],
        }
        for index in groups.values()
        if index in explained.chains
    ]


def print_report(said: Json) -> None:
    """The document in words."""
    names = said["titles"]
    who = f"A is {names['A']}, B is {names['B']}"
    if "A_after" in names:
        who = f"A is {names['A']} before and {names['A_after']} after, B is {names['B']}"
    print(f"{who}. {said['tried_count']} situations, {said['run_count']} runs.")
    situation = said["situation"]
    if situation is None:
        print(f"Nothing reached the threshold of {said['threshold']:g} with one seed.")
        return
    if not situation["is_confirmed"]:
        print(f"No situation was confirmed beyond {said['threshold']:g}. The nearest to it:")
    _print_situation(said["goal"], situation)


def _print_situation(goal: str, situation: Json) -> None:
    low, high = situation["interval"]
    seed_count = len(situation["seeds"])
    value = (
        f"{short(situation['mean'])} ({short(low)} to {short(high)}, 95%, {seed_count} fresh seeds)"
    )
    if goal == CHANGE:
        print(f"Before and after differ by a factor of {value}.")
    else:
        chosen = GOALS[goal]
        print(f"{chosen.title[0].upper()}{chosen.title[1:]}: {value} {chosen.unit}.")
    if not situation["settings"]:
        print("In the plain situation, with no setting changed.")
    for setting in situation["settings"]:
        print(f"  {setting['setting']}: {setting['value']} (plain: {setting['plain']})")
    for chain in situation["why"]:
        print(f"Why, {chain['flow']}:")
        for sentence in chain["sentences"]:
            print(f"  {sentence}")
    stand_in = situation["linked_stand_in"]
    place = f" ({stand_in} stands in the place of the module there)" if stand_in else ""
    print(f"Open it{place}: {situation['link']}")
