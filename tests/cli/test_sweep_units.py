"""The pieces of a sweep: what is missing, how it is cut, how long it takes."""

import pytest

from lab_cli.kit.progress import Pace, time_left_text
from lab_exec.experiments.units import (
    MAX_UNITS_PER_MESSAGE,
    MESSAGE_S,
    Outcome,
    Unit,
    compute,
    into_messages,
    missing_units,
    sweep_pool,
)
from lab_model.experiments import read_experiment
from tests.cli.conftest import SMALL


def test_the_most_expensive_units_come_first_and_known_ones_not_at_all() -> None:
    durations = {"path": "duration_s", "values": {"kind": "list", "values": [1, 3, 2]}}
    definition = {
        "base": SMALL,
        "axes": [{"moves": [durations]}],
        "replications": {"count": 2, "first_seed": 7},
    }
    expansion = read_experiment(definition)
    known = {(expansion.work[1].scenario_digest, 8)}
    units = missing_units(expansion, known)
    assert [(unit.cell_index, unit.seed) for unit in units] == [
        (1, 7),
        (2, 7),
        (2, 8),
        (0, 7),
        (0, 8),
    ]


def test_small_units_travel_together_and_large_ones_alone() -> None:
    large = [Unit(0, seed, 10_000_000) for seed in range(3)]
    small = [Unit(1, seed, 1_000) for seed in range(1_000)]
    messages = list(into_messages([*large, *small]))
    assert [unit for message in messages for unit in message] == [*large, *small]
    assert messages[:3] == [[unit] for unit in large]
    for message in messages[3:]:
        assert len(message) <= MAX_UNITS_PER_MESSAGE
        assert sum(unit.expected_s for unit in message) <= MESSAGE_S
    assert len(messages) < 15


def test_the_time_left_comes_from_the_pace_since_the_first_piece() -> None:
    pace = Pace(100.0)
    # The processes took nine seconds to start: that is no pace.
    assert pace.seconds_left(9.0, 10.0) is None
    assert pace.seconds_left(10.0, 10.0) is None
    assert pace.seconds_left(13.0, 20.0) == pytest.approx(4.0 * 60.0 / 30.0)
    assert pace.seconds_left(19.0, 60.0) == 0.0


def test_processes_load_once_for_all_rounds_of_a_sweep() -> None:
    expansion = read_experiment({"base": SMALL, "axes": [], "replications": {"count": 6}})
    units = missing_units(expansion, set())
    outcomes: list[Outcome] = []
    with sweep_pool(expansion) as pool:
        for start in (0, 2, 4):
            assert compute(expansion, units[start : start + 2], 1, outcomes.append, pool)
    assert [len(outcome.costs) for outcome in outcomes] == [2, 2, 2]
    assert len({outcome.process_id for outcome in outcomes}) == 1
    assert all(outcome.loading_cpu_s > 0 for outcome in outcomes)


@pytest.mark.parametrize(
    ("left_s", "text"),
    [
        (None, ""),
        (3.6, "about 4 s left"),
        (200.0, "about 3 min left"),
        (9000.0, "about 2.5 h left"),
    ],
)
def test_the_time_left_is_said_roughly(left_s: float | None, text: str) -> None:
    assert time_left_text(left_s) == text
