"""One number per seed from the cells that a claim names."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from lab_model.papers.claims import Across, Combine, Quantity, Selection
from lab_model.papers.fairtt_constants import fairtt_constants
from lab_model.papers.measured import Library
from lab_model.papers.quantities import (
    ALL_METRICS,
    Context,
    NotComputedError,
    average_of,
    cells_of,
    evaluate,
)
from lab_model.papers.verdicts import estimate_of

from .conftest import RATIOS, measured


def selection(
    across: Across = "mean", metric: str = "throughput_ratio", **cells: list[str | float]
) -> Selection:
    threshold = 1.5 if across == "share_above" else None
    return Selection(
        experiment="made-up", metric=metric, cells=cells, across=across, threshold=threshold
    )


def quantity(*parts: Selection, combine: Combine = "only") -> Quantity:
    return Quantity(parts=list(parts), combine=combine)


@pytest.mark.parametrize(
    ("across", "expected"),
    [
        # A ratio's by logarithms, as over seeds: of 2, 1, 3 and of 8, 4, 3.
        ("mean", [6 ** (1 / 3), 96 ** (1 / 3)]),
        ("spread", [2.0, 5.0]),
        ("share_above", [2 / 3, 1.0]),
        # Geometric means over the seeds: 4, 2 and 3.
        ("lowest", [1.0, 4.0]),
        ("highest", [2.0, 8.0]),
    ],
)
def test_cells_are_taken_together(library: Library, across: Across, expected: list[float]) -> None:
    found = evaluate(quantity(selection(across, Algorithm=["BBRv2"])), library)
    assert_allclose(found.values, expected)


def test_the_lowest_cell_is_the_only_one_that_is_named(library: Library) -> None:
    found = evaluate(quantity(selection("lowest", Algorithm=["BBRv2"])), library)
    assert [item.cell_indices for item in found.cells] == [[1]]


@pytest.mark.parametrize(
    ("combine", "expected", "average"),
    [
        ("difference", [1.0, 6.0], "arithmetic"),
        ("quotient", [2.0, 4.0], "geometric"),
        ("relative_difference", [1.0, 3.0], "arithmetic"),
        ("mean", [2**0.5, 4.0], "geometric"),
    ],
)
def test_parts_are_combined_seed_by_seed(
    library: Library, combine: Combine, expected: list[float], average: str
) -> None:
    parts = (
        selection(Algorithm=["BBRv2"], Buffer=[1]),
        selection(Algorithm=["FaiRTT"], Buffer=[1]),
    )
    found = evaluate(quantity(*parts, combine=combine), library)
    assert_allclose(found.values, expected)
    assert found.average == average


def test_points_are_named_or_given_by_value(library: Library) -> None:
    experiment = library["made-up"]
    assert cells_of(experiment, {"Algorithm": ["FaiRTT"], "Buffer": ["4 BDP"]}) == [5]
    assert cells_of(experiment, {"Buffer": [2, 4]}) == [1, 2, 4, 5]
    with pytest.raises(ValueError, match="axis Buffer has no point 3"):
        cells_of(experiment, {"Buffer": [3]})
    with pytest.raises(ValueError, match="there is no axis Loss"):
        cells_of(experiment, {"Loss": [0]})


def test_a_context_reads_the_claim_in_other_terms(library: Library) -> None:
    context = Context(
        experiments={"paper": ("made-up", {"Buffer": [2]})}, arms={"Proposal": "FaiRTT"}
    )
    part = Selection(
        experiment="paper",
        metric="throughput_ratio",
        cells={"Algorithm": ["Proposal"]},
        across="mean",
    )
    assert_allclose(evaluate(quantity(part), library, context).values, RATIOS[4])


def test_derived_numbers_know_the_scenario(library: Library) -> None:
    queue = evaluate(quantity(selection(metric="mean_queue_bdp", Buffer=[2])), library)
    assert_allclose(queue.values, 0.01 / 0.02)
    part = evaluate(quantity(selection(metric="queue_of_buffer_ratio", Buffer=[2])), library)
    # 33 whole packets in place of 33.3.
    assert_allclose(part.values, 0.01 / 0.04 * 50_000 / 49_500)
    # Group 1 has the lower RTT and STDR is of group 0: the short one is ahead.
    advantage = evaluate(quantity(selection(metric="short_advantage_stdr")), library)
    assert_allclose(advantage.values, 0.5)


def test_a_missing_unit_is_not_averaged_over() -> None:
    ratios = RATIOS.copy()
    ratios[2, 1] = np.nan
    library = {"made-up": measured(ratios)}
    with pytest.raises(NotComputedError):
        evaluate(quantity(selection(Algorithm=["BBRv2"])), library)
    known = evaluate(quantity(selection(Algorithm=["FaiRTT"])), library)
    assert_allclose(known.values, [2 ** (1 / 3), 4 ** (1 / 3)])


@pytest.mark.parametrize("name", sorted(ALL_METRICS))
def test_every_metric_is_averaged_over_cells_as_over_seeds(name: str) -> None:
    metric = ALL_METRICS[name]
    numbers = np.array([[0.5, 0.25], [2.0, 4.0]])
    expected = 1.0 if metric.is_ratio else numbers.mean(axis=0)
    assert_allclose(average_of(numbers, metric.average, axis=0), expected)
    over_seeds = estimate_of(numbers[:, 0], metric.average, is_part=False)
    assert over_seeds is not None
    assert_allclose(over_seeds.mean, average_of(numbers, metric.average, axis=0)[0])


def test_a_row_says_how_its_conditions_are_averaged(library: Library) -> None:
    several = evaluate(quantity(selection(Algorithm=["BBRv2"])), library)
    assert several.definition.endswith("; geometric mean over 3 conditions")
    index = evaluate(quantity(selection(metric="mean_queue_bdp", Buffer=[2])), library)
    assert index.definition.endswith("; arithmetic mean over 2 conditions")
    alone = evaluate(quantity(selection(Algorithm=["BBRv2"], Buffer=[1])), library)
    assert "mean over" not in alone.definition


def test_an_experiment_that_was_not_computed_is_said_to_be() -> None:
    with pytest.raises(NotComputedError):
        evaluate(quantity(selection()), {})


# The FaiRTT paper's constants, held against the registry and the main case.


ROOT = Path(__file__).parents[3]


def test_table_one_is_what_runs_here() -> None:
    table = {item.what: item for item in fairtt_constants() if item.place == "Table I"}
    assert {name: item.ours for name, item in table.items()} == {
        "Balance factor beta": "0.8",
        "Discount factor gamma": "0.99",
    }
    assert all(item.agrees for item in table.values())


def test_what_differs_is_named() -> None:
    differing = [item.what for item in fairtt_constants() if not item.agrees]
    assert differing == [
        "Window gain in Startup",
        "In flight",
        "Window",
        "RTT of the elephant",
        "RTT of the mouse",
        "Repetitions",
    ]


def test_the_code_that_is_named_has_its_equations() -> None:
    source = (ROOT / "sim-core/src/cc/fairtt/fairtt.cpp").read_text()
    for words in ("Algorithm 1", "equation 5", "Equation 6", "equation 7"):
        assert words.lower() in source.lower()
