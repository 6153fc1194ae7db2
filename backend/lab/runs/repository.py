"""Queries about runs."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session, defer

from lab.models import Result, Run
from lab.runs.listing import RunQuery
from lab.runs.states import RunStatus

RunRow = tuple[Run, Result | None]


def get(session: Session, run_id: UUID) -> RunRow | None:
    """A run with what it holds."""
    statement = (
        select(Run, Result).outerjoin(Result, Run.result_id == Result.id).where(Run.id == run_id)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], row[1])


def result_of(session: Session, run_id: UUID) -> tuple[RunStatus, UUID | None] | None:
    """State and result of a run, without what else its row holds."""
    row = session.execute(select(Run.status, Run.result_id).where(Run.id == run_id)).one_or_none()
    return None if row is None else (row.status, row.result_id)


def lock(session: Session, run_id: UUID, *, to_delete: bool = False) -> Run | None:
    """A run, locked to the end of the transaction. To delete it is to wait for a worker that is
    adding to its result (lab.runs.attempts.hold); to change it is not.
    """
    return session.scalar(
        select(Run)
        .where(Run.id == run_id)
        .with_for_update(key_share=not to_delete)
        .execution_options(populate_existing=True)
    )


def existing_ids(session: Session, run_ids: list[UUID]) -> set[UUID]:
    """Those of the ids that are runs."""
    return set(session.scalars(select(Run.id).where(Run.id.in_(run_ids))))


def page_of_owner(session: Session, owner_key_hash: bytes, query: RunQuery) -> list[RunRow]:
    """Runs of one owner, one more than a page holds, without their result documents."""
    statement = (
        select(Run, Result)
        .outerjoin(Result, Run.result_id == Result.id)
        .options(defer(Result.document))
        .where(Run.owner_key_hash == owner_key_hash, *query.conditions())
        .order_by(*query.order())
        .limit(query.limit + 1)
    )
    return [(run, result) for run, result in session.execute(statement)]
