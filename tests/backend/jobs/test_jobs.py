"""Every kind of job: messages that come twice, late or never, and workers that were given up."""

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from threading import Barrier
from typing import Any, Final
from uuid import UUID

import pytest
from sqlalchemy import func, inspect, select, update
from sqlalchemy.orm import Session

from lab import jobs
from lab.context import Context
from lab.counterexamples import attempts as searches
from lab.counterexamples import service as counterexamples
from lab.counterexamples.attempts import Progress
from lab.counterexamples.schemas import SearchCreate
from lab.experiments import batches
from lab.experiments.batches import BatchAttempt, UnitFailure
from lab.jobs import BATCH, JOB_KINDS, PACKETS, RUN, SEARCH, Attempt, AttemptLost, JobKind, enqueue
from lab.models import (
    CounterexampleSearch,
    ExperimentBatch,
    ExperimentFailure,
    PacketWindow,
    Run,
    SweepWatch,
)
from lab.packets import attempts as packets
from lab.packets import service as packets_service
from lab.packets.service import PacketQuery
from lab.recovery import service as recovery
from lab.recovery.service import GIVE_UP, sweep
from lab.runs import attempts as runs
from tests.support.documents import result_document
from tests.support.experiments import (
    create_experiment,
    experiment_data,
    found_for,
)
from tests.support.runs import CORE, claim_run, create_run, flush_redis

MAX_ATTEMPTS = 3


def _create_batch(context: Context) -> UUID:
    """The one batch of an experiment of one unit."""
    create_experiment(context, experiment_data(cell_count=1, seed_count=1))
    with context.sessions() as session:
        return session.scalars(select(ExperimentBatch.id)).one()


def _create_window(context: Context) -> UUID:
    """A window of a run that is done."""
    run_id = create_run(context).id
    attempt = claim_run(context, run_id)
    runs.finish_done(context.sessions, attempt, result_document(attempt))
    with context.sessions.begin() as session:
        packets_service.read(session, run_id, PacketQuery(1.0, 2.0, limit=10))
    with context.sessions() as session:
        return session.scalars(select(PacketWindow.id)).one()


def _claim_run(session: Session, job_id: UUID, worker: str) -> Any:
    return runs.claim(session, job_id, worker=worker, core=CORE, max_attempts=MAX_ATTEMPTS)


def _claim_batch(session: Session, job_id: UUID, worker: str) -> Any:
    return batches.claim(session, job_id, worker=worker, core=CORE, max_attempts=MAX_ATTEMPTS)


def _claim_window(session: Session, job_id: UUID, worker: str) -> Any:
    claimed = packets.claim(session, job_id, worker=worker, core=CORE, max_attempts=MAX_ATTEMPTS)
    return None if claimed is None else claimed[0]


def _create_search(context: Context) -> UUID:
    wanted = SearchCreate.model_validate({"goal": "starve", "first": {"name": "cubic"}})
    with context.sessions.begin() as session:
        return counterexamples.create(session, secrets.token_bytes(32), wanted).id


def _claim_search(session: Session, job_id: UUID, worker: str) -> Any:
    claimed = searches.claim(session, job_id, worker=worker, core=CORE, max_attempts=MAX_ATTEMPTS)
    return None if claimed is None else claimed[0]


def _finish_run(context: Context, attempt: Any) -> None:
    runs.finish_done(context.sessions, attempt, result_document(attempt))


def _in_session(write: Callable[[Session, Any], object]) -> Callable[[Context, Any], None]:
    def run(context: Context, attempt: Any) -> None:
        with context.sessions.begin() as session:
            write(session, attempt)

    return run


def _fail_batch(session: Session, attempt: BatchAttempt) -> None:
    found = found_for([])
    found.units = list(attempt.units)
    found.failures = [UnitFailure(unit, "It broke.") for unit in attempt.units]
    batches.finish(session, attempt, found)


Write = Callable[[Context, Any], None]


