"""Users who wait take turns, however much each of them has asked for."""

from itertools import count
from uuid import UUID

import httpx
import psycopg
import pytest

from lab.context import Context
from lab.models import Run
from lab.runs import attempts, service, waiting
from lab.runs.schemas import RunCreate
from lab.settings import Settings
from lab_worker.ending import hidden_stop
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.runs import ALICE, BOB, read_run
from tests.support.scenarios import scenario
from tests.support.server import connected

POISON = {
    "version": 1,
    "duration_s": 3600,
    "sample_interval_s": 2,
    "bottleneck": {"rate_bps": 1000},
    "flows": [{"label": "f", "count": 900, "rtt_s": 0.05, "algorithm": {"name": "cubic"}}],
}
"""Few packets, and 1.6 million samples: it takes a worker for six seconds."""
POISON_COUNT = 16

_seeds = count(1)


def _ask(context: Context, owner: bytes | None, wanted: dict[str, object] | None = None) -> UUID:
    """A run that has to be computed."""
    body = {"scenario": wanted or scenario(1.0), "seed": next(_seeds)}
    with context.sessions.begin() as session:
        return service.create(session, owner, RunCreate.model_validate(body)).id


def _in_order(process: WorkerProcess, messages: list[UUID]) -> list[UUID]:
    """What a worker computes that gets these messages, in order."""
    order: list[UUID] = []
    for message in messages:
        before = {each for each in messages if _status(process, each) == "done"}
        execute(process, message)
        after = {each for each in messages if _status(process, each) == "done"}
        order += after - before
    return order


def _status(process: WorkerProcess, run_id: UUID) -> str:
    return read_run(process.context, run_id).status


def test_small_run_is_next_after_sixteen_large_ones(
    context: Context, process: WorkerProcess
) -> None:
    large = [_ask(context, b"poison", POISON) for _ in range(POISON_COUNT)]
    with context.sessions.begin() as session:
        claimed = attempts.claim(session, large[0], worker="w", core=process.core, max_attempts=3)
    assert claimed is not None
    small = _ask(context, b"another")
    # The next message in the queue is that of a large run.
    execute(process, large[1])
    assert _status(process, small) == "done"
    assert [_status(process, each) for each in large[1:]] == ["queued"] * (POISON_COUNT - 1)


def test_owners_take_turns(context: Context, process: WorkerProcess) -> None:
    alice = [_ask(context, b"alice") for _ in range(4)]
    bob = [_ask(context, b"bob") for _ in range(2)]
    carol = [_ask(context, b"carol")]
    order = _in_order(process, [*alice, *bob, *carol])
    assert order == [alice[0], bob[0], carol[0], alice[1], bob[1], alice[2], alice[3]]


def test_who_comes_later_is_level_with_the_first_that_waits(
    context: Context, process: WorkerProcess
) -> None:
    alice = [_ask(context, b"alice") for _ in range(4)]
    assert _in_order(process, alice[:2]) == alice[:2]
    bob = [_ask(context, b"bob") for _ in range(2)]
    assert _in_order(process, [*alice[2:], *bob]) == [alice[2], bob[0], alice[3], bob[1]]


def test_messages_twice_and_of_runs_that_are_over_compute_each_once(
    context: Context, process: WorkerProcess
) -> None:
    runs = [_ask(context, owner) for owner in (b"alice", b"bob", b"alice")]
    with context.sessions.begin() as session:
        service.cancel(session, b"bob", runs[1])
    # Bob's message still comes, and another one twice: nothing is computed twice or left.
    assert _in_order(process, [runs[1], runs[0], runs[0], runs[2]]) == [runs[0], runs[2]]


def test_says_how_many_are_ahead_by_turns(context: Context) -> None:
    for _ in range(POISON_COUNT):
        _ask(context, b"poison", POISON)
    small = _ask(context, b"another")
    with context.sessions() as session:
        assert waiting.ahead_count(session, session.get_one(Run, small)) == 1


