"""The worker's side of a run: claim it, keep it, finish it.

Every function that writes repeats the fence: the row is running, in this attempt, by this
worker. An attempt that was given up (it was silent for too long) or whose run was deleted finds
no row, and gets `AttemptLost`.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from sqlalchemy import ColumnElement, and_, func, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from lab.events.recorder import record_event
from lab.kit.database import SessionFactory
from lab.models import Run
from lab.models.result import DONE_RESULT_CONSTRAINT
from lab.queue import ring_after_commit
from lab.results import repository as results
from lab.runs.states import RunStatus
from lab_model.results.overview import Overview


class AttemptLost(Exception):
    """The run is not this attempt's any more. Stop; nothing has to be undone."""


@dataclass(frozen=True)
class Attempt:
    """The right to compute a run."""

    run_id: UUID
    number: int
    worker: str
    result_id: UUID
    core_version: str
    seed: int
    scenario: dict[str, Any]


def claim(
    session: Session, run_id: UUID, *, worker: str, core_version: str, max_attempts: int
) -> Attempt | None:
    """Take a waiting run by one conditional update, or None: it is another's, over, or gone.

    An equal result that is stored already finishes the run at once (None as well: there is
    nothing to do). What a dead attempt had written is removed here.
    """
    run = session.scalar(
        update(Run)
        .where(
            Run.id == run_id,
            Run.status == "queued",
            Run.attempt < max_attempts,
        )
        .values(
            status="running",
            attempt=Run.attempt + 1,
            claimed_by=worker,
            heartbeat_at=func.now(),
            started_at=func.coalesce(Run.started_at, func.now()),
            simulated_s=0.0,
            sample_count=0,
        )
        .returning(Run)
        .execution_options(populate_existing=True)
    )
    if run is None:
        return None
    dead_result_id = run.result_id
    stored = results.find_done(
        session, scenario_digest=run.scenario_digest, seed=run.seed, core_version=core_version
    )
    begun = stored or results.begin(session, run, core_version)
    run.result_id = begun.id
    session.flush()
    if dead_result_id is not None:
        results.delete_unheld(session, dead_result_id)
    record_event(session, run, "state")
    if stored is not None:
        run.sample_count = stored.sample_count
        _set_done(session, run)
        return None
    return Attempt(
        run_id=run.id,
        number=run.attempt,
        worker=worker,
        result_id=begun.id,
        core_version=core_version,
        seed=run.seed,
        scenario=run.scenario,
    )


def beat(session: Session, attempt: Attempt, simulated_s: float) -> bool:
    """Say that the attempt lives and how far it is. False: somebody asked to cancel."""
    run = _update_own(session, attempt, simulated_s=simulated_s)
    record_event(session, run, "progress")
    return not run.cancel_requested


def keep_alive(session: Session, attempt: Attempt) -> bool:
    """A heartbeat without news, so without an event. False: somebody asked to cancel."""
    return not _update_own(session, attempt).cancel_requested


def add_samples(
    session: Session, attempt: Attempt, *, sample_count: int, simulated_s: float, announce: bool
) -> bool:
    """In the transaction that stores a chunk: the run has so many samples now.

    `announce` writes an event as well. False: somebody asked to cancel.
    """
    run = _update_own(session, attempt, sample_count=sample_count, simulated_s=simulated_s)
    if announce:
        record_event(session, run, "progress")
    return not run.cancel_requested


def finish_done(
    sessions: SessionFactory,
    attempt: Attempt,
    document: dict[str, Any],
    overview: Overview | None = None,
) -> None:
    """Store the result and end the run.

    Somebody else may have finished equal work in the meantime. Then theirs is shared and ours is
    removed: the same work gives the same bytes.
    """
    try:
        with sessions.begin() as session:
            run = _update_own(session, attempt, simulated_s=document["window"]["end_s"])
            run.sample_count = document["sample_count"]
            results.complete(session, attempt.result_id, document, overview)
            _set_done(session, run)
    except IntegrityError as error:
        if not _is_stored_already(error):
            raise
        _share_stored_result(sessions, attempt)


def finish_cancelled(session: Session, attempt: Attempt) -> None:
    """End the run on request. What it had computed is removed."""
    run = _update_own(session, attempt)
    end_without_result(session, run, "cancelled")


def finish_failed(session: Session, attempt: Attempt, code: str, message: str) -> None:
    """End the run with the reason, the seed and the version that repeat it."""
    run = _update_own(session, attempt)
    fail(session, run, code, message, attempt.core_version)


def release(session: Session, attempt: Attempt) -> None:
    """Give the run back uncounted: this worker is being stopped on purpose."""
    run = _update_own(session, attempt)
    if run.cancel_requested:
        end_without_result(session, run, "cancelled")
        return
    run.attempt -= 1
    queue_again(session, run)


def queue_again(session: Session, run: Run) -> None:
    """Let a locked run wait for another worker."""
    run.status = "queued"
    run.claimed_by = None
    run.rung_at = func.now()
    record_event(session, run, "state")
    ring_after_commit(session, run.id, run.queue)


def fail(session: Session, run: Run, code: str, message: str, core_version: str | None) -> None:
    """End a locked run as failed."""
    run.error = {
        "code": code,
        "message": message,
        "seed": run.seed,
        "core_version": core_version,
    }
    end_without_result(session, run, "failed")


def end_without_result(session: Session, run: Run, status: RunStatus) -> None:
    """End a locked run that has no result; nothing half-done stays behind."""
    unfinished_id = run.result_id
    run.status = status
    run.claimed_by = None
    run.result_id = None
    run.sample_count = 0
    run.finished_at = func.clock_timestamp()
    session.flush()
    if unfinished_id is not None:
        results.delete_unheld(session, unfinished_id)
    record_event(session, run, "end")


def _is_stored_already(error: IntegrityError) -> bool:
    cause = error.orig
    return isinstance(cause, psycopg.Error) and cause.diag.constraint_name == DONE_RESULT_CONSTRAINT


def _share_stored_result(sessions: SessionFactory, attempt: Attempt) -> None:
    with sessions.begin() as session:
        run = _update_own(session, attempt)
        stored = results.find_done(
            session,
            scenario_digest=run.scenario_digest,
            seed=run.seed,
            core_version=attempt.core_version,
        )
        if stored is None:
            # It was there a moment ago and its last holder has just deleted it. The row stays
            # as it is, its heartbeat grows old, and the next attempt computes it again.
            raise AttemptLost(f"the equal result of run {attempt.run_id} went away")
        run.result_id = stored.id
        run.sample_count = stored.sample_count
        session.flush()
        results.delete_unheld(session, attempt.result_id)
        _set_done(session, run)


def _set_done(session: Session, run: Run) -> None:
    run.status = "done"
    run.claimed_by = None
    run.simulated_s = run.duration_s
    run.finished_at = func.clock_timestamp()
    session.flush()
    record_event(session, run, "end")


def _update_own(session: Session, attempt: Attempt, **values: Any) -> Run:
    """Update the row under the fence, with a heartbeat. Raises AttemptLost if it is not ours."""
    run = session.scalar(
        update(Run)
        .where(_is_own(attempt))
        .values(heartbeat_at=func.clock_timestamp(), **values)
        .returning(Run)
        .execution_options(populate_existing=True)
    )
    if run is None:
        raise AttemptLost(f"attempt {attempt.number} of run {attempt.run_id} was given up")
    return run


def _is_own(attempt: Attempt) -> ColumnElement[bool]:
    return and_(
        Run.id == attempt.run_id,
        Run.status == "running",
        Run.attempt == attempt.number,
        Run.claimed_by == attempt.worker,
    )