@dataclass(frozen=True)
class Case:
    """How a kind is made, claimed and written."""

    create: Callable[[Context], UUID]
    claim: Callable[[Session, UUID, str], Any]
    beat: Write
    finish: Write
    fail: Write
    release: Write


CASES: Final[dict[JobKind[Any], Case]] = {
    RUN: Case(
        create=lambda context: create_run(context).id,
        claim=_claim_run,
        beat=_in_session(lambda session, attempt: runs.beat(session, attempt, 1.0)),
        finish=_finish_run,
        fail=_in_session(lambda session, attempt: runs.finish_failed(session, attempt, "c", "m")),
        release=_in_session(runs.release),
    ),
    BATCH: Case(
        create=_create_batch,
        claim=_claim_batch,
        beat=_in_session(lambda session, attempt: batches.report(session, attempt, found_for([]))),
        finish=_in_session(
            lambda session, attempt: batches.finish(session, attempt, found_for(attempt.units))
        ),
        fail=_in_session(_fail_batch),
        release=_in_session(batches.release),
    ),
    SEARCH: Case(
        create=_create_search,
        claim=_claim_search,
        beat=_in_session(searches.beat),
        finish=_in_session(
            lambda session, attempt: searches.finish(session, attempt, Progress([1.0]), None)
        ),
        fail=_in_session(lambda session, attempt: jobs.fail(session, attempt, "It broke.")),
        release=_in_session(jobs.release),
    ),
    PACKETS: Case(
        create=_create_window,
        claim=_claim_window,
        beat=_in_session(packets.beat),
        finish=_in_session(
            lambda session, attempt: packets.finish(session, attempt, b"p", is_truncated=False)
        ),
        fail=_in_session(lambda session, attempt: jobs.fail(session, attempt, "It broke.")),
        release=_in_session(jobs.release),
    ),
}

each_kind = pytest.mark.parametrize("kind", JOB_KINDS, ids=lambda kind: kind.name)


def _claim(context: Context, kind: JobKind[Any], job_id: UUID, worker: str = "worker-1") -> Any:
    with context.sessions.begin() as session:
        return CASES[kind].claim(session, job_id, worker)


def _row(context: Context, kind: JobKind[Any], job_id: UUID) -> Any:
    with context.sessions() as session:
        return session.get_one(kind.table, job_id)


def _long_ago(context: Context, kind: JobKind[Any], column: str, seconds: float = 60) -> None:
    with context.sessions.begin() as session:
        session.execute(
            update(kind.table).values({column: func.now() - timedelta(seconds=seconds)})
        )


def _lose_worker(context: Context, kind: JobKind[Any], silent_s: float = 60) -> None:
    """Without a gap in the sweeps, however slow the test is."""
    _long_ago(context, kind, "heartbeat_at", silent_s)
    _watch(context, swept_at=func.now())
    sweep(context)


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """No heartbeat would come in the meantime."""
    monkeypatch.setattr(recovery, "GRACE_S", 0.0)


def _watch(context: Context, **values: Any) -> None:
    with context.sessions.begin() as session:
        session.execute(update(SweepWatch).values(values))


def _lose_everything(context: Context, kind: JobKind[Any]) -> None:
    """The worker, and the process that sweeps."""
    _long_ago(context, kind, "heartbeat_at")
    _watch(context, swept_at=func.now() - timedelta(seconds=60))
    sweep(context)


def _queue_of(kind: JobKind[Any]) -> Any:
    return "batch" if kind in (BATCH, SEARCH) else "interactive"


def test_every_kind_is_swept_and_tested() -> None:
    assert set(GIVE_UP) == set(CASES) == set(JOB_KINDS)


