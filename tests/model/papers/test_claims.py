"""What the papers say, and the tests of it."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, get_args

import anyio
import pytest

from lab.papers import pages
from lab_model.papers import catalog
from lab_model.papers.claims import Claim, PaperName, load_claims
from lab_model.papers.schemas.page import Paper

PAPERS: Final[tuple[PaperName, ...]] = get_args(PaperName)
EXPECTATIONS: Final = Path(__file__).parents[3] / "research" / "data" / "expectations.json"


def all_claims() -> list[Claim]:
    return [claim for paper in PAPERS for claim in load_claims(paper).claims]


def validate_rows() -> dict[str, Any]:
    return {row["id"]: row for row in json.loads(EXPECTATIONS.read_text())["rows"]}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_of_a_paper_has_its_own_id(paper: PaperName) -> None:
    ids = [claim.id for claim in load_claims(paper).claims]
    assert len(ids) == len(set(ids))


def test_the_checkable_findings_of_the_reference_are_all_there() -> None:
    groups = {claim.id.split("-")[0] for claim in load_claims("buffer-sizing").claims}
    findings = {f"A{n}" for n in range(1, 27)} | {f"B{n}" for n in range(1, 35)}
    assert groups == findings | {"main"}


def test_a_published_number_lies_within_its_own_tolerance() -> None:
    for claim in all_claims():
        value = claim.published.value
        if value is None or claim.quantity is None:
            continue
        assert claim.minimum is None or claim.minimum <= value, claim.id
        assert claim.maximum is None or value <= claim.maximum, claim.id


def test_no_value_agrees_with_both_algorithms_in_the_same_place() -> None:
    claims = {claim.id: claim for claim in load_claims("fairtt").claims}
    for identifier, one in claims.items():
        other = claims.get(identifier.replace("-bbr2", "-fairtt"))
        if other is None or other is one or one.published.value is None:
            continue
        low, high = sorted((one, other), key=lambda claim: claim.published.value or 0)
        assert low.maximum is not None
        assert high.minimum is not None
        assert low.maximum <= high.minimum + 1e-9, identifier


def test_bounds_of_validate_are_taken_over() -> None:
    rows = validate_rows()
    for claim in all_claims():
        for identifier in claim.validate_rows:
            row = rows[identifier]
            if identifier.startswith("B26"):  # Share of five flows there, of each flow here.
                assert claim.minimum == pytest.approx(row["minimum"] / 0.5)
                assert claim.maximum == pytest.approx(row["maximum"] / 0.5)
            elif not identifier.startswith("B9"):  # Part of many cells here.
                assert (claim.minimum, claim.maximum) == (row["minimum"], row["maximum"])


# Pages that are made once, for all tests.


@pytest.fixture
def nothing_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PREPARED_AFTER_S", 0.0)
    monkeypatch.setattr(pages, "_prepared", {})


@pytest.mark.usefixtures("nothing_prepared")
def test_many_who_ask_at_once_have_a_page_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def read(name: PaperName) -> Paper:
        made.append(name)
        return catalog.read_paper(name)

    pages._page_json.cache_clear()
    monkeypatch.setattr(pages, "read_paper", read)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: pages.page_json("bbr-efra"), range(8)))
    pages._page_json.cache_clear()
    assert made == ["bbr-efra"]
    assert {json.loads(page)["name"] for page in found} == {"bbr-efra"}


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_prepared")
def test_pages_are_made_before_the_first_request(monkeypatch: pytest.MonkeyPatch) -> None:
    anyio.run(pages.prepare_pages)

    def fail(name: PaperName) -> Paper:
        raise AssertionError(f"{name} was made again")

    with monkeypatch.context() as made:
        made.setattr(pages, "read_paper", fail)
        prepared = {name: pages.page_json(name) for name in pages.NAMES}
        listed = pages.list_json()
    assert {json.loads(page)["name"] for page in prepared.values()} == set(pages.NAMES)
    monkeypatch.setattr(pages, "_prepared", {})
    # The others are made by the same function, in half a minute.
    assert prepared["bbr-efra"] == pages.page_json("bbr-efra")
    assert listed == pages.list_json()


@pytest.mark.usefixtures("nothing_prepared")
def test_page_that_cannot_be_made_does_not_end_the_service(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "__name__", "lab.papers.there_is_no_such_module")
    anyio.run(pages.prepare_pages)
    assert pages._prepared == {}
