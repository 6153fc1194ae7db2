"""The worker's side of a packet window: claim it, end it, under the fence of `lab.jobs`."""

from uuid import UUID

from sqlalchemy.orm import Session

from lab import jobs
from lab.jobs import PACKETS, Attempt
from lab.models import PacketWindow
from lab.results import repository as results
from lab.results.repository import Core
from lab.settings import Settings

PacketAttempt = Attempt[PacketWindow]


def claim(
    session: Session, window_id: UUID, *, worker: str, core: Core, max_attempts: int
) -> tuple[PacketAttempt, PacketWindow] | None:
    """Take a waiting window, or None: it is another's, over, or gone, or a newer core is here."""
    window = jobs.claim(
        session,
        PACKETS,
        window_id,
        results.is_not_older(core),
        worker=worker,
        max_attempts=max_attempts,
    )
    if window is None:
        return None
    return PacketAttempt(PACKETS, window.id, window.attempt, worker), window


def beat(session: Session, attempt: PacketAttempt) -> bool:
    """A heartbeat. Always True: nobody cancels a window."""
    jobs.beat(session, attempt)
    return True


def finish(session: Session, attempt: PacketAttempt, payload: bytes, *, is_truncated: bool) -> None:
    """Store what was found."""
    window = jobs.beat(session, attempt)
    window.payload = payload
    window.is_truncated = is_truncated
    jobs.end(window, "done")


def fail(session: Session, attempt: PacketAttempt, reason: str) -> None:
    """Store why nothing was found."""
    _fail(jobs.beat(session, attempt), reason)


def release(session: Session, attempt: PacketAttempt) -> None:
    """Give the window back uncounted: this worker is being stopped on purpose."""
    _queue_again(session, jobs.beat(session, attempt), is_counted=False)


def give_up(session: Session, window_id: UUID, settings: Settings) -> None:
    """Decide what becomes of a window whose worker is silent."""
    lost = jobs.lock_silent(session, PACKETS, window_id, settings)
    if lost is None:
        return
    if lost.may_go_on:
        _queue_again(session, lost.job, is_counted=lost.is_counted)
    else:
        _fail(lost.job, lost.reason)


def _queue_again(session: Session, window: PacketWindow, *, is_counted: bool) -> None:
    jobs.wait_again(window, is_counted=is_counted)
    jobs.enqueue(session, PACKETS, PacketWindow.id == window.id)


def _fail(window: PacketWindow, reason: str) -> None:
    window.error = reason
    jobs.end(window, "failed")
