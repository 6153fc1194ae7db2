"""The worker's side of a run: claim it, keep it, finish it, under the fence of `lab.jobs`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

import psycopg
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from lab import jobs
from lab.classes import revisions
from lab.events.recorder import record_event
from lab.jobs import RUN, Attempt, AttemptLost, turns
from lab.kit.database import SessionFactory
from lab.models import Result, Run
from lab.models.result import DONE_RESULT_CONSTRAINT
from lab.results import damage
from lab.results import repository as results
from lab.results.repository import Core
from lab.runs.states import QueueName, RunStatus
from lab.runs.storage import measure
from lab.settings import Settings
from lab_model.results.overview import Overview


@dataclass(frozen=True)
class RunAttempt(Attempt[Run]):
    """The right to compute a run."""

    result_id: UUID
    core: Core
    seed: int
    scenario: dict[str, Any]
    duration_s: float
    queue: QueueName
    traceparent: str | None = None
    """Of the request for it (lab.kit.traces)."""

    @classmethod
    def of(cls, run: Run, result: Result, worker: str) -> Self:
        """That of a worker which has claimed the run, and computes this result."""
        return cls(
            kind=RUN,
            job_id=run.id,
            number=run.attempt,
            worker=worker,
            result_id=result.id,
            core=Core(result.core_version, result.behaviour_version),
            seed=run.seed,
            scenario=run.scenario,
            duration_s=run.duration_s,
            queue=run.queue,
            traceparent=run.traceparent,
        )


def claim(
    session: Session, run_id: UUID, *, worker: str, core: Core, max_attempts: int
) -> RunAttempt | None:
    """Take a waiting run, or None: it is another's, over, or gone, or a newer core is here.

    An equal result that is stored already finishes the run at once (None as well: there is
    nothing to do). The rows of a dead attempt are removed here.
    """
    run = jobs.claim(
        session,
        RUN,
        run_id,
        results.is_not_older(core),
        worker=worker,
        max_attempts=max_attempts,
        simulated_s=0.0,
        sample_count=0,
    )
    if run is None:
        return None
    dead_result_id = run.result_id
    stored = results.find_done(
        session,
        scenario_digest=run.scenario_digest,
        seed=run.seed,
        behaviour_version=core.behaviour,
    )
    begun = stored or results.begin(session, run, core)
    run.result_id = begun.id
    if dead_result_id is not None:
        session.flush()
        results.delete_unheld(session, dead_result_id)
    record_event(session, run, "state")
    if stored is not None:
        run.sample_count = stored.sample_count
        _set_done(session, run)
        return None
    return RunAttempt.of(run, begun, worker)


def claim_next(
    session: Session, run_id: UUID, *, worker: str, core: Core, max_attempts: int
) -> RunAttempt | None:
    """Claim the run whose turn it is in the queue of a run whose message came (lab.jobs.turns)."""
    next_id = turns.lock_next(session, run_id, max_attempts)
    # Nothing is free: the worker that holds the run may give it back in a moment.
    return claim(session, next_id or run_id, worker=worker, core=core, max_attempts=max_attempts)


def beat(session: Session, attempt: RunAttempt, simulated_s: float) -> None:
    """A heartbeat that says how far the attempt is."""
    run = jobs.beat(session, attempt, simulated_s=simulated_s)
    record_event(session, run, "progress")


def keep_alive(session: Session, attempt: RunAttempt) -> None:
    """A heartbeat without news, so without an event."""
    jobs.beat(session, attempt)


def hold(session: Session, attempt: RunAttempt) -> None:
    """Before anything is added to the result: keep the run from being deleted until the
    transaction ends, and let everything else be done to it. Raises AttemptLost.

    A deletion locks the run first and then its result. A worker that locked the result first, by
    adding to it, could deadlock with it.
    """
    held = session.scalar(
        select(Run.id)
        .where(*jobs.is_of(attempt))
        .with_for_update(read=True, key_share=True)
        .execution_options(populate_existing=True)
    )
    if held is None:
        raise jobs.attempt_lost(attempt)


def add_samples(
    session: Session, attempt: RunAttempt, *, sample_count: int, simulated_s: float, announce: bool
) -> None:
    """In the transaction that stores a chunk or a tail: the run has so many samples now.

    `announce` writes an event as well.
    """
    run = jobs.beat(session, attempt, sample_count=sample_count, simulated_s=simulated_s)
    if announce:
        record_event(session, run, "progress")


def finish_done(
    sessions: SessionFactory,
    attempt: RunAttempt,
    document: dict[str, Any],
    overview: Overview | None = None,
    *,
    store_last: Callable[[Session], None] | None = None,
) -> None:
    """Store the result and end the run. `store_last` adds what else belongs to the result and is
    not stored yet, in the same transaction: a user may be waiting for it.

    Another worker may have finished equal work in the meantime. Then its result is shared and this
    one is removed: equal work gives equal bytes.
    """
    try:
        with sessions.begin() as session:
            hold(session, attempt)
            if store_last is not None:
                store_last(session)
            results.complete(session, attempt.result_id, document, overview)
            damage.replace_damaged(session, attempt.result_id)
            # Last, because it locks the run: a request to cancel it must not wait for the rest.
            run = jobs.beat(session, attempt, simulated_s=document["window"]["end_s"])
            run.sample_count = document["sample_count"]
            _set_done(session, run)
    except IntegrityError as error:
        if not _is_stored_already(error):
            raise
        _share_stored_result(sessions, attempt)


def cancel(session: Session, run: Run) -> None:
    """End a locked run on request, at once: its worker finds at its next write that it lost the
    attempt, and stops. Samples that are stored stay.
    """
    _end_unfinished(session, run, "cancelled")


def finish_failed(session: Session, attempt: RunAttempt, code: str, message: str) -> None:
    """End the run with the reason, the seed and the version that repeat it."""
    run = jobs.beat(session, attempt)
    _fail(session, run, code, message, attempt.core.version)


def release(session: Session, attempt: RunAttempt) -> None:
    """Give the run back uncounted: this worker is being stopped on purpose."""
    queue_again(session, jobs.beat(session, attempt), is_counted=False)


def give_up(session: Session, run_id: UUID, settings: Settings) -> None:
    """Decide what becomes of a run whose worker is silent."""
    lost = jobs.lock_silent(session, RUN, run_id, settings)
    if lost is None:
        return
    run = lost.job
    if not lost.has_attempts:
        core_version = session.scalar(select(Result.core_version).where(Result.id == run.result_id))
        message = f"{lost.reason} The seed and version below reproduce it."
        _fail(session, run, "attempts_exhausted", message, core_version)
    else:
        queue_again(session, run, is_counted=lost.is_counted)


def queue_again(session: Session, run: Run, *, is_counted: bool) -> None:
    """Let a locked run wait for another worker."""
    jobs.wait_again(run, is_counted=is_counted)
    record_event(session, run, "state")
    jobs.enqueue(session, RUN, Run.id == run.id)


def _fail(session: Session, run: Run, code: str, message: str, core_version: str | None) -> None:
    run.error = {
        "code": code,
        "message": message,
        "seed": run.seed,
        "core_version": core_version,
    }
    _end_unfinished(session, run, "failed")


def _end_unfinished(session: Session, run: Run, status: RunStatus) -> None:
    """End a locked run before its time and keep its samples: an unfinished result, which
    no other run can get (results.find_done), without summary and digests.
    """
    # The result stays even if it has no sample yet. To delete it would be to wait for a worker
    # that is writing to it, and that waits for the run, which is locked here.
    jobs.end(run, status)
    run.turn_key = b""
    measure(session, run)
    _tell_end(session, run)


def _tell_end(session: Session, run: Run) -> None:
    record_event(session, run, "end")
    revisions.run_ended(session, run.id)


def _is_stored_already(error: IntegrityError) -> bool:
    cause = error.orig
    return isinstance(cause, psycopg.Error) and cause.diag.constraint_name == DONE_RESULT_CONSTRAINT


def _share_stored_result(sessions: SessionFactory, attempt: RunAttempt) -> None:
    with sessions.begin() as session:
        run = jobs.beat(session, attempt)
        stored = results.find_done(
            session,
            scenario_digest=run.scenario_digest,
            seed=run.seed,
            behaviour_version=attempt.core.behaviour,
        )
        if stored is None:
            # It was there a moment ago and its last holder has just deleted it. The row stays
            # as it is, its heartbeat grows old, and the next attempt computes it again.
            raise AttemptLost(f"the equal result of run {attempt.job_id} went away")
        run.result_id = stored.id
        run.sample_count = stored.sample_count
        session.flush()
        results.delete_unheld(session, attempt.result_id)
        _set_done(session, run)


def _set_done(session: Session, run: Run) -> None:
    jobs.end(run, "done")
    run.turn_key = b""
    run.simulated_s = run.duration_s
    measure(session, run)
    _tell_end(session, run)
