"""`./lab worker` with a token for runs, against a real API: what it stores, and who finds a lie."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select, update

from lab.context import Context
from lab.models import PacketWindow, RemoteRun, Result, Run, SeriesChunk, WorkerToken
from lab.packets import repository as packets
from lab.remote_work.withdrawal import withdraw
from lab.runs.schemas import RunRead
from lab.settings import Settings
from lab_cli.kit.lab_connection import Address, LabConnection, RefusedError
from lab_cli.worker.loop import work
from lab_exec import behaviour_version, core_version
from lab_worker.packets.record import record_packets
from lab_worker.process import WorkerProcess, close_process, open_process
from lab_worker.runs.execute import execute
from lab_worker.stored_digests import wrong_digests
from tests.support.processes import wait_until
from tests.support.remote_work import make_token
from tests.support.runs import create_run, read_run
from tests.support.server import client_of, serving


@pytest.fixture
def url(settings: Settings) -> Iterator[str]:
    """The address of a lab that has no worker at all."""
    with serving(settings) as address:
        yield address


@contextmanager
def _working(url: str, context: Context, name: str = "desk") -> Iterator[Callable[[], str | None]]:
    """A worker in a thread; gives what has ended it, if anything has."""
    address = Address(url, make_token(context, name, takes_runs=True))
    stop, failed = threading.Event(), list[BaseException]()

    def run() -> None:
        try:
            work(address, stop, say=lambda _: None, on_sent=lambda _: None)
        except BaseException as error:
            failed.append(error)
            raise

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield lambda: None if not failed else repr(failed)
    finally:
        stop.set()
        thread.join()
    assert failed == []


def _is_done(context: Context, run_id: UUID) -> Callable[[], bool]:
    return lambda: read_run(context, run_id).status == "done"


def _compute_elsewhere(url: str, context: Context, **wanted: Any) -> RunRead:
    run = create_run(context, **wanted)
    with _working(url, context) as excuse:
        wait_until(_is_done(context, run.id), excuse=excuse)
    return read_run(context, run.id)


def _stored(context: Context, run_id: UUID) -> dict[str, Any]:
    """Everything of a result that has bytes."""
    with context.sessions() as session:
        run = session.get_one(Run, run_id)
        assert run.result_id is not None
        result = session.get_one(Result, run.result_id)
        chunks = session.scalars(
            select(SeriesChunk)
            .where(SeriesChunk.result_id == result.id)
            .order_by(SeriesChunk.subject, SeriesChunk.subject_index, SeriesChunk.chunk_index)
        )
        found = packets.find_causes(session, result.id)
        assert found is not None
        assert wrong_digests(session, result.id) == []
        return {
            "document": result.document,
            "overview": result.overview,
            "digest": result.series_digest,
            "chunks": [(each.subject, each.metrics, each.payloads) for each in chunks],
            "causes": found[0].payload,
        }


def _checks(context: Context) -> list[UUID]:
    with context.sessions() as session:
        is_check = PacketWindow.subject == "check"
        return list(session.scalars(select(PacketWindow.id).where(is_check)))


def test_stores_what_a_local_worker_stores(
    url: str, context: Context, process: WorkerProcess
) -> None:
    local = create_run(context, seed=3)
    execute(process, local.id)
    wanted = _stored(context, local.id)
    with context.sessions.begin() as session:  # the same once more, by another user
        session.execute(update(Result).values(done_at=None))
    remote = _compute_elsewhere(url, context, seed=3)
    assert remote.attempt == 1
    assert _stored(context, remote.id) == wanted


def test_a_lab_without_local_workers_computes_runs_and_a_worker_that_comes_confirms_them(
    url: str, context: Context
) -> None:
    remote = _compute_elsewhere(url, context, duration_s=60.0)  # several chunks
    assert remote.core_version == core_version()

    def said() -> list[Any]:
        """Of the run, of the same run asked for again, and in a list."""
        headers = {"X-Lab-Owner": "n" * 32}
        body = {"scenario": remote.scenario, "seed": remote.seed}
        with client_of(url) as client:
            again = client.post("/api/runs", json=body, headers=headers).json()
            [listed, *_] = client.get("/api/runs", headers=headers).json()["items"]
            read = client.get(f"/api/runs/{remote.id}").json()
            kept = client.post("/api/shares", json={"run_ids": [again["id"]]}, headers=headers)
            shown = client.get("/api/shared", headers={"X-Lab-Share": kept.json()["token"]}).json()
        found = [read, again, listed, *shown["runs"]]
        return [each["computed_elsewhere"] for each in found]

    def wanted(count: int) -> list[Any]:
        found = {"is_drawn": True, "is_confirmed": count > 0, "confirmed_count": count}
        return [found, found, {**found, "confirmed_count": None}, found]

    assert said() == wanted(0)
    (window_id,) = _checks(context)
    process = open_process(context.settings)
    try:
        record_packets(process, window_id)
    finally:
        close_process()
    with context.sessions() as session:
        assert session.scalars(select(RemoteRun.is_equal)).all() == [True]
    assert said() == wanted(1)


@pytest.mark.parametrize("what", ["series", "document", "causes"])
def test_a_lie_revokes_the_token_and_the_run_is_computed_again(
    what: str, url: str, context: Context, process: WorkerProcess
) -> None:
    run_id = _compute_elsewhere(url, context).id
    truth = _stored(context, run_id)
    with context.sessions.begin() as session:
        if what == "series":
            chunk = session.scalars(select(SeriesChunk).limit(1)).one()
            chunk.payloads = [chunk.payloads[0], *chunk.payloads[:-1]]
        elif what == "document":
            result = session.scalars(select(Result)).one()
            result.document = {**(result.document or {}), "simulated_packets": 1}
        else:
            other = packets.find_causes(session, session.scalars(select(Result.id)).one())
            assert other is not None
            other[0].payload = b"x\x9c\xab\xae\x05\x00\x01u\x00\xf9"  # {}
    (window_id,) = _checks(context)
    record_packets(process, window_id)
    withdraw(context)
    with context.sessions() as session:
        token = session.scalars(select(WorkerToken)).one()
        assert token.distrusted_at is not None
    assert read_run(context, run_id).status == "queued"
    execute(process, run_id)
    assert _stored(context, run_id) == truth


def test_a_token_of_before_and_one_without_the_right_get_no_run(
    url: str, context: Context, process: WorkerProcess
) -> None:
    run = create_run(context)
    asked = {"core_version": core_version(), "behaviour_version": behaviour_version()}
    for takes_runs, wanted in ((False, True), (True, False)):
        token = make_token(context, f"t{takes_runs}", takes_runs=takes_runs)
        with LabConnection(Address(url, token)) as connection:
            offer = connection.post("claims", {**asked, "takes_runs": wanted})
        assert offer["run"] is None
    assert read_run(context, run.id).status == "queued"
    assert process.core.behaviour == behaviour_version()


def test_what_is_no_result_of_the_run_is_refused(
    url: str, context: Context, process: WorkerProcess
) -> None:
    run = create_run(context)
    asked = {"core_version": core_version(), "behaviour_version": behaviour_version()}
    token = make_token(context, takes_runs=True)
    with LabConnection(Address(url, token)) as connection:
        work_ = connection.post("claims", {**asked, "takes_runs": True})["run"]
        assert work_["run_id"] == str(run.id)
        said = {"run_id": work_["run_id"], "claim": work_["claim"]}
        part = {
            **said,
            "chunk_index": 0,
            "first_sample": 0,
            "sample_count": 4,
            "subjects": [{"subject": "flow", "index": 0, "metrics": ["cwnd_bytes"]}],
            "values": "AAAA",
            "simulated_s": 1.0,
            "is_last": True,
        }
        for path, body, field in (
            ("parts", part, "values"),
            ("parts", {**part, "values": "eJwDAAAAAAE="}, "values"),
            ("results", {**said, "result": {}}, "result.core_version"),
        ):
            with pytest.raises(RefusedError) as refused:
                connection.post(path, body)
            assert refused.value.status == 422
            assert field in str(refused.value)
        # It can not do it: another one gets the run, which has lost an attempt.
        connection.post("results", {**said, "failed": "no memory"})
        with pytest.raises(RefusedError, match="no longer belongs to this worker"):
            connection.post(f"runs/{run.id}/beats", {"claim": work_["claim"], "simulated_s": 1.0})
    execute(process, run.id)
    found = read_run(context, run.id)
    assert (found.status, found.attempt) == ("done", 2)
