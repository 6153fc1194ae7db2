"""Every earlier schema, with work in it, becomes the present one without losing any of it."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import httpx
import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import (
    ColumnElement,
    NullPool,
    Text,
    cast,
    create_engine,
    func,
    inspect,
    select,
    text,
)

from lab.contests.judging import advance
from lab.context import build_context
from lab.experiments import batches
from lab.experiments.batches import BatchAttempt, Found, UnitFailure
from lab.link_traces import HOLDERS, SHORTEST
from lab.models import (
    Base,
    CounterexampleSearch,
    ImportedUnit,
    OwnerLimit,
    PacketWindow,
    RemoteRun,
    RemoteUnit,
    Result,
    Run,
    StoreImport,
    WorkerBeat,
)
from lab.recovery.watch import note_sweep
from lab.remote_work import tokens
from lab.settings import Settings
from lab_exec import Tail
from lab_worker.experiments.held_units import HeldUnits
from lab_worker.packets.record import record_packets
from lab_worker.process import WorkerProcess, close_process, open_process
from lab_worker.runs.execute import execute
from lab_worker.runs.reporter import RunReporter
from lab_worker.stored_digests import wrong_digests
from tests.support.classes import TEACHER, Lesson
from tests.support.experiments import batches_of, claim_batch, experiment_data
from tests.support.migrations import ALEMBIC_INI, alembic_config, upgrade
from tests.support.scenarios import scenario
from tests.support.server import connected
from tests.worker.labs.test_games import LAB, Player, published_lesson
from tests.worker.shares.support import MINE, done_experiment, done_run, share, trace
from tools.paths import PROJECT_ROOT
from tools.servers import PostgresServer, ValkeyServer

NEWRENO = PROJECT_ROOT / "sim-core" / "modules" / "newreno.wasm"
FULL = "lab_full"
OLD = "lab_old"
REVISIONS = [
    script.revision
    for script in ScriptDirectory(str(ALEMBIC_INI.parent)).walk_revisions()
    if script.revision != "base"
]
LONG_S = 300.0
"""More than the simulation does before it hands out its first tail."""

TABLES = Base.metadata.tables

Columns = dict[str, list[str]]
"""Names by table."""
Rows = dict[str, list[str]]
"""A digest of every row, sorted, by table."""

TRACED = {
    Run.scenario: Run.trace_sha256,
    **{
        getattr(holder, name): holder.trace_sha256s
        for holder in HOLDERS
        for name in ("definition", "draft", "lab")
        if hasattr(holder, name)
    },
}
"""Documents that may have traces, and what names those that are stored once."""

# Data without a place in an earlier schema is lost on the way back: by the newest such schema. On
# the way forward only 0008 deletes something: packets, which are kept for an hour.
LOST_UP_TO = {
    "0015": {"packet_window"},  # records of causes
    # Links to comparisons and experiments, with their copies.
    "0005": {"share", "run", "experiment", "experiment_cell"},
}
# Empty in this schema and in earlier ones that have the table.
EMPTY_UP_TO = {"packet_window": "0007"}


@pytest.fixture(scope="module")
def full(postgres: PostgresServer, valkey: ValkeyServer) -> Iterator[str]:
    """A database with something in every table."""
    postgres.create_database(FULL)
    url = postgres.database_url(FULL)
    upgrade(url)
    settings = Settings(
        database_url=url,
        redis_url=valkey.url,
        janitor_interval_s=1e9,
        tail_interval_s=0.0,
        log_level="WARNING",
    )
    process = open_process(settings)
    with connected(settings) as client:
        _use_a_trace(client)
        _play(client, process)
        _compute(client, process)
        _share(client, process)
        _teach(client, process)
        attempt = _fail_a_unit(client, process)
        _cancel_at_the_first_tail(client, process)
        _hear_of_elsewhere(process)
        _bring(process)
        with process.context.sessions.begin() as session:
            note_sweep(session, settings)
            # What the worker's thread says of a batch that takes longer than these.
            session.add(OwnerLimit(owner_key_hash=b"o" * 32, reason="Too much."))
            session.add(WorkerBeat(worker="word", claimed_by="word-1", beaten_at=func.now()))
            question = {"goal": "idle", "first": {"name": "cubic"}, "threshold": 0.5}
            search = CounterexampleSearch(owner_key_hash=b"o" * 32, question=question)
            search.values = [0.25, None]
            session.add(search)
    # Only now: the service's janitor would remove it.
    held = HeldUnits(process.context.sessions, attempt, stale_s=60.0)
    assert held.take(attempt.units) == [True]
    close_process()
    yield url
    postgres.drop_database(FULL)


def _hear_of_elsewhere(process: WorkerProcess) -> None:
    """A token of a worker elsewhere, and a unit and a run that it has sent."""
    with process.context.sessions.begin() as session:
        token, _ = tokens.create(session, "desk", days=1.0)
        session.add(
            RemoteUnit(
                scenario_digest="5" * 64,
                seed=1,
                behaviour_version=process.core.behaviour,
                token_id=token.id,
                batch_id=token.id,
                summary_digest="6" * 64,
                numbers_digest="7" * 64,
                is_used=False,
            )
        )
        result_id = session.scalars(select(Result.id).where(Result.done_at.is_not(None))).first()
        session.add(RemoteRun(result_id=result_id, token_id=token.id, is_drawn=False))


def _bring(process: WorkerProcess) -> None:
    """A store that is not sent to its end."""
    with process.context.sessions.begin() as session:
        brought = StoreImport(
            computed_by="Ann",
            behaviour_version=process.core.behaviour,
            core_version=process.core.version,
            layouts=[["throughput_bps"]],
            check_ratio=0.02,
        )
        session.add(brought)
        session.flush()
        session.add(
            ImportedUnit(
                import_id=brought.id,
                scenario_digest="5" * 64,
                seed=1,
                summary_digest="6" * 64,
                layout_index=0,
                values=[1e6],
            )
        )


def _traced(wanted: dict[str, Any]) -> dict[str, Any]:
    times = list(range(SHORTEST + 1))
    bottleneck = {**wanted["bottleneck"], "trace": {"opportunities_ms": times}}
    return {**wanted, "bottleneck": bottleneck}


def _use_a_trace(client: httpx.Client) -> None:
    """An experiment, a lab in two versions, a class and its student: all with the same trace."""
    wanted = experiment_data(1, 1)
    body = {"experiment": {**wanted, "base": _traced(wanted["base"])}}
    assert client.post("/api/experiments", json=body, headers=MINE).is_success
    lab = LAB.model_dump(mode="json")
    steps = [
        {**step, "scenario": _traced(step["scenario"])} if "scenario" in step else step
        for step in lab["steps"]
    ]
    body = {"draft": {**lab, "steps": [*steps, *({**step, "id": "again"} for step in steps[:1])]}}
    lab_id = client.post("/api/lab-documents", json=body, headers=TEACHER).json()["id"]
    published = client.post(f"/api/lab-documents/{lab_id}/publish", headers=TEACHER)
    assert published.is_success, published.text
    Lesson(client, lab_id=lab_id).join("Ben")


def _play(client: httpx.Client, process: WorkerProcess) -> None:
    """A lab that a user wrote and published, and a guess in its game."""
    player = Player(published_lesson(client).join("Bob"), process.context, process)
    player.compute(0)
    assert player.guess(0, player.hidden(0).algorithm).is_success


def _compute(client: httpx.Client, process: WorkerProcess) -> None:
    """Drafts, an algorithm of one's own, a run with a trace, and a run with packets."""
    traced_run = {"scenario": _traced(scenario(1.0)), "seed": 1}
    made = client.post("/api/runs", json=traced_run, headers=MINE).json()
    execute(process, UUID(made["id"]))
    module = {"content_base64": b64encode(NEWRENO.read_bytes()).decode()}
    made_how = {"source_text": "int x;", "build_line": "cc", "licence": "MIT"}
    stored = client.post("/api/algorithms/modules", json=module | made_how, headers=MINE).json()
    entry = {"sha256": stored["sha256"]}
    assert client.post("/api/league/entries", json=entry, headers=MINE).is_success
    drafts = {"drafts": [], "revision": 0}
    assert client.put("/api/drafts", json=drafts, headers=MINE).is_success
    address = f"/api/runs/{done_run(client, process)}/packets"
    assert client.get(address, params={"from_s": 1.0, "to_s": 1.1}).is_success
    with process.context.sessions() as session:
        queued = select(PacketWindow.id).where(PacketWindow.status == "queued")
        window_id = session.scalars(queued).one()
    record_packets(process, window_id)


