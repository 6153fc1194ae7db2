"""Seeds that agree too well."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lab_exec import run_scenario
from lab_model.experiments.agreement import (
    SENTENCE,
    agreeing_cells,
    hardly_differ,
    numbers_compared,
    seeds_agree,
)
from lab_model.experiments.numbers import numbers_of
from lab_model.papers.measured import shipped_library
from lab_model.papers.schemas.numbers import CellReference
from lab_model.papers.verdicts import agreement_of
from lab_model.scenarios import validate_scenario

NONE = float("nan")
SEEDS = (1, 2, 3)
LONE: dict[str, Any] = {"rtt_s": 0.155, "algorithm": {"name": "cubic"}, "ecn": "classic"}


@pytest.mark.parametrize(
    ("values", "is_so"),
    [
        ([14.22, 14.22, 14.22], True),
        ([14.220, 14.225, 14.230], True),
        ([14.2, 14.22, 14.24], False),
        ([14.22, 14.22], False),
        ([14.22, 14.22, NONE], False),
        ([0.0, 0.0, 0.0], False),
    ],
)
def test_a_tenth_of_a_per_cent_over_three_seeds(values: list[float], is_so: bool) -> None:
    assert hardly_differ(np.array([values])).tolist() == [is_so]
    assert seeds_agree([0.7] * 3, [values]) == is_so


def _agrees(utilisation: float, *groups: list[float]) -> bool:
    tables = [np.array([group]) for group in groups]
    found = bool(agreeing_cells(np.array([[utilisation] * 3]), tables)[0])
    # A page without a server has no arrays.
    assert seeds_agree([utilisation] * 3, groups) == found
    return found


def test_a_group_alone_on_a_full_link_gets_the_same_in_every_network() -> None:
    same, other = [5.0, 5.0, 5.0], [4.0, 5.0, 6.0]
    absent = [NONE] * 3
    assert _agrees(0.7, same)
    assert not _agrees(0.995, same)
    assert not _agrees(0.995, same, absent)
    assert _agrees(0.995, same, same)
    assert not _agrees(0.7, same, other)
    assert not _agrees(0.7, absent)
    assert not _agrees(0.7)


def _cell(**changes: Any) -> bool:
    """Whether the seeds of a real network agree."""
    data = {
        "duration_s": 180,
        "warmup_s": 40,
        "bottleneck": {
            "rate_bps": 20e6,
            "buffer": {"amount": 10_000, "unit": "packets"},
            "queue": {"kind": "codel", "ecn": True},
        },
        "flows": [LONE],
        **changes,
    }
    units = [
        numbers_of(run_scenario(validate_scenario(data), seed, series=False)) for seed in SEEDS
    ]
    names = numbers_compared(len(data["flows"]), list(units[0]))
    tables = [
        np.array([[np.nan if unit[name] is None else unit[name] for unit in units]], dtype=float)
        for name in names
    ]
    return bool(agreeing_cells(tables[0], tables[1:])[0])


def test_cubic_alone_through_codel_locks_its_phases() -> None:
    assert _cell()
    assert not _cell(flows=[{**LONE, "rtt_s": 0.157}])


def test_two_rivals_and_random_loss_do_not_agree() -> None:
    short: dict[str, Any] = {"duration_s": 12, "warmup_s": 2}
    assert not _cell(**short, flows=[LONE, {"rtt_s": 0.04, "algorithm": {"name": "bbr2"}}])
    lossy = {"rate_bps": 20e6, "loss": {"kind": "bernoulli", "probability": 0.001}}
    assert not _cell(**short, bottleneck=lossy)


def test_a_row_of_a_paper_says_in_how_many_of_its_cells_seeds_agree() -> None:
    measured = shipped_library()["fairtt-main"]
    cells = [CellReference(experiment_key="fairtt-main", cell_indices=[0, 1])]
    assert agreement_of(cells, {"fairtt-main": measured}) is None
    values = measured.values.copy()
    values[0] = values[0, :1]
    one = agreement_of(cells, {"fairtt-main": replace(measured, values=values, twins={})})
    assert one is not None
    assert (one.cell_count, one.of_count) == (1, 2)
    assert one.sentence.startswith("In 1 of its 2 cells the seeds hardly differ")
    values[1] = values[1, :1]
    both = agreement_of(cells, {"fairtt-main": replace(measured, values=values, twins={})})
    assert both is not None
    assert both.sentence == SENTENCE
