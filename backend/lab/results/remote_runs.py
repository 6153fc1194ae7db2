"""Results that workers elsewhere have sent, and how workers of this lab check them.

Such a result is shown at once. By lot a local worker computes its run again and compares all that
is stored of it; a token that has sent something else is revoked, and the results of its workers
that are not confirmed are computed again (lab.remote_work.withdrawal).
"""

from uuid import UUID

import structlog
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab.models import RemoteRun, WorkerToken

log = structlog.get_logger("lab.remote_work")


def note(session: Session, token_id: UUID, result_id: UUID, *, is_drawn: bool) -> None:
    """In the transaction that ends the run: whose result it is, and whether it is checked."""
    session.add(RemoteRun(result_id=result_id, token_id=token_id, is_drawn=is_drawn))


def of_results(session: Session, result_ids: list[UUID]) -> dict[UUID | None, RemoteRun]:
    """By result: which of these workers elsewhere have sent."""
    found = session.scalars(select(RemoteRun).where(RemoteRun.result_id.in_(result_ids)))
    return {each.result_id: each for each in found}


def judge(session: Session, result_id: UUID, difference: str | None) -> None:
    """A local worker has computed the run again; None: all that is stored of it is the same."""
    row = session.get(RemoteRun, result_id, with_for_update=True)
    if row is None:  # deleted, or withdrawn already
        return
    row.checked_at = func.clock_timestamp()
    row.is_equal = difference is None
    session.flush()
    if difference is not None:
        name = distrust(session, row.token_id)
        log.error("remote_run_differs", token=name, result_id=str(result_id), reason=difference)


def distrust(session: Session, token_id: UUID) -> str | None:
    """Revoke a token whose worker has sent something wrong; its name."""
    return session.scalar(
        update(WorkerToken)
        .where(WorkerToken.id == token_id)
        .values(
            revoked_at=func.coalesce(WorkerToken.revoked_at, func.now()),
            distrusted_at=func.coalesce(WorkerToken.distrusted_at, func.now()),
        )
        .returning(WorkerToken.name)
    )


def equal_count(session: Session, token_id: UUID) -> int:
    """How many results of a token's workers a local one has found as well."""
    equal = select(func.count()).where(RemoteRun.token_id == token_id, RemoteRun.is_equal.is_(True))
    return session.scalar(equal) or 0
