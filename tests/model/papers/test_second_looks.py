"""What a row says where another test or another mean of its seeds reads differently."""

import numpy as np
import pytest

from lab_model.papers.catalog import read_paper
from lab_model.papers.claims import Claim, PublishedValue, Quantity, Selection, Tally
from lab_model.papers.measured import Library
from lab_model.papers.schemas.numbers import PaperRow
from lab_model.papers.verdicts import row_of
from tests.model.papers.conftest import measured


def claim(metric: str, *, value: float | None = None, tally: Tally | None = None) -> Claim:
    """A made-up claim on one cell of the made-up experiment."""
    part = Selection(
        experiment="made-up",
        metric=metric,
        cells={"Algorithm": ["BBRv2"], "Buffer": [1]},
        across="mean",
    )
    return Claim(
        id="1",
        figure="1",
        setting="",
        what="",
        arm="BBRv2",
        published=PublishedValue(text="", value=value),
        quantity=Quantity(parts=[part], combine="only"),
        minimum=1,
        maximum=5.5,
        tolerance_reason="a test",
        tally=tally,
        note="A note.",
    )


def row_with(ratios: list[float], made_up: Claim) -> PaperRow:
    """Its row where the seeds of the cell have these ratios."""
    table = np.ones((6, len(ratios)))
    table[0] = ratios
    return row_of(made_up, {"made-up": measured(table)})


def test_a_published_ratio_has_the_arithmetic_mean_beside_the_geometric(library: Library) -> None:
    row = row_of(claim("throughput_ratio", value=4.0), library)
    assert row.estimate is not None
    assert row.estimate.mean == pytest.approx(4)
    assert row.note is not None
    assert row.note.startswith("A note. Ratios are averaged by their logarithms here")
    # 2 and 8: 5 and, with one degree of freedom, 12.7062 times 3.
    assert "The arithmetic mean of the same seeds is 5.00 (-33.12 to 43.12)" in row.note
    assert row.note.endswith("and would be inconclusive.")


def test_the_verdict_of_the_other_mean_is_its_own() -> None:
    wide = row_with([1.0, 30.0] * 20, claim("throughput_ratio", value=5.4)).note
    assert wide is not None
    assert wide.endswith("would be outside.")


def test_words_and_equal_digits_need_no_second_mean(library: Library) -> None:
    assert row_of(claim("throughput_ratio"), library).note == "A note."
    assert row_with([2.0, 2.0], claim("throughput_ratio", value=2.0)).note == "A note."


def test_where_the_sign_test_disagrees_the_row_says_which_decides() -> None:
    tally = Tally(side="above", value=1, what="more")
    # Twelve a little below, eight far above.
    split = [0.98] * 12 + [3.0] * 8
    note = row_with(split, claim("throughput_ratio", tally=tally)).note
    assert note == (
        "A note. The interval of the mean decides, as in every row. The sign test counts seeds "
        "without their sizes, and is not significant (p = 0.5): the median distance of "
        "the 8 seeds above 1 is 2.00, that of the 12 below 0.02."
    )
    assert row_with([3.0] * 20, claim("throughput_ratio", tally=tally)).note == "A note."


def test_no_row_of_fairtt_leaves_a_disagreement_unsaid() -> None:
    for figure in read_paper("fairtt").figures:
        for row in figure.rows:
            if row.tally is None or row.estimate is None or row.tally.probability is None:
                continue
            assert row.estimate.low is not None
            assert row.estimate.high is not None
            bound = 0 if row.id == "fairer-jain" else 1
            is_clear = not row.estimate.low <= bound <= row.estimate.high
            is_said = "The interval of the mean decides" in (row.note or "")
            assert is_said == (is_clear != (row.tally.probability < 0.05)), row.id
