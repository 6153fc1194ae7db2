"""A claim on several conditions is judged in each of them."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from lab_model.papers.claims import Claim, Covers, PublishedValue, Quantity, Selection, Tally
from lab_model.papers.measured import Library, Measured, linked
from lab_model.papers.quantities import Context, evaluate
from lab_model.papers.schemas.numbers import Verdict
from lab_model.papers.strata import conditions_of
from lab_model.papers.undecided import seeds_needed
from lab_model.papers.verdicts import judge, row_of, verdict_of_all

from .conftest import measured

# Cell, seed: BBRv2 at 1, 2, 4 BDP, then FaiRTT. Narrow everywhere, and no two conditions equal.
NARROW = np.array(
    [[2.0, 2.01], [1.0, 1.01], [1.0, 1.010001], [1.0, 1.01], [1.0, 1.01], [1.0, 1.01]]
)


def part(arm: str = "BBRv2", **cells: list[str | float]) -> Selection:
    return Selection(
        experiment="made-up",
        metric="throughput_ratio",
        cells={"Algorithm": [arm], **cells},
        across="mean",
    )


def claim(
    *parts: Selection,
    minimum: float | None = None,
    maximum: float | None = None,
    covers: Covers = "each",
    tally: Tally | None = None,
) -> Claim:
    return Claim(
        id="1",
        figure="1",
        setting="",
        what="Ratio",
        arm="BBRv2",
        published=PublishedValue(text="1", value=None),
        quantity=Quantity(parts=list(parts), combine="only" if len(parts) == 1 else "quotient"),
        minimum=minimum,
        maximum=maximum,
        tolerance_reason="a test",
        covers=covers,
        covers_reason="it is a mean" if covers == "average" else None,
        tally=tally,
    )


def narrow() -> Library:
    return {"made-up": measured(NARROW)}


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["within", "within"], "within"),
        (["within", "outside"], "mixed"),
        (["within", "cannot_tell"], "mixed"),
        (["cannot_tell", "outside"], "outside"),
        (["cannot_tell", "cannot_tell"], "cannot_tell"),
        (["within", "not_computed"], "not_computed"),
        ([], "not_computed"),
    ],
)
def test_within_needs_every_condition(verdicts: list[Verdict], expected: Verdict) -> None:
    assert verdict_of_all(verdicts) == expected


def test_an_average_does_not_carry_a_condition_that_disagrees() -> None:
    # The geometric mean of some 2, 1 and 1 is 1.27: within, and no cell is.
    judged = judge(claim(part(), minimum=1.2, maximum=1.5), narrow())
    assert judged.estimate is not None
    assert judged.estimate.mean == pytest.approx(1.27, abs=0.01)
    assert judged.verdict == "outside"
    assert judged.strata is not None
    assert [item.label for item in judged.strata.items] == ["1 BDP", "2 BDP", "4 BDP"]
    assert judge(claim(part(), minimum=1.2), narrow()).verdict == "mixed"


def test_equal_runs_are_one_condition() -> None:
    """As 10 and 100 BDP are where the buffer is never full."""
    runs = NARROW.copy()
    runs[2] = runs[1]
    strata = judge(claim(part(), minimum=0.9, maximum=1.5), {"made-up": measured(runs)}).strata
    assert strata is not None
    assert [item.label for item in strata.items] == ["1 BDP", "2 BDP and 4 BDP (equal runs)"]
    assert [item.verdict for item in strata.items] == ["outside", "within"]
    runs[0] = runs[1]
    alone = judge(claim(part(), minimum=0.9, maximum=1.5), {"made-up": measured(runs)})
    assert (alone.strata, alone.verdict) == (None, "within")


def test_a_condition_alone_is_mixed() -> None:
    row = row_of(claim(part(), minimum=0.9, maximum=1.5), narrow())
    assert row.verdict == "mixed"
    assert row.verdict_text == (
        "Of 3 conditions, 2 are within the tolerance and 1 is outside; the tolerance is "
        "0.90 to 1.50."
    )


def test_what_is_an_average_in_the_paper_is_judged_as_one() -> None:
    row = row_of(claim(part(), minimum=1.2, maximum=1.5, covers="average"), narrow())
    assert row.verdict == "within"
    assert row.strata is not None
    assert not row.strata.decides
    assert "cell by cell none of 3 cells is within" in row.verdict_text


def test_conditions_of_a_comparison_are_pairs() -> None:
    both = Quantity(parts=[part("FaiRTT"), part("BBRv2")], combine="quotient")
    found = conditions_of(both, narrow(), Context())
    assert found is not None
    assert (found.axes, [item.label for item in found.items]) == (
        ["Buffer"],
        ["1 BDP", "2 BDP", "4 BDP"],
    )
    values = [evaluate(item.quantity, narrow()).values[0] for item in found.items]
    assert_allclose(values, [0.5, 1, 1])
    # Different points on both sides: each with each, so "the best" beats every other.
    best = Quantity(parts=[part(Buffer=[1, 4]), part(Buffer=[2])], combine="difference")
    found = conditions_of(best, narrow(), Context())
    assert found is not None
    assert [item.label for item in found.items] == ["1 BDP against 2 BDP", "4 BDP against 2 BDP"]


def test_one_cell_and_extremes_have_no_conditions() -> None:
    assert (
        conditions_of(Quantity(parts=[part(Buffer=[1])], combine="only"), narrow(), Context())
        is None
    )
    lowest = part().model_copy(update={"across": "lowest"})
    assert conditions_of(Quantity(parts=[lowest], combine="only"), narrow(), Context()) is None


def test_too_few_seeds_and_a_narrow_interval_on_a_bound_are_distinguished(library: Library) -> None:
    few = judge(claim(part(Buffer=[1]), minimum=2.0, maximum=5.0), library)
    assert (few.verdict, few.cause) == ("cannot_tell", "few_seeds")
    narrow_one = judge(claim(part(Buffer=[1]), maximum=2.0), {"made-up": on_bound()})
    assert (narrow_one.verdict, narrow_one.cause) == ("cannot_tell", "on_bound")


def on_bound() -> Measured:
    ratios = NARROW.copy()
    ratios[0] = [1.999, 2.002]
    return measured(ratios)


def test_the_seeds_that_would_tell_do_tell() -> None:
    rng = np.random.default_rng(1)
    values = 1 + 0.5 * rng.standard_normal(8)
    found = evaluate(Quantity(parts=[part(Buffer=[1])], combine="only"), narrow())
    found = replace(found, values=values, average="arithmetic")
    mean, deviation = float(values.mean()), float(values.std(ddof=1))
    count = seeds_needed(found, mean - 0.1, None)
    assert count is not None

    def half_width(number: int) -> float:
        return float(stats.t.ppf(0.975, number - 1)) * deviation / math.sqrt(number)

    assert half_width(count) < 0.1 <= half_width(count - 1)
    assert seeds_needed(found, mean, None) is None


def test_row_takes_as_many_seeds_as_its_worst_condition_would() -> None:
    wide = np.array([[1.0, 1.2, 1.1], [1.0, 1.9, 1.3], [1.0, 1.9, 1.301], *[[1.0, 1.01, 1.02]] * 3])
    library = {"made-up": measured(wide)}
    needs = {
        buffer: judge(claim(part(Buffer=[buffer]), maximum=1.15), library).seeds_needed
        for buffer in (1, 2, 4)
    }
    undecided = row_of(claim(part(), maximum=1.15), library)
    assert undecided.verdict == "cannot_tell"
    assert undecided.seeds_needed == max(needs.values(), key=lambda count: count or 0)
    assert row_of(claim(part(), maximum=3), library).seeds_needed is None


def test_seeds_are_counted_beside_one_another(library: Library) -> None:
    # FaiRTT over BBRv2 at 1 BDP: 1 / 2 and 2 / 8.
    tally = Tally(side="below", value=1, what="nearer")
    row = row_of(
        claim(part("FaiRTT", Buffer=[1]), part(Buffer=[1]), maximum=1, tally=tally), library
    )
    assert row.tally is not None
    assert (row.tally.count, row.tally.seed_count) == (2, 2)
    assert row.tally.probability == pytest.approx(stats.binomtest(2, 2).pvalue)


def test_the_part_of_the_variance_that_an_axis_explains() -> None:
    # Over (arm, buffer) with one seed: the buffer makes 3 and 1 of it, the arm nothing.
    ratios = np.array([[1.0], [2.0], [3.0], [1.0], [2.0], [3.0]])
    library = {"made-up": replace(measured(np.hstack([ratios, ratios])))}

    def explained(axis: str) -> float:
        selection = Selection(
            experiment="made-up",
            metric="throughput_ratio",
            cells={},
            across="explained_by",
            axis=axis,
        )
        quantity = Quantity(parts=[selection], combine="only")
        return float(evaluate(quantity, library).values[0])

    assert explained("Buffer") == pytest.approx(1)
    assert explained("Algorithm") == pytest.approx(0)


def test_one_scenario_has_one_value_wherever_it_is_asked_for() -> None:
    few = measured()
    more_values = np.full((6, 3, len(few.names)), 5.0)
    more = replace(
        few, seeds=[1, 2, 3], values=more_values, is_known=np.ones((6, 3), dtype=np.bool_)
    )
    both = linked({"made-up": few, "longer": more})
    found = evaluate(Quantity(parts=[part(Buffer=[1])], combine="only"), both)
    assert_allclose(found.values, [5, 5, 5])
    # Who follows the link finds the number.
    assert found.cells[0].experiment_key == "longer"


def test_what_was_read_off_series_does_not_hide_a_run_with_more_seeds() -> None:
    few = measured()
    many = np.ones((6, 4), dtype=np.bool_)
    # Of the same scenarios: other numbers with more seeds, and the same ones with yet more.
    series = replace(
        few, names=("phases",), seeds=[1, 2, 3], values=np.ones((6, 3, 1)), is_known=many[:, :3]
    )
    more_values = np.full((6, 4, len(few.names)), 5.0)
    more = replace(few, seeds=[1, 2, 3, 4], values=more_values, is_known=many)
    every = linked({"made-up": few, "a-series": series, "longer": more})
    found = evaluate(Quantity(parts=[part(Buffer=[1])], combine="only"), every)
    assert_allclose(found.values, [5, 5, 5, 5])
