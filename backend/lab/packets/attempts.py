"""The worker's side of a packet window: claim it, end it, under the fence of `lab.jobs`."""

from uuid import UUID

from sqlalchemy.orm import Session

from lab import jobs
from lab.jobs import PACKETS, Attempt
from lab.models import PacketWindow
from lab.results import repository as results
from lab.results.repository import Core

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
    """A heartbeat. Always True: a window cannot be cancelled."""
    jobs.beat(session, attempt)
    return True


def finish(session: Session, attempt: PacketAttempt, payload: bytes, *, is_truncated: bool) -> None:
    """Store the recorded events or causes."""
    window = jobs.beat(session, attempt)
    window.payload = payload
    window.is_truncated = is_truncated
    jobs.end(window, "done")
