"""Pages that are made once, whoever asks first."""

import json
from concurrent.futures import ThreadPoolExecutor

import anyio
import pytest

from lab.papers import pages
from lab_model.papers import catalog
from lab_model.papers.claims import PaperName
from lab_model.papers.schemas import Paper


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
def test_pages_are_there_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
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
