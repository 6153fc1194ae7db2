"""What a worker does with a message for which its core is too old."""

import time
from typing import Any, Final
from uuid import UUID

import structlog

from lab import jobs
from lab.jobs import JobKind
from lab_worker.core_watch import newer_core
from lab_worker.process import WorkerProcess

PAUSE_S: Final = 0.2
"""Before a worker that has handed a message on takes the next one: it may be the same."""

log = structlog.get_logger("lab_worker.core")


def hand_on(process: WorkerProcess, kind: JobKind[Any], job_id: UUID) -> bool:
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
