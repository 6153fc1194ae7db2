"""A full disk ends a job with the reason, and costs no attempt."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import psycopg
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from lab.context import Context
from lab.experiments import control
from lab.models import PacketWindow
from lab.packets import service as packets
from lab.packets.schemas import PacketsRead
from lab.packets.service import PacketQuery
from lab_exec import run_scenario
from lab_model.scenarios import Scenario
from lab_worker import ending
from lab_worker.ending import is_disk_full
from lab_worker.experiments.execute import EXPERIMENT_WAITS, execute_batch
from lab_worker.packets.record import record_packets
from lab_worker.process import WorkerProcess, installed_core
from lab_worker.runs import reporter
from lab_worker.runs.execute import execute
from tests.support.experiments import (
    batches_of,
    control_experiment,
    create_experiment,
    experiment_data,
    read_row,
)
from tests.support.scenarios import scenario
from tests.worker.runs.support import LONG_S, create, read_run


@contextmanager
def full_disk(
    context: Context, event: str, table: str, *, when: str = "true", refusals: int = 1_000_000
) -> Iterator[None]:
    """PostgreSQL refuses to write these rows as it does when there is no room, so often; then
    there is some again. `event` is INSERT or UPDATE, `when` a condition on NEW.
    """
    _execute(
        context,
        "CREATE SEQUENCE refusal",
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF nextval('refusal') <= {refusals} THEN"
        " RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';"
        " END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER refused BEFORE {event} ON {table}"
        f" FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION refuse()",
    )
    try:
        yield
    finally:
        _execute(context, "DROP FUNCTION refuse CASCADE", "DROP SEQUENCE refusal")


def _execute(context: Context, *statements: str) -> None:
    with context.sessions.begin() as session:
        for statement in statements:
            session.execute(text(statement))


QUERY = PacketQuery(1.0, 1.1, 1000)


@pytest.mark.parametrize(
    ("event", "table"), [("INSERT", "series_chunk"), ("UPDATE", "result"), ("INSERT", "run_event")]
)
def test_run_that_can_not_be_stored_fails_with_the_reason(
    context: Context,
    process: WorkerProcess,
    event: str,
    table: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reporter, "STORE_INTERVAL_S", 0.0)
    run_id = create(context)
    # That of the end needs room as well: there is some by then.
    when = "NEW.kind = 'progress'" if table == "run_event" else "true"
    with full_disk(context, event, table, when=when):
        execute(process, run_id)
    failed = read_run(context, run_id)
    assert failed.error is not None
    assert (failed.status, failed.error.code) == ("failed", "disk_full")
    assert "The disk of this lab is full" in failed.error.message
    again = create(context)
    execute(process, again)
    done = read_run(context, again)
    assert done.result is not None
    undisturbed = run_scenario(Scenario.model_validate(scenario(LONG_S)), 1)
    assert done.result["series_digest"] == undisturbed["series_digest"]


def test_end_of_a_run_is_written_as_soon_as_there_is_room_for_it(
    context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ending, "AGAIN_AFTER_S", 0.0)
    run_id = create(context)
    with full_disk(context, "INSERT", "run_event", when="NEW.kind <> 'state'", refusals=3):
        execute(process, run_id)
    assert read_run(context, run_id).status == "failed"


def test_run_whose_end_can_not_be_written_either_is_found_silent(
    context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ending, "AGAIN_AFTER_S", 0.0)
    run_id = create(context)
    with (
        full_disk(context, "INSERT", "run_event", when="NEW.kind <> 'state'"),
        pytest.raises(SQLAlchemyError),
    ):
        execute(process, run_id)
    assert read_run(context, run_id).status == "running"


def test_packets_that_can_not_be_stored_fail_with_the_reason(
    context: Context, process: WorkerProcess
) -> None:
    run_id = create(context)
    execute(process, run_id)

    def read() -> PacketsRead:
        with context.sessions.begin() as session:
            return packets.read(session, run_id, QUERY)

    read()
    with context.sessions() as session:
        window_id = session.scalars(
            select(PacketWindow.id).where(PacketWindow.subject == "packets")
        ).one()
    with full_disk(context, "UPDATE", "packet_window", when="NEW.status = 'done'"):
        record_packets(process, window_id)
    failed = read()
    assert failed.status == "failed"
    assert failed.error == "The disk of this lab is full: the packets could not be stored."


def test_experiment_that_can_not_be_stored_is_paused_and_continues_on_request(
    client: httpx.Client, context: Context, process: WorkerProcess
) -> None:
    experiment_id = create_experiment(context, experiment_data(), installed_core())
    (batch,) = batches_of(context, experiment_id)
    with full_disk(context, "INSERT", "cell_result"):
        execute_batch(process, batch.id)
    paused = read_row(context, experiment_id)
    assert (paused.status, paused.pause_reason) == ("paused", EXPERIMENT_WAITS)
    shown = client.get(f"/api/experiments/{experiment_id}").json()
    assert (shown["status"], shown["pause_reason"]) == ("paused", EXPERIMENT_WAITS)
    (waiting,) = batches_of(context, experiment_id)
    assert (waiting.status, waiting.attempt) == ("queued", 0)
    control_experiment(context, experiment_id, control.resume)
    assert read_row(context, experiment_id).pause_reason is None
    for each in batches_of(context, experiment_id):
        execute_batch(process, each.id)
    row = read_row(context, experiment_id)
    assert (row.status, row.done_count, row.failed_count) == ("done", row.unit_count, 0)


def test_other_refusals_of_the_database_are_no_full_disk() -> None:
    assert is_disk_full(psycopg.errors.DiskFull("no space"))
    assert not is_disk_full(psycopg.errors.OutOfMemory("no memory"))
    assert not is_disk_full(psycopg.OperationalError("server closed the connection"))