class TestOverHttp:
    @pytest.fixture
    def wide(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"run_seconds_per_minute_per_owner": 10_000})

    def _post(
        self, client: httpx.Client, body: dict[str, object], headers: dict[str, str] | None = None
    ) -> httpx.Response:
        wanted = {"scenario": body, "seed": next(_seeds)}
        return client.post("/api/runs", json=wanted, headers=headers or {})

    def test_large_runs_of_an_owner_end_at_the_computing_time_of_a_minute(
        self, client: httpx.Client, settings: Settings
    ) -> None:
        answers = [self._post(client, POISON, ALICE) for _ in range(POISON_COUNT)]
        granted = [each for each in answers if each.status_code == 201]
        assert 1 <= len(granted) < POISON_COUNT
        refused = answers[-1]
        assert refused.status_code == 429
        assert "1,621,800 samples" in refused.json()["detail"]
        [item] = refused.json()["errors"]
        assert item["bound"] == settings.run_seconds_per_minute_per_owner
        assert item["value"] * len(granted) <= item["bound"] < item["value"] * (len(granted) + 1)
        # Others are not concerned, and what costs little has room still.
        assert self._post(client, scenario(1.0), BOB).status_code == 201

    def test_keys_that_are_made_up_end_at_that_of_the_address(self, settings: Settings) -> None:
        narrow = settings.model_copy(update={"run_seconds_per_minute_per_address": 20})
        with connected(narrow) as client:
            for number in range(3):
                answer = self._post(client, POISON, {"X-Lab-Owner": f"key-{number}-{'k' * 26}"})
            assert answer.status_code == 200 + 1
            answer = self._post(client, POISON, {"X-Lab-Owner": f"key-9-{'k' * 26}"})
            assert answer.status_code == 429
            assert "20 s of a worker in a minute" in answer.json()["detail"]

    def test_without_a_key_an_address_takes_the_turns(
        self, client: httpx.Client, context: Context, process: WorkerProcess
    ) -> None:
        ownerless = [UUID(self._post(client, scenario(1.0)).json()["id"]) for _ in range(3)]
        alice = UUID(self._post(client, scenario(1.0), ALICE).json()["id"])
        assert _in_order(process, [*ownerless, alice]) == [ownerless[0], alice, *ownerless[1:]]
        with context.sessions() as session:
            # Nothing of the address stays.
            assert {session.get_one(Run, each).turn_key for each in ownerless} == {b""}

    @pytest.mark.parametrize(
        ("setting", "name"),
        [
            ("storage_bytes_per_day_per_address", "LAB_STORAGE_BYTES_PER_DAY_PER_ADDRESS"),
            ("storage_bytes_of_all", "LAB_STORAGE_BYTES_OF_ALL"),
        ],
    )
    def test_new_keys_make_no_room_on_the_disk(
        self, wide: Settings, setting: str, name: str
    ) -> None:
        """A large run takes some 54 MB, as predicted."""
        with connected(wide.model_copy(update={setting: 120_000_000})) as client:
            answers = [
                self._post(client, POISON, {"X-Lab-Owner": f"key-{number}-{'k' * 26}"})
                for number in range(3)
            ]
            assert [each.status_code for each in answers] == [201, 201, 409]
            detail = answers[-1].json()["detail"]
            assert name in detail
            assert "120 MB" in detail
            assert "53.5 MB" in detail


# A stop in the middle of a database call is still a stop.


def _covered_by_cleanup() -> None:
    try:
        raise SystemExit(0)
    finally:
        raise psycopg.ProgrammingError("can't change 'autocommit' now")


def test_stop_is_found_behind_the_error_of_a_cleanup() -> None:
    with pytest.raises(psycopg.ProgrammingError) as caught:
        _covered_by_cleanup()
    assert isinstance(hidden_stop(caught.value), SystemExit)


def test_stop_is_found_behind_an_error_that_was_wrapped() -> None:
    with pytest.raises(psycopg.ProgrammingError) as caught:
        _covered_by_cleanup()
    wrapped = psycopg.InterfaceError("connection")
    wrapped.__cause__ = caught.value
    assert isinstance(hidden_stop(wrapped), SystemExit)


def test_lost_database_is_no_stop() -> None:
    assert hidden_stop(psycopg.OperationalError("server closed the connection")) is None
