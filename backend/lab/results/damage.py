"""Results of which something was lost: an error when they are read, and computed again.

A result counts the rows of its series and timeline as it becomes done. Fewer, or digests that do
not fit the stored data (`./lab verify`), are damage. Its runs then wait for a worker again. A
link shows a copy that does not change: it keeps the damaged result until an equal one takes its
place (`replace_damaged`).
"""

from typing import Final
from uuid import UUID

from sqlalchemy import and_, bindparam, delete, exists, func, select, update
from sqlalchemy.orm import Session, aliased

from lab.errors import ResultDamaged
from lab.events.recorder import record_silently
from lab.models import Result, Run
from lab.results.repository import STORED_CHUNKS, delete_unheld
from lab_model.english.numbers import are

RETRY_AFTER_S: Final = 5


_STATE: Final = select(
    Result.chunk_count, Result.damaged_at, Result.core_version, STORED_CHUNKS
).where(Result.id == bindparam("result_id"))


def require_whole(session: Session, result_id: UUID | None) -> None:
    """Raises ResultDamaged where rows of a result that is done are missing."""
    if result_id is None:
        return
    row = session.execute(_STATE, {"result_id": result_id}).one_or_none()
    if row is None:
        return
    expected, damaged_at, core_version, found = row
    if damaged_at is None and (expected is None or found >= expected):
        return
    lost = expected - found
    raise ResultDamaged(
        f"This result was stored in {expected} parts, of which {lost} {are(lost)} lost. It is "
        "computed again from its scenario and seed, "
        f"which needs a worker whose core behaves as {core_version}. Try again in a moment.",
        result_id=result_id,
        retry_after_s=RETRY_AFTER_S,
    )


def compute_again(session: Session, result_id: UUID) -> int:
    """Let the runs of a damaged result wait for a worker; how many. 0: another request was faster.

    Sends no message: the sweep finds runs that wait without one.
    """
    # Runs before results, as where a run is deleted.
    holders = session.scalars(
        select(Run)
        .where(Run.result_id == result_id, Run.status == "done")
        .order_by(Run.id)
        .with_for_update()
    ).all()
    result = session.get(Result, result_id, with_for_update=True)
    if result is None or result.done_at is None or not holders:
        return 0
    waiting = [run for run in holders if run.share_id is None]
    for run in waiting:
        _wait_again(session, run)
    if not waiting:
        waiting = [_computed_for_link(session, holders[0])]
    result.done_at = None
    result.damaged_at = func.now()
    session.flush()
    delete_unheld(session, result_id)
    return len(waiting)


def _wait_again(session: Session, run: Run) -> None:
    run.status = "queued"
    run.result_id = None
    run.attempt = run.loss_count = run.sample_count = 0
    run.simulated_s = 0.0
    run.started_at = run.finished_at = None
    run.enqueued_at = func.now()
    session.flush()
    record_silently(session, run, "state")


def _computed_for_link(session: Session, shown: Run) -> Run:
    """A run without an owner, which computes the result that the link shows again."""
    kept = ("name", "seed", "kept_scenario", "trace_sha256", "scenario_digest", "duration_s")
    also = ("sample_interval_s", "queue", "predicted_packets")
    values = {name: getattr(shown, name) for name in (*kept, *also)}
    run = Run(**values, searched_text="", status="queued", enqueued_at=func.now(), event_seq=0)
    session.add(run)
    session.flush()
    session.refresh(run)
    record_silently(session, run, "state")
    return run


def replace_damaged(session: Session, result_id: UUID) -> None:
    """A result is done: links that show an equal one which is damaged show it from now on."""
    new = aliased(Result)
    damaged = session.scalars(
        select(Result.id)
        .join(
            new,
            and_(
                Result.scenario_digest == new.scenario_digest,
                Result.seed == new.seed,
                Result.behaviour_version == new.behaviour_version,
            ),
        )
        .where(Result.damaged_at.is_not(None), new.id == result_id)
    ).all()
    if not damaged:
        return
    session.execute(update(Run).where(Run.result_id.in_(damaged)).values(result_id=result_id))
    session.execute(
        delete(Result).where(Result.id.in_(damaged), ~exists().where(Run.result_id == Result.id))
    )