def _share(client: httpx.Client, process: WorkerProcess) -> None:
    """Links of every kind."""
    run_ids = [done_run(client, process, seed) for seed in (8, 9)]
    share(client, kind="runs", run_ids=run_ids, traces=[trace()])
    items = [{"label": label, "run_count": 1} for label in ("eight", "nine")]
    share(client, kind="comparison", run_ids=run_ids, items=items)
    experiment_id = done_experiment(client, process, experiment_data())
    share(client, kind="experiment", experiment_id=experiment_id)


def _teach(client: httpx.Client, process: WorkerProcess) -> None:
    """A class with a list of who may join, a student's work, and what a teacher does with it."""
    lesson = Lesson(client, identifiers=["S-1"])
    pupil = lesson.join("Ann", identifier="S-1")
    pupil.put("place", {"step_id": "why"})
    assert pupil.answer("why", "The queue.").is_success
    assert pupil.predict().ask_for_run("tune").is_success
    [student] = lesson.ask("GET", "/board")["students"]
    said = {"text": "Which queue?", "points": 1.5}
    lesson.ask("PUT", f"/students/{student['id']}/feedback/why", said)
    lesson.ask("POST", "/snapshots", {"step_id": "why", "title": "Before"})
    chosen = {"kinds": ["codel", "random-beside-cubic"], "scenario_count": 3}
    lesson.ask("PUT", "/contest", {"ends_at": lesson.classroom["closes_at"], **chosen})
    module = {"content_base64": b64encode(NEWRENO.read_bytes()).decode()}
    stored = client.post("/api/algorithms/modules", json=module, headers=pupil.headers).json()
    entry = {"sha256": stored["sha256"], "title": "Mine"}
    address = f"{pupil.address}/contest/entries"
    assert client.post(address, json=entry, headers=pupil.headers).is_success
    lesson.ask("POST", "/contest/end")
    advance(process.context)


