"""Name that algorithm: draws, what may be seen, marks."""

import hashlib
import hmac
import json
from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from lab_model.classroom import LabFile, Template, load_templates
from lab_model.classroom.game import (
    VISIBLE_SERIES,
    class_table,
    draw,
    score,
    seed_of,
    unfit_guess,
    visible_names,
)
from lab_model.classroom.lab_file import GameStep, for_students
from lab_model.classroom.problems import problems_of_lab
from lab_model.classroom.templates import LabEffect
from lab_model.metrics import FLOW_SERIES, LINK_SERIES

FLOWS = [
    {"label": "known", "rtt_s": 0.02, "algorithm": {"name": "cubic"}},
    {"label": "far", "rtt_s": 0.04, "algorithm": {"name": "newreno"}},
    {"label": "near", "rtt_s": 0.02, "algorithm": {"name": "newreno"}},
]
SCENARIO = {
    "version": 1,
    "duration_s": 10,
    "bottleneck": {"rate_bps": 10_000_000},
    "flows": FLOWS,
}
GAME = {
    "id": "game",
    "kind": "game",
    "title": "Who is it?",
    "minutes": 5,
    "points": 10,
    "scenario": SCENARIO,
    "seed": 7,
    "hidden": ["far", "near"],
    "candidates": ["newreno", "cubic", "bbr1"],
    "rounds": 4,
}
SECRET = bytes(range(32))


def game(**changes: Any) -> GameStep:
    return GameStep.model_validate(GAME | changes, strict=False)


def secrets(count: int) -> list[bytes]:
    return [hashlib.sha256(str(number).encode()).digest() for number in range(count)]


def drawn(step: GameStep, secret: bytes) -> list[str]:
    return [draw(step, secret, index).algorithm for index in range(step.rounds)]


def test_a_draw_is_the_documented_hash() -> None:
    expected = []
    for index in range(4):
        digest = hmac.new(SECRET, f"game/{index}".encode(), "sha256").hexdigest()
        expected.append(GAME["candidates"][int(digest, 16) % 3])
    assert drawn(game(), SECRET) == expected


def test_every_candidate_is_as_likely_in_every_round_whatever_came_before() -> None:
    sequences = [drawn(game(), secret) for secret in secrets(750)]
    for index in range(4):
        counts = Counter(sequence[index] for sequence in sequences)
        # Six standard deviations of a binomial count of 750 with probability 1/3.
        assert all(abs(counts[name] - 250) < 78 for name in GAME["candidates"])
    repeated = sum(sequence[0] == sequence[1] for sequence in sequences)
    assert abs(repeated - 250) < 78


def test_another_step_has_other_draws() -> None:
    other = game(id="other")
    assert any(drawn(game(), secret) != drawn(other, secret) for secret in secrets(20))


def test_a_round_hides_its_algorithm_in_the_hidden_flows_only() -> None:
    for index in range(4):
        found = draw(game(), SECRET, index)
        names = [group.algorithm.name for group in found.scenario.flows]
        assert names == ["cubic", found.algorithm, found.algorithm]


def test_seeds_are_drawn_from_the_secret_and_differ_by_round_step_and_seed() -> None:
    seeds = [
        seed_of(step, secret, index)
        for step in (game(), game(id="other"), game(seed=8))
        for secret in (SECRET, bytes(16))
        for index in range(4)
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**53 for seed in seeds)
    digest = hmac.new(SECRET, b"game/0/seed/7", "sha256").hexdigest()
    assert seeds[0] == int(digest, 16) % 2**53


def test_a_short_secret_and_a_missing_round_are_refused() -> None:
    with pytest.raises(ValueError, match="the secret has 15 bytes; it must have 16"):
        draw(game(), bytes(15), 0)
    for index in (-1, 4):
        with pytest.raises(IndexError):
            draw(game(), SECRET, index)


@pytest.mark.parametrize(
    ("index", "guess", "place"),
    [(0, "bbr1", None), (4, "bbr1", "round"), (True, "bbr1", "round"), (0, "bbr2", "guess")],
)
def test_a_guess_names_a_candidate_of_a_round(index: Any, guess: str, place: str | None) -> None:
    unfit = unfit_guess(game(), index, guess)
    assert (None if unfit is None else unfit.place) == place


