"""What requests ask the database: each statement costs a turn of both, and most of a read's time.

How long they take is measured by `./lab bench --api`; a statement more is seen here, whatever else
the machine does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest

from lab.context import Context
from lab_worker.process import close_process, open_process
from lab_worker.runs.execute import execute
from tests.support.runs import ALICE
from tests.support.scenarios import scenario

BODY = {"scenario": scenario(5.0), "seed": 3}
# By this the pool finds out whether a connection still lives.
PING = ";"


@pytest.fixture
def run_id(client: httpx.Client, context: Context) -> UUID:
    """A run that a worker has computed."""
    created = client.post("/api/runs", json=BODY, headers=ALICE).json()
    process = open_process(context.settings)
    execute(process, UUID(created["id"]))
    close_process()
    return UUID(created["id"])


@contextmanager
def statements(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is asked meanwhile, of the API in this process."""
    asked: list[str] = []
    executed = psycopg.Cursor.execute

    def execute_counted(cursor: Any, query: Any, *arguments: Any, **options: Any) -> Any:
        asked.append(str(query))
        return executed(cursor, query, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Cursor, "execute", execute_counted)
        yield asked


@pytest.mark.parametrize(
    ("path", "first", "again"),
    [
        ("", 1, 1),
        ("/timeline", 3, 1),
        ("/series", 4, 1),
        ("/causes", 2, 1),
        ("/phenomena", 2, 1),
    ],
)
def test_a_read_asks_this_often_and_once_for_what_is_kept(
    client: httpx.Client,
    run_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    first: int,
    again: int,
) -> None:
    for most in (first, again):
        with statements(monkeypatch) as asked:
            response = client.get(f"/api/runs/{run_id}{path}")
        assert response.status_code == 200
        questions = [text for text in asked if text != PING]
        assert len(questions) == most, questions


def test_a_list_is_one_question(
    client: httpx.Client, run_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    with statements(monkeypatch) as asked:
        response = client.get("/api/runs?limit=20", headers=ALICE)
    assert str(run_id) in response.text
    questions = [text for text in asked if text != PING]
    assert len(questions) == 1, questions


@pytest.mark.parametrize(("seed", "most"), [(3, 4), (4, 5)])
def test_a_submission_asks_this_often(
    client: httpx.Client,
    run_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    most: int,
) -> None:
    with statements(monkeypatch) as asked:
        created = client.post("/api/runs", json=BODY | {"seed": seed}, headers=ALICE).json()
    assert created["id"] != str(run_id)
    assert created["status"] == ("done" if seed == 3 else "queued")
    questions = [text for text in asked if text != PING]
    assert len(questions) == most, questions
