"""The pages' rows come out again with pandas and SciPy alone, and what is changed is found."""

from typing import get_args

import pytest

from lab_cli.main import main
from lab_model.papers.catalog import read_paper
from lab_model.papers.claims import PaperName, load_claims
from tests.validation.estimates import estimated
from tests.validation.file_causes import CASES, answers
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


# The quick form of `./lab validate`, as CI runs it.


@pytest.mark.slow
def test_no_verdict_of_the_quick_form_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["validate", "--quick"])
    captured = capsys.readouterr()
    assert code == 0, captured.err
    assert "Validation" in captured.out


# `./lab read` puts the lab's own export down to what the core counted.


@pytest.mark.slow
def test_files_are_not_put_down_to_another_limit() -> None:
    rows = list(answers(CASES))
    assert [(row.case, row.file, row.named) for row in rows if row.verdict == "WRONG"] == []
    named = [row for row in rows if row.file == "qlog with packets"]
    assert {row.verdict for row in named} == {"same"}
    assert all(abs(row.ratio - row.truth_ratio) < 0.1 for row in named)


# What `./lab read` makes of the lab's own export is what the run was set to.


SHARE = 0.9
"""Of all runs, and of buffers that were ever full; the rest are bounds, which must be right."""


@pytest.mark.slow
def test_estimates_find_what_was_set() -> None:
    rows = list(estimated([]))
    full = [row for row in rows if row.truth.was_full]
    assert len(full) > len(rows) / 2
    errors = [
        (0.03, [row.rate_error() for row in rows]),
        (0.03, [row.rtt_error() for row in rows]),
        (0.2, [row.buffer_error() for row in full]),
    ]
    for most, found in errors:
        within = [error for error in found if error is not None and abs(error) <= most]
        assert len(within) >= SHARE * len(found)
    assert [row.truth.name for row in rows if row.is_contradicted()] == []
