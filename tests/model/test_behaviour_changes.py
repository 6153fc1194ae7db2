"""What a later behaviour of the core leaves alone."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from lab_cli.kit.behaviour_history import HISTORY_PATH, read_history
from lab_model.algorithms import algorithm_names
from lab_model.behaviour import PATH_REORDERS, holds_under, newest_behaviour, traits_of
from lab_model.scenarios import validate_scenario
from lab_research.behaviour.changes import changes_text
from tests.support.scenarios import scenario
from tools.paths import PROJECT_ROOT

STORED: Path = PROJECT_ROOT / "backend/lab_model/behaviour_changes.json"


def test_the_file_is_what_the_history_of_the_core_says() -> None:
    assert STORED.read_text(encoding="utf-8") == changes_text(), "run: ./lab generate"


@pytest.mark.parametrize("name", [*algorithm_names(), PATH_REORDERS])
def test_every_pair_of_behaviours_agrees_with_the_history(name: str) -> None:
    history = read_history(HISTORY_PATH)
    for made in range(1, history.version + 1):
        assert holds_under(made, history.version, [name]) == history.leaves_alone(made, [name])


def test_no_algorithm_is_called_as_a_trait_of_paths() -> None:
    assert PATH_REORDERS not in algorithm_names()


@pytest.mark.parametrize(
    ("link", "reorders"),
    [
        ({}, False),
        ({"jitter_s": 0.01}, False),
        ({"jitter_reorders": True}, False),
        ({"jitter_s": 0.01, "jitter_reorders": True}, True),
        ({"delay_s": 0.01, "delay_schedule": [{"at_s": 1, "delay_s": 0.02}]}, False),
        ({"delay_s": 0.01, "delay_schedule": [{"at_s": 1, "delay_s": 0.009}]}, True),
        ({"delay_schedule": [{"at_s": 1, "delay_s": 0.02}, {"at_s": 2, "delay_s": 0.01}]}, True),
    ],
)
def test_a_path_reorders_where_a_packet_can_overtake(link: dict[str, Any], reorders: bool) -> None:
    first = validate_scenario(_on(link))
    more = scenario(1.0)
    second = validate_scenario({**more, "links": [{**more["bottleneck"], "id": "more", **link}]})
    for item in (first, second):
        assert traits_of(item) == {"newreno", *([PATH_REORDERS] if reorders else [])}


def test_traits_of_several_scenarios_are_those_of_any() -> None:
    other = _on({"jitter_s": 0.01, "jitter_reorders": True})
    other["flows"][0]["algorithm"]["name"] = "bbr2"
    both = traits_of(validate_scenario(scenario(1.0)), validate_scenario(other))
    assert both == {"newreno", "bbr2", PATH_REORDERS}


def _on(link: dict[str, Any]) -> dict[str, Any]:
    plain = scenario(1.0)
    return {**plain, "bottleneck": {**plain["bottleneck"], "delay_s": 0.0, **link}}


def test_behaviour_7_left_alone_what_does_not_reorder() -> None:
    """Only runs whose path reorders changed, whatever their algorithm."""
    for name in algorithm_names():
        assert holds_under(6, 7, [name])
        assert not holds_under(6, 7, [name, PATH_REORDERS])


def test_the_order_of_two_behaviours_does_not_matter() -> None:
    versions = range(1, newest_behaviour() + 1)
    for made, now in product(versions, versions):
        assert holds_under(made, now, ["bbr2"]) == holds_under(now, made, ["bbr2"])


def test_nothing_holds_under_a_behaviour_that_this_release_does_not_know() -> None:
    newest = newest_behaviour()
    assert holds_under(newest, newest, ["bbr2"])
    assert not holds_under(newest, newest + 1, ["bbr2"])
    assert not holds_under(0, newest, ["bbr2"])