@each_kind
class TestMessages:
    def test_that_come_twice_start_one_attempt(self, context: Context, kind: JobKind[Any]) -> None:
        job_id = CASES[kind].create(context)
        workers = [f"worker-{number}" for number in range(8)]
        barrier = Barrier(len(workers))

        def claim(worker: str) -> Any:
            barrier.wait()
            return _claim(context, kind, job_id, worker)

        with ThreadPoolExecutor(len(workers)) as pool:
            claims = list(pool.map(claim, workers))
        (attempt,) = [claim for claim in claims if claim is not None]
        row = _row(context, kind, job_id)
        assert (row.status, row.attempt, row.claimed_by) == ("running", 1, attempt.worker)

    def test_that_come_late_find_nothing_to_do(self, context: Context, kind: JobKind[Any]) -> None:
        job_id = CASES[kind].create(context)
        CASES[kind].finish(context, _claim(context, kind, job_id))
        row = _row(context, kind, job_id)
        assert (row.status, row.claimed_by) == ("done", None)
        assert _claim(context, kind, job_id) is None
        assert _row(context, kind, job_id).finished_at == row.finished_at is not None

    def test_for_what_is_gone_find_nothing_to_do(
        self, context: Context, kind: JobKind[Any]
    ) -> None:
        assert _claim(context, kind, UUID(int=0)) is None

    def test_that_are_lost_are_sent_again(self, context: Context, kind: JobKind[Any]) -> None:
        CASES[kind].create(context)
        flush_redis(context)
        # On a busy machine the experiment may have taken longer to make than a claim may take.
        _long_ago(context, kind, "enqueued_at", 0)
        sweep(context)
        count = context.job_queue.waiting_message_count
        assert count(_queue_of(kind)) == 0, "a worker may just be about to claim it"
        _long_ago(context, kind, "enqueued_at", 4)
        sweep(context)
        sweep(context)
        assert count(_queue_of(kind)) == 1

    def test_never_leave_for_a_row_that_is_rolled_back(
        self, context: Context, kind: JobKind[Any]
    ) -> None:
        job_id = CASES[kind].create(context)
        flush_redis(context)
        with context.sessions() as session:
            assert enqueue(session, kind, kind.table.id == job_id) == [job_id]
            session.rollback()
        assert context.job_queue.waiting_message_count(_queue_of(kind)) == 0


