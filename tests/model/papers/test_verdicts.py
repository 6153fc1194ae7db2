"""Estimates over seeds and the verdict on a claim."""

import numpy as np
import pytest

from lab_model.papers.claims import Claim, PublishedValue, Quantity, Selection
from lab_model.papers.measured import Library
from lab_model.papers.schemas.numbers import PaperEstimate, Shown, Verdict
from lab_model.papers.verdicts import bounds_text, estimate_of, estimate_text, row_of, verdict_of

PERCENT = Shown(factor=100, unit="%", digits=1)


def estimate(low: float | None, high: float | None) -> PaperEstimate:
    return PaperEstimate(mean=1.0, low=low, high=high, seed_count=5, average="arithmetic")


@pytest.mark.parametrize(
    ("low", "high", "minimum", "maximum", "verdict"),
    [
        (0.9, 1.1, 0.8, 1.2, "within"),
        (0.9, 1.1, 0.9, 1.1, "within"),
        (0.9, 1.1, 1.0, 1.2, "cannot_tell"),
        (0.9, 1.1, 1.2, 1.4, "outside"),
        (0.9, 1.1, None, 0.8, "outside"),
        (0.9, 1.1, 0.0, None, "within"),
        # Wider than the tolerance on both sides.
        (0.5, 1.5, 0.9, 1.1, "cannot_tell"),
        (None, None, 0.0, 2.0, "cannot_tell"),
    ],
)
def test_the_interval_decides(
    low: float | None,
    high: float | None,
    minimum: float | None,
    maximum: float | None,
    verdict: Verdict,
) -> None:
    assert verdict_of(estimate(low, high), minimum, maximum) == verdict


def test_without_an_estimate_there_is_no_verdict() -> None:
    assert verdict_of(None, 0, 1) == "not_computed"


def test_ratios_are_averaged_by_their_logarithms() -> None:
    found = estimate_of(np.array([0.5, 2.0]), "geometric", is_part=False)
    assert found is not None
    assert found.mean == pytest.approx(1)
    # Student's t with one degree of freedom: 12.706 standard errors of ln 2.
    assert found.high == pytest.approx(np.exp(12.7062 * np.log(2)), rel=1e-4)


def test_the_interval_of_a_part_ends_at_one() -> None:
    found = estimate_of(np.array([0.9, 1.0]), "arithmetic", is_part=True)
    assert found is not None
    assert found.low == pytest.approx(0.3147, abs=1e-3)
    assert found.high == 1


def test_one_seed_has_no_interval() -> None:
    found = estimate_of(np.array([0.9]), "arithmetic", is_part=True)
    assert found is not None
    assert (found.low, found.high, found.seed_count) == (None, None, 1)


def test_a_row_says_what_the_verdict_rests_on(library: Library) -> None:
    part = Selection(
        experiment="made-up",
        metric="throughput_ratio",
        cells={"Algorithm": ["FaiRTT"], "Buffer": [4]},
        across="mean",
    )
    claim = Claim(
        id="1",
        figure="1",
        setting="",
        what="Ratio",
        arm="FaiRTT",
        published=PublishedValue(text="1.5", value=1.5),
        quantity=Quantity(parts=[part], combine="only"),
        minimum=1.4,
        maximum=1.6,
        tolerance_reason="a test",
    )
    row = row_of(claim, library)
    assert row.verdict == "outside"
    assert row.difference == pytest.approx(-0.5)
    assert row.cells[0].cell_indices == [5]
    assert row.verdict_text == (
        "The 95 % interval of 2 seeds, 1.00 to 1.00, lies outside the tolerance, 1.40 to 1.60."
    )


def test_numbers_are_written_as_they_are_shown() -> None:
    assert bounds_text(0.1, 0.25, PERCENT) == "10.0 to 25.0 %"
    assert bounds_text(None, 0.25, PERCENT) == "at most 25.0 %"
    assert bounds_text(-0.0001, None, PERCENT) == "at least 0.0 %"
    assert estimate_text(estimate(0.9, 1.1), PERCENT) == "100.0 % (90.0 to 110.0)"