def _fail_a_unit(client: httpx.Client, process: WorkerProcess) -> BatchAttempt:
    """An experiment of one unit, which gave a reason instead of numbers."""
    wanted = experiment_data(1, 1, duration_s=3.0)
    created = client.post("/api/experiments", json={"experiment": wanted}, headers=MINE)
    [batch] = batches_of(process.context, UUID(created.json()["id"]))
    attempt = claim_batch(process.context, batch.id, core=process.core)
    assert attempt is not None
    failures = [UnitFailure(unit, "The tube is bent.") for unit in attempt.units]
    with process.context.sessions.begin() as session:
        batches.finish(session, attempt, Found(failures=failures, units=list(attempt.units)))
    return attempt


def _cancel_at_the_first_tail(client: httpx.Client, process: WorkerProcess) -> None:
    """A run that is cancelled as soon as its curves have begun keeps them in tails."""
    with process.context.sessions() as session:
        waiting = session.scalars(select(Run.id).where(Run.status == "queued")).all()
    for each in waiting:  # a message lets the run begin whose turn it is
        execute(process, each)
    body = {"scenario": scenario(LONG_S)}
    run_id = client.post("/api/runs", json=body, headers=MINE).json()["id"]
    take = RunReporter.on_tail

    def take_and_cancel(reporter: RunReporter, tail: Tail) -> None:
        take(reporter, tail)
        assert client.post(f"/api/runs/{run_id}/cancel", headers=MINE).is_success

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunReporter, "on_tail", take_and_cancel)
        execute(process, UUID(run_id))


@pytest.fixture
def old_url(postgres: PostgresServer, full: str) -> Iterator[str]:
    """A copy of it, to be taken back and forth."""
    assert full
    postgres.query("postgres", f'CREATE DATABASE "{OLD}" TEMPLATE "{FULL}"')
    yield postgres.database_url(OLD)
    postgres.drop_database(OLD)