@each_kind
class TestLostWorker:
    def test_job_of_it_waits_for_another_with_a_message(
        self, context: Context, kind: JobKind[Any]
    ) -> None:
        job_id = CASES[kind].create(context)
        _claim(context, kind, job_id)
        flush_redis(context)
        _lose_worker(context, kind, context.settings.stale_heartbeat_s + 1)
        row = _row(context, kind, job_id)
        assert (row.status, row.attempt, row.claimed_by) == ("queued", 1, None)
        assert context.job_queue.waiting_message_count(_queue_of(kind)) == 1
        assert _claim(context, kind, job_id).number == 2

    def test_loss_of_all_else_too_counts_no_attempt(
        self, context: Context, kind: JobKind[Any], no_grace: None
    ) -> None:
        job_id = CASES[kind].create(context)
        for number in range(1, MAX_ATTEMPTS + 3):
            assert _claim(context, kind, job_id).number == 1
            _lose_everything(context, kind)
            row = _row(context, kind, job_id)
            assert (row.status, row.attempt, row.loss_count) == ("queued", 0, number)

    def test_loss_with_a_restart_of_postgresql_counts_no_attempt(
        self, context: Context, kind: JobKind[Any], no_grace: None
    ) -> None:
        job_id = CASES[kind].create(context)
        _claim(context, kind, job_id)
        _long_ago(context, kind, "heartbeat_at", 7)
        _watch(context, swept_at=func.now(), server_started_at=func.now() - timedelta(hours=1))
        sweep(context)
        row = _row(context, kind, job_id)
        assert (row.status, row.attempt) == ("queued", 0)

    def test_job_that_takes_the_whole_lab_with_it_fails_at_last(
        self, context: Context, kind: JobKind[Any], no_grace: None
    ) -> None:
        job_id = CASES[kind].create(context)
        _claim(context, kind, job_id)
        with context.sessions.begin() as session:
            session.execute(update(kind.table).values(loss_count=context.settings.max_losses - 1))
        _lose_everything(context, kind)
        assert _row(context, kind, job_id).status == "failed"

    def test_worker_that_speaks_after_a_pause_of_all_keeps_its_job(
        self, context: Context, kind: JobKind[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job_id = CASES[kind].create(context)
        attempt = _claim(context, kind, job_id)
        # What the janitor leaves a worker time for.
        monkeypatch.setattr(
            recovery.time, "sleep", lambda _seconds: CASES[kind].beat(context, attempt)
        )
        _lose_everything(context, kind)
        row = _row(context, kind, job_id)
        assert (row.status, row.attempt) == ("running", 1)

    def test_job_with_a_heartbeat_is_left_alone(self, context: Context, kind: JobKind[Any]) -> None:
        job_id = CASES[kind].create(context)
        attempt = _claim(context, kind, job_id)
        _long_ago(context, kind, "heartbeat_at", context.settings.stale_heartbeat_s - 2)
        sweep(context)
        assert _row(context, kind, job_id).status == "running"
        _long_ago(context, kind, "heartbeat_at")
        CASES[kind].beat(context, attempt)
        sweep(context)
        assert _row(context, kind, job_id).status == "running"

    def test_third_one_fails_the_job_with_the_reason(
        self, context: Context, kind: JobKind[Any]
    ) -> None:
        job_id = CASES[kind].create(context)
        for number in range(1, MAX_ATTEMPTS + 1):
            assert _claim(context, kind, job_id).number == number
            _lose_worker(context, kind)
        row = _row(context, kind, job_id)
        assert (row.status, row.attempt, row.claimed_by) == ("failed", 3, None)
        assert _claim(context, kind, job_id) is None
        with context.sessions() as session:
            reason = {
                RUN: select(Run.error["message"].as_string()),
                BATCH: select(ExperimentFailure.reason),
                PACKETS: select(PacketWindow.error),
                SEARCH: select(CounterexampleSearch.error),
            }[kind]
            assert "ended in each of 3 attempts" in session.scalars(reason).one()

    @pytest.mark.parametrize("write", ["beat", "finish", "fail", "release"])
    def test_attempt_that_was_given_up_changes_nothing_of_the_next(
        self, context: Context, kind: JobKind[Any], write: str
    ) -> None:
        job_id = CASES[kind].create(context)
        dead: Attempt[Any] = _claim(context, kind, job_id, "dead")
        _lose_worker(context, kind)
        with pytest.raises(AttemptLost):
            getattr(CASES[kind], write)(context, dead)
        assert _row(context, kind, job_id).status == "queued"
        alive = _claim(context, kind, job_id, "alive")
        before = _row(context, kind, job_id)
        with pytest.raises(AttemptLost):
            getattr(CASES[kind], write)(context, dead)
        after = _row(context, kind, job_id)
        columns = inspect(kind.table).columns.keys()
        assert [getattr(after, name) for name in columns] == [
            getattr(before, name) for name in columns
        ]
        CASES[kind].finish(context, alive)
        assert _row(context, kind, job_id).status == "done"


@each_kind
def test_attempt_that_was_given_back_is_not_counted_and_fenced_off(
    context: Context, kind: JobKind[Any]
) -> None:
    job_id = CASES[kind].create(context)
    first = _claim(context, kind, job_id, "first")
    CASES[kind].release(context, first)
    row = _row(context, kind, job_id)
    assert (row.status, row.attempt, row.claimed_by) == ("queued", 0, None)
    second = _claim(context, kind, job_id, "second")
    assert second.number == first.number
    with pytest.raises(AttemptLost):
        CASES[kind].beat(context, first)
    assert _row(context, kind, job_id).claimed_by == "second"
