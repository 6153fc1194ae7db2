"""Writing a run's events."""

from sqlalchemy.orm import Session

from lab.events.wakeup import wake_after_commit
from lab.models import Run, RunEvent
from lab.runs.states import EventKind


def record_event(session: Session, run: Run, kind: EventKind) -> None:
    """Number and store the present state of the row, and wake the readers after the commit.

    The caller holds the lock of the row (it has updated it, or selected it for update).
    """
    run.event_seq += 1
    _add(session, run, kind)
    wake_after_commit(session, run.id)


def record_first_event(session: Session, run: Run, kind: EventKind) -> None:
    """Store a new run with its first event. It has no readers yet."""
    run.event_seq = 1
    session.add(run)
    session.flush()
    _add(session, run, kind)


def record_silently(session: Session, run: Run, kind: EventKind) -> None:
    """The same as `record_event` without a word to the readers, whose poll finds it."""
    run.event_seq += 1
    _add(session, run, kind)


def _add(session: Session, run: Run, kind: EventKind) -> None:
    session.add(
        RunEvent(
            run_id=run.id,
            seq=run.event_seq,
            kind=kind,
            status=run.status,
            attempt=run.attempt,
            simulated_s=run.simulated_s,
            duration_s=run.duration_s,
            sample_count=run.sample_count,
            error=run.error,
        )
    )
    session.flush()