def test_points_are_the_part_of_the_rounds_that_is_right() -> None:
    right = dict(enumerate(drawn(game(), SECRET)))
    wrong = next(name for name in GAME["candidates"] if name != right[0])
    assert score(game(), SECRET, {}).points == 0
    assert score(game(), SECRET, right).points == 10
    found = score(game(), SECRET, {0: wrong, 1: right[1]})
    assert (found.right_count, found.answered_count, found.points) == (1, 2, 2.5)


def test_the_class_table_counts_what_was_taken_for_what() -> None:
    step = game()
    attempts = [(secret, {0: "bbr1"}) for secret in secrets(30)]
    table = class_table(step, attempts)
    hidden = Counter(draw(step, secret, 0).algorithm for secret, _ in attempts)
    for name in GAME["candidates"]:
        assert table[name] == {"newreno": 0, "cubic": 0, "bbr1": hidden[name]}


def test_throughput_and_queue_are_all_that_is_seen() -> None:
    assert visible_names("flow", list(FLOW_SERIES)) == ["throughput_bps"]
    assert visible_names("link", list(LINK_SERIES)) == ["queue_bytes"]
    assert set(VISIBLE_SERIES) == {"flow", "link"}


def lab(step: dict[str, Any]) -> dict[str, Any]:
    return {"version": 1, "title": "Lab", "summary": "", "goals": ["See"], "steps": [step]}


@pytest.mark.parametrize(
    ("changes", "path", "reason"),
    [
        ({"candidates": ["cubic", "tahoe"]}, "steps.0.candidates.1", "must be one of 'newreno'"),
        ({"candidates": ["cubic", "cubic"]}, "steps.0.candidates.1", "unlike the other candidates"),
        ({"candidates": ["cubic"]}, "steps.0.candidates", "at least 2"),
        ({"hidden": ["moon"]}, "steps.0.hidden.0", "must be a flow of the scenario, once: known"),
        ({"hidden": ["far", "far"]}, "steps.0.hidden.1", "must be a flow of the scenario, once"),
        ({"hidden": []}, "steps.0.hidden", "at least 1"),
        ({"rounds": 0}, "steps.0.rounds", "at least 1"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_at_its_place(
    changes: dict[str, Any], path: str, reason: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        LabFile.model_validate(lab(GAME | changes))
    found = {each.path: each.message for each in problems_of_lab(refused.value)}
    assert list(found) == [path]
    assert reason in found[path]


def test_students_get_the_candidates_and_the_file_knows_no_draw() -> None:
    template = next(each for each in load_templates() if each.id == "name-that-algorithm")
    shown = {step["id"]: step for step in for_students(template.lab)["steps"]}
    assert shown["alone"]["candidates"] == ["newreno", "cubic", "scalable", "bbr1", "bbr2"]
    # Every round is hidden behind one and the same placeholder.
    names = [flow["algorithm"]["name"] for flow in shown["pair"]["scenario"]["flows"]]
    assert names == ["newreno", "newreno"]
    assert "BBRv2 2%" not in json.dumps(shown)


# What an effect promises of an interval.


def effect(**bounds: float) -> LabEffect:
    fields = {"says": "Ratio", "about": "run", "measured": "throughput_ratio", **bounds}
    return LabEffect.model_validate(fields, strict=False)


@pytest.mark.parametrize(
    ("bounds", "interval", "holds"),
    [
        ({"above": 1}, (1.1, 1.5), True),
        ({"above": 1}, (0.9, 1.5), False),
        ({"below": 2}, (1.1, 2.1), False),
        ({"above": 1, "below": 2}, (1.1, 1.9), True),
        ({"contains": 1}, (0.5, 2.8), True),
        ({"contains": 1}, (1.1, 1.9), False),
        ({"contains": 1, "above": 0.6}, (0.5, 2.8), False),
    ],
)
def test_an_interval_keeps_every_bound(
    bounds: dict[str, float], interval: tuple[float, float], holds: bool
) -> None:
    assert effect(**bounds).holds(*interval) is holds


def test_a_promise_says_every_bound() -> None:
    assert effect(above=0.5, below=3, contains=1).promise == "above 0.5 and below 3 and contains 1"


def test_an_effect_without_a_bound_is_refused() -> None:
    first = load_templates()[0]
    fields = first.model_dump(mode="json")
    fields["effects"][0] |= {"above": None, "below": None}
    with pytest.raises(ValidationError, match="must have 'above', 'below' or 'contains'"):
        Template.model_validate(fields, strict=False)
