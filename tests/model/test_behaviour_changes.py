"""What a later behaviour of the core leaves alone."""

from itertools import product
from pathlib import Path

import pytest

from lab_cli.behaviour.changes import changes_text
from lab_cli.kit.behaviour_history import HISTORY_PATH, read_history
from lab_model.algorithms import algorithm_names
from lab_model.behaviour import holds_under, newest_behaviour
from tools.paths import PROJECT_ROOT

STORED: Path = PROJECT_ROOT / "backend/lab_model/behaviour_changes.json"


def test_the_file_is_what_the_history_of_the_core_says() -> None:
    assert STORED.read_text(encoding="utf-8") == changes_text(), "run: ./lab generate"


@pytest.mark.parametrize("name", algorithm_names())
def test_every_pair_of_behaviours_agrees_with_the_history(name: str) -> None:
    history = read_history(HISTORY_PATH)
    for made in range(1, history.version + 1):
        assert holds_under(made, history.version, [name]) == history.leaves_alone(made, [name])


def test_the_order_of_two_behaviours_does_not_matter() -> None:
    versions = range(1, newest_behaviour() + 1)
    for made, now in product(versions, versions):
        assert holds_under(made, now, ["bbr2"]) == holds_under(now, made, ["bbr2"])


def test_nothing_holds_under_a_behaviour_that_this_release_does_not_know() -> None:
    newest = newest_behaviour()
    assert holds_under(newest, newest, ["bbr2"])
    assert not holds_under(newest, newest + 1, ["bbr2"])
    assert not holds_under(0, newest, ["bbr2"])
