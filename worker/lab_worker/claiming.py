"""Takes the job of a message, or passes the message on if this worker's core is too old."""

import time
from typing import Any, Final, Protocol, TypeVar
from uuid import UUID

import structlog
from sqlalchemy.orm import Session

from lab import jobs
from lab.jobs import JobKind
from lab.results.repository import Core
from lab_worker.core_watch import newer_core
from lab_worker.process import WorkerProcess

PAUSE_S: Final = 0.2
"""Before a worker that has passed a message on takes the next one: it may be the same."""

ClaimT_co = TypeVar("ClaimT_co", covariant=True)

log = structlog.get_logger("lab_worker.core")


class Claim(Protocol[ClaimT_co]):
    """Takes the job of a message, or another one whose turn it is; None if nothing waits."""

    def __call__(
        self, session: Session, job_id: UUID, /, *, worker: str, core: Core, max_attempts: int
    ) -> ClaimT_co | None:
        """Called in the transaction that claims the job."""


def claimed(
    process: WorkerProcess, kind: JobKind[Any], job_id: UUID, claim: Claim[ClaimT_co]
) -> ClaimT_co | None:
    """What this worker is to compute, or None: nothing waits, or the message was passed on."""
    process.register_core()
    with process.context.sessions.begin() as session:
        found = claim(
            session,
            job_id,
            worker=process.claim_name(),
            core=process.core,
            max_attempts=process.context.settings.max_attempts,
        )
    if found is None and not _pass_on(process, kind, job_id):
        log.info("nothing_to_do", **{f"{kind.name}_id": str(job_id)})
    return found


def _pass_on(process: WorkerProcess, kind: JobKind[Any], job_id: UUID) -> bool:
    """Whether this worker is too old for new work. The message of a waiting job then goes to the
    end of its queue, for a worker that is not.
    """
    with process.context.sessions.begin() as session:
        newer = newer_core(session, process.core)
        if newer is None:
            return False
        is_waiting = (kind.table.id == job_id) & (kind.table.status == "queued") & kind.may_begin
        jobs.enqueue(session, kind, is_waiting)
    details = {f"{kind.name}_id": str(job_id), "core": process.core.version}
    log.warning("left_to_a_newer_core", newer=newer.version, **details)
    time.sleep(PAUSE_S)
    return True
