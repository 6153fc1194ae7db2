"""The pages of the papers, from what is shipped."""

from collections import Counter
from typing import Final, get_args

import pytest

from lab.papers.behind import expansion_of, load_experiments
from lab.papers.catalog import build_paper, list_papers, read_paper
from lab.papers.claims import PaperName, load_claims
from lab.papers.measured import bundle_path, shipped_library
from lab.papers.quantities import ALL_METRICS, cells_of
from lab.scenarios import validate_scenario

PAPERS: Final[tuple[PaperName, ...]] = get_args(PaperName)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_is_a_row_of_one_figure(paper: PaperName) -> None:
    rows = [row.id for figure in read_paper(paper).figures for row in figure.rows]
    assert Counter(rows) == Counter(claim.id for claim in load_claims(paper).claims)


@pytest.mark.parametrize("paper", PAPERS)
def test_what_a_claim_names_exists(paper: PaperName) -> None:
    for claim in load_claims(paper).claims:
        for part in claim.quantity.parts if claim.quantity else []:
            assert load_experiments()[part.experiment].paper == paper, claim.id
            assert part.metric in ALL_METRICS, claim.id
            measured = shipped_library().get(part.experiment)
            if measured is not None:
                assert cells_of(measured, part.cells), claim.id


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_without_any_measurement_says_so(paper: PaperName) -> None:
    page = build_paper(paper, {})
    rows = [row for figure in page.figures for row in figure.rows]
    assert {row.verdict for row in rows} <= {"not_computed", "not_checkable"}
    assert page.unit_count == 0


@pytest.mark.parametrize("paper", PAPERS)
def test_runs_to_start_are_scenarios(paper: PaperName) -> None:
    live = [item for figure in read_paper(paper).figures for item in figure.live]
    assert live
    for item in live:
        assert len(item.arms) >= 2
        for arm in item.arms:
            validate_scenario(arm.scenario)


@pytest.mark.parametrize("key", list(load_experiments()))
def test_experiments_are_valid_and_what_is_shipped_is_theirs(key: str) -> None:
    entry = load_experiments()[key]
    expansion = expansion_of(key)
    assert expansion.unit_count > 0
    path = bundle_path(key, entry.measures)
    if path.exists():
        assert entry.is_shipped
        assert shipped_library()[key].is_known.all()


def test_the_full_grids_are_the_papers() -> None:
    full = expansion_of("sizing-two-flows-full")
    assert (full.shape, len(full.seeds)) == ((2, 24, 32), 5)


def test_the_list_counts_the_verdicts_of_the_pages() -> None:
    for item in list_papers().items:
        rows = [row for figure in read_paper(item.name).figures for row in figure.rows]
        assert sum(item.verdicts.model_dump().values()) == len(rows)


def test_the_switch_has_a_number_for_every_combination() -> None:
    switch = read_paper("fairtt").switch
    assert switch is not None
    size = 1
    for count in switch.choice_counts:
        size *= count
    assert 0 <= switch.default_index < size
    for row in switch.rows:
        assert {len(row.mean), len(row.low), len(row.high), len(row.verdicts)} == {size}
        assert None not in row.mean


def test_everything_that_is_shipped_is_judged() -> None:
    for paper in PAPERS:
        for figure in read_paper(paper).figures:
            for row in figure.rows:
                assert row.verdict != "not_computed", row.id


def test_all_readings_meet_all_numbers() -> None:
    tables = read_paper("fairtt").readings
    assert [table.error_rate for table in tables] == [0.0015, 0.0]
    claims = load_claims("fairtt").claims
    for table in tables:
        assert [row.claim_id for row in table.rows] == [claim.id for claim in claims]
        for row in table.rows:
            filled = [cell is not None for cell in row.cells]
            assert filled == [column.is_host == (row.arm == "BBRv2") for column in table.columns]
