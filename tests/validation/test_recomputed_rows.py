"""The pages' rows come out again with pandas and SciPy alone, and what is changed is found."""

from typing import get_args

import pytest

from lab_model.papers.catalog import read_paper
from lab_model.papers.claims import PaperName, load_claims
from tests.validation.recomputed_rows import problems_of, recompute


@pytest.mark.slow
@pytest.mark.parametrize("name", get_args(PaperName))
def test_every_row_comes_out_again(name: PaperName) -> None:
    count, problems = recompute(name)
    assert problems == []
    assert count == sum(claim.quantity is not None for claim in load_claims(name).claims)


@pytest.mark.slow
def test_a_row_that_is_changed_is_found() -> None:
    claim = next(claim for claim in load_claims("fairtt").claims if claim.id == "fairer-main")
    figures = read_paper("fairtt").figures
    row = next(row for figure in figures for row in figure.rows if row.id == claim.id)
    assert row.estimate is not None
    assert row.tally is not None
    assert list(problems_of(claim, row)) == []
    moved = row.estimate.model_copy(update={"low": 0.77})
    fewer = row.tally.model_copy(update={"count": 149})
    changed = row.model_copy(update={"estimate": moved, "tally": fewer, "verdict": "outside"})
    assert len(list(problems_of(claim, changed))) == 3
