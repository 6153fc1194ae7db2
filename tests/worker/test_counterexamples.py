"""Searches in a lab: asked for, computed slice by slice, cancelled, and what is refused."""

import json
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from lab.context import Context
from lab.models import CounterexampleSearch
from lab_cli.main import main
from lab_exec.errors import RunFailedError
from lab_worker import counterexamples
from lab_worker.counterexamples import execute_search
from lab_worker.process import WorkerProcess
from tests.support.runs import ALICE

BOB = {"X-Lab-Owner": "bob-" + "b" * 28}
PATH = "/api/counterexamples"
# Of one batch of situations some reach a queue of 1% of the RTT: a search of few runs.
EASY: dict[str, Any] = {
    "goal": "queue",
    "first": {"name": "cubic"},
    "second": {"name": "newreno"},
    "threshold": 0.01,
    "tries": 1,
}


def _ask(client: httpx.Client, **changed: Any) -> httpx.Response:
    return client.post(PATH, json=EASY | changed, headers=ALICE)


def _slices(process: WorkerProcess, search_id: str) -> int:
    """Executes messages until the search is over; how many it took."""
    with process.context.sessions() as session:
        row = session.scalars(select(CounterexampleSearch)).one()
    assert str(row.id) == search_id
    for count in range(1, 1000):
        execute_search(process, row.id)
        with process.context.sessions() as session:
            if session.get_one(CounterexampleSearch, row.id).finished_at is not None:
                return count
    raise AssertionError("the search never ends")


def test_a_search_of_many_slices_finds_what_the_command_finds(
    client: httpx.Client,
    process: WorkerProcess,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(counterexamples, "SLICE_S", 0.2)
    asked = _ask(client)
    assert asked.status_code == 201, asked.text
    search_id = asked.json()["id"]
    assert (asked.json()["status"], asked.json()["titles"]) == ("queued", ["CUBIC", "NewReno"])
    assert _slices(process, search_id) > 1
    found = client.get(f"{PATH}/{search_id}", headers=BOB).json()
    assert (found["status"], found["is_mine"], found["failed_count"]) == ("done", False, 0)
    path = tmp_path / "found.json"
    options = ["--goal", "queue", "--threshold", "0.01", "--tries", "1", "--jobs", "1"]
    assert main(["break", "cubic", "newreno", *options, "--json", str(path)]) == 0
    said = json.loads(path.read_text())
    assert (found["tried_count"], found["run_count"]) == (said["tried_count"], said["run_count"])
    printed = capsys.readouterr().out
    assert found["sentence"] in printed
    situation = found["situation"]
    for name in ("values", "mean", "scenario", "why", "seeds", "is_confirmed"):
        assert situation[name] == said["situation"][name], name
    assert [situation["low"], situation["high"]] == said["situation"]["interval"]
    assert [row["id"] for row in client.get(PATH, headers=ALICE).json()] == [search_id]
    assert client.get(PATH, headers=BOB).json() == []


def test_one_that_is_cancelled_stops_its_worker(
    client: httpx.Client, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch, context: Context
) -> None:
    search_id = _ask(client).json()["id"]
    assert client.post(f"{PATH}/{search_id}/cancel", headers=BOB).status_code == 403
    real = counterexamples.value_of
    computed = []

    def cancels(*arguments: Any) -> float | None:
        computed.append(arguments)
        cancelled = client.post(f"{PATH}/{search_id}/cancel", headers=ALICE)
        assert cancelled.json()["status"] == "cancelled"
        return real(*arguments)

    monkeypatch.setattr(counterexamples, "value_of", cancels)
    # The report after the run finds that the search is over.
    monkeypatch.setattr(counterexamples, "REPORT_INTERVAL_S", 0.0)
    assert _slices(process, search_id) == 1
    assert len(computed) == 1
    again = client.post(f"{PATH}/{search_id}/cancel", headers=ALICE)
    assert (again.status_code, again.json()["title"]) == (409, "Wrong state")


def test_runs_that_fail_are_counted_and_said(
    client: httpx.Client, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_arguments: Any) -> float:
        raise RunFailedError("it trapped")

    monkeypatch.setattr(counterexamples, "value_of", fails)
    search_id = _ask(client).json()["id"]
    _slices(process, search_id)
    found = client.get(f"{PATH}/{search_id}").json()
    assert (found["status"], found["situation"], found["failed_count"]) == ("done", None, 16)
    assert found["failure"] == "The simulation stopped: it trapped."


@pytest.mark.parametrize(
    ("changed", "path", "words"),
    [
        ({"first": {"name": "cubik"}}, "first.name", "cubik"),
        ({"second": {"name": "none"}}, "second", "second"),
        ({"second": {"name": "wasm:" + "0" * 64}}, "second.name", "stored here"),
        (
            {"first": {"name": "cubic", "parameters": {"beta_ratio": 7}}},
            "first.parameters.beta_ratio",
            "0.95",
        ),
        ({"goal": "idle", "threshold": 0.9}, "threshold", "at most 0.8"),
        ({"goal": "change"}, "after", "is missing"),
        ({"after": {"name": "bbr2"}}, "after", "goal is 'queue'"),
        ({"goal": "change", "after": {"name": "cubic"}}, "after", "same"),
        ({"tries": 961}, "tries", "960"),
        ({"threshold": 0}, "threshold", "0"),
    ],
)
def test_what_cannot_be_searched_is_refused_with_field_and_reason(
    client: httpx.Client, changed: dict[str, Any], path: str, words: str
) -> None:
    refused = _ask(client, **changed)
    assert refused.status_code == 422, refused.text
    [first, *_] = refused.json()["errors"]
    assert first["path"].startswith(path), first
    assert words in first["message"], first


def test_two_at_a_time(client: httpx.Client) -> None:
    assert [_ask(client, seed=seed).status_code for seed in (1, 2, 3)] == [201, 201, 409]
    [newest, _] = client.get(PATH, headers=ALICE).json()
    client.post(f"{PATH}/{newest['id']}/cancel", headers=ALICE)
    assert _ask(client, seed=4).status_code == 201