def test_every_table_has_rows(old_url: str) -> None:
    """Who adds a table adds rows of it to `full`: an empty one would not be tested below."""
    columns = _common_columns(old_url)
    assert columns.keys() == TABLES.keys()
    assert [table for table, rows in _rows(old_url, columns).items() if not rows] == []


@pytest.mark.parametrize("revision", [pytest.param(name, id=name) for name in REVISIONS])
def test_work_of_an_earlier_schema_is_kept(
    full: str, old_url: str, valkey: ValkeyServer, revision: str
) -> None:
    config = alembic_config(old_url)
    command.downgrade(config, revision)
    columns = _common_columns(old_url)
    newest, before = _rows(full, columns), _rows(old_url, columns)
    lost = {table for last, tables in LOST_UP_TO.items() if revision <= last for table in tables}
    assert {table for table in columns if before[table] != newest[table]} == lost & columns.keys()
    empty = {table for table, last in EMPTY_UP_TO.items() if revision <= last}
    assert {table for table in columns if not before[table]} == empty & columns.keys()
    command.upgrade(config, "head")
    assert _rows(old_url, columns) == before
    assert _wrong(old_url, valkey) == []


def _common_columns(url: str) -> Columns:
    """What the database has of the columns of the newest schema."""
    found: Columns = {}
    statement = "SELECT table_name, column_name FROM information_schema.columns"
    with create_engine(url, poolclass=NullPool).connect() as connection:
        for table, column in connection.execute(
            text(f"{statement} WHERE table_schema = 'public' ORDER BY ordinal_position")
        ):
            if table in TABLES and column in TABLES[table].columns:
                found.setdefault(table, []).append(column)
    return found


def test_a_trace_that_every_document_has_is_stored_once(full: str, old_url: str) -> None:
    """Coming from a schema that had it in each of them."""
    config = alembic_config(old_url)
    command.downgrade(config, "0031")
    documents = [(each.class_.__tablename__, each.key) for each in TRACED]
    repeated = '"opportunities_ms": \\[0,1,2'
    with create_engine(old_url, poolclass=NullPool).connect() as connection:
        for table, name in documents:
            count = f"SELECT count(*) FROM {table} WHERE {name}::text ~ '{repeated}'"
            assert connection.scalar(text(count)), table
    command.upgrade(config, "head")
    with create_engine(old_url, poolclass=NullPool).connect() as connection:
        for table, name in documents:
            count = f"SELECT count(*) FROM {table} WHERE {name}::text ~ '{repeated}'"
            assert connection.scalar(text(count)) == 0, table
        assert connection.scalar(text("SELECT count(*) FROM link_trace")) == 1


def _rows(url: str, columns: Columns) -> Rows:
    """A digest of every row, of these columns only; documents with their traces in them."""
    # No connection stays: PostgreSQL copies no database that has one.
    with create_engine(url, poolclass=NullPool).connect() as connection:
        schema = inspect(connection)
        found = {}
        for table, names in columns.items():
            there = {column["name"] for column in schema.get_columns(table)}
            values = [_value(table, name, there) for name in names]
            digest = func.md5(cast(func.row(*values), Text)).label("digest")
            statement = select(digest).select_from(TABLES[table]).order_by(digest)
            found[table] = list(connection.scalars(statement))
    return found


def _value(table: str, name: str, there: set[str]) -> ColumnElement[Any]:
    """A column as it is read; what separates the values of a document makes no difference."""
    for document, digests in TRACED.items():
        if (document.class_.__tablename__, document.key) == (table, name):
            is_apart = digests.key in there
            whole = document.expression if is_apart else TABLES[table].c[name]
            return func.regexp_replace(cast(whole, Text), r"\s", "", "g")
    return TABLES[table].c[name]


def _wrong(url: str, valkey: ValkeyServer) -> list[str]:
    context = build_context(
        Settings(database_url=url, redis_url=valkey.url), application_name="test"
    )
    with context.sessions.begin() as session:
        found: list[UUID] = list(
            session.scalars(select(Result.id).where(Result.done_at.is_not(None)))
        )
        assert found
        wrong = [line for result_id in found for line in wrong_digests(session, result_id)]
    context.close()
    return wrong
