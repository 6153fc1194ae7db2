"""A worker stores exactly the explanations that a request for them would get."""

from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import delete, select, update

from lab.context import Context
from lab.models import ResultExplanations, Run
from lab.results import explanations
from lab.runs import answers, service
from lab.runs.service import Reading
from lab_worker.process import WorkerProcess
from lab_worker.runs import execute as written
from lab_worker.runs.execute import execute
from tests.support.scenarios import scenario
from tests.worker.runs.support import LONG_S, create

ABOUT = ("causes", "causes?flows=1", "causes?flows=1&flows=0&flows=1", "phenomena")


@pytest.fixture
def run_id(context: Context, process: WorkerProcess) -> UUID:
    """A run that is done."""
    run_id = create(context)
    execute(process, run_id)
    return run_id


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request is the first one of its process."""
    monkeypatch.setattr(answers._KEPT, "get", lambda _key: None)


def _read(client: httpx.Client, run_id: UUID, about: str) -> bytes:
    response = client.get(f"/api/runs/{run_id}/{about}")
    assert response.status_code == 200, response.text
    return response.content


@pytest.mark.parametrize("about", ABOUT)
def test_it_is_what_would_be_put_together_now(
    client: httpx.Client, context: Context, run_id: UUID, about: str
) -> None:
    stored = _read(client, run_id, about)
    with context.sessions.begin() as session:
        session.execute(delete(ResultExplanations))
    assert _read(client, run_id, about) == stored


def _replace_words(context: Context, **values: Any) -> None:
    with context.sessions.begin() as session:
        session.execute(update(ResultExplanations).values(**values))


FORGED = {
    "phenomena": '"complete":true,"examined_flow_count":77,"phenomena":[]}',
    "chains": ['{"forged":0}', '{"forged":1}'],
}


@pytest.mark.parametrize("about", ABOUT)
def test_it_is_not_put_together_again(
    client: httpx.Client, context: Context, run_id: UUID, about: str
) -> None:
    _replace_words(context, **FORGED)
    answer = _read(client, run_id, about)
    assert (b"forged" in answer) or (b'"examined_flow_count":77' in answer)


@pytest.mark.parametrize("about", ABOUT)
@pytest.mark.parametrize("other", ["rules_digest", "text_digest"])
def test_words_of_other_rules_or_labels_are_not_repeated(
    client: httpx.Client, context: Context, run_id: UUID, about: str, other: str
) -> None:
    before = _read(client, run_id, about)
    _replace_words(context, **FORGED, **{other: "of something else"})
    assert _read(client, run_id, about) == before


@pytest.mark.parametrize(
    "changed",
    ["chain.py", "starvation.py", "buckets.py", "registry.json", "found_phenomena.py", "tails.py"],
)
def test_a_changed_rule_has_another_digest(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = explanations.rules_digest.__wrapped__()
    read = Path.read_bytes

    def read_changed(path: Path) -> bytes:
        return read(path) + (b" " if path.name == changed else b"")

    monkeypatch.setattr(Path, "read_bytes", read_changed)
    assert explanations.rules_digest.__wrapped__() != before


def test_a_run_with_other_labels_is_explained_with_its_own(
    client: httpx.Client, context: Context, run_id: UUID
) -> None:
    changed = scenario(LONG_S)
    changed["flows"][0]["label"] = "renamed"
    other = create(context, scenario=changed)
    assert b"renamed" in _read(client, other, "causes")
    assert b"renamed" not in _read(client, run_id, "causes")


def test_a_flow_that_has_no_stored_chain_is_looked_at_now(
    client: httpx.Client, context: Context, run_id: UUID
) -> None:
    both = _read(client, run_id, "causes")
    _replace_words(context, chain_flows=[0], chains=['{"forged":0}'])
    assert _read(client, run_id, "causes") == both


@pytest.mark.parametrize("index", [-1, 2, 2**31 - 1, 2**31, 2**63, 10**30])
def test_a_flow_that_is_not_there_is_refused(
    client: httpx.Client, run_id: UUID, index: int
) -> None:
    response = client.get(f"/api/runs/{run_id}/causes?flows={index}")
    assert response.status_code == 422
    assert f"flow {index} is not there" in response.json()["detail"]


def test_what_goes_wrong_with_words_does_not_fail_the_run(
    client: httpx.Client,
    context: Context,
    process: WorkerProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError("no explanations")

    monkeypatch.setattr(explanations, "store", fail)
    run_id = create(context)
    execute(process, run_id)
    with context.sessions() as session:
        assert session.get_one(Run, run_id).status == "done"
        assert session.scalars(select(ResultExplanations)).all() == []
    assert b'"status":"done"' in _read(client, run_id, "causes")


@pytest.mark.parametrize(
    ("bound", "most"), [("MOST_EXPLAINED_FLOWS", 1), ("MOST_TIMELINE_BYTES", 100)]
)
def test_of_a_large_run_nothing_is_put_together_ahead(
    context: Context,
    process: WorkerProcess,
    monkeypatch: pytest.MonkeyPatch,
    bound: str,
    most: int,
) -> None:
    monkeypatch.setattr(written, bound, most)
    execute(process, create(context))
    with context.sessions() as session:
        assert session.scalars(select(ResultExplanations)).all() == []


def test_a_run_that_is_deleted_meanwhile_is_not_found(
    client: httpx.Client,
    context: Context,
    run_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = service.reading

    def reading_of_a_run_that_goes(*arguments: Any, **options: Any) -> Reading:
        reading = found(*arguments, **options)
        with context.sessions.begin() as session:
            service.delete(session, None, run_id)
        return reading

    monkeypatch.setattr(service, "reading", reading_of_a_run_that_goes)
    # The groups of its flows are in its scenario, which is loaded then.
    response = client.get(f"/api/runs/{run_id}/series?subjects=group")
    assert response.status_code == 404
