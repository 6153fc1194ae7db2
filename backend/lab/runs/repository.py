"""Queries about runs."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Text, bindparam, cast, delete, select
from sqlalchemy.orm import Session, load_only

from lab.models import LabRun, RemoteRun, Result, Run
from lab.results import repository as results
from lab.results.explanations import TEXT_DIGEST
from lab.runs.listing import RunQuery

RunRow = tuple[Run, Result | None, RemoteRun | None]


def get(session: Session, run_id: UUID) -> RunRow | None:
    """A run with its result, and with its sender, if a worker elsewhere computed it."""
    statement = (
        select(Run, Result, RemoteRun)
        .outerjoin(Result, Run.result_id == Result.id)
        .outerjoin(RemoteRun, RemoteRun.result_id == Result.id)
        .where(Run.id == run_id)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


# Asked at every read of a run: to put the statement together took a third of the time. What else
# the row holds is loaded on demand.
_WITHOUT_SCENARIO: Final = (
    select(Run)
    .options(
        load_only(
            Run.status, Run.result_id, Run.duration_s, Run.sample_count, Run.sample_interval_s
        )
    )
    .where(Run.id == bindparam("run_id"))
)
_WITH_DIGEST: Final = _WITHOUT_SCENARIO.add_columns(TEXT_DIGEST)


def without_scenario(session: Session, run_id: UUID) -> Run | None:
    """State, result and length of a run, in one query without its large columns."""
    return session.scalar(_WITHOUT_SCENARIO, {"run_id": run_id})


def with_text_digest(session: Session, run_id: UUID) -> tuple[Run, str] | None:
    """The same, and the digest of its scenario with its labels."""
    row = session.execute(_WITH_DIGEST, {"run_id": run_id}).one_or_none()
    return None if row is None else (row[0], row[1])


def lock(session: Session, run_id: UUID, *, to_delete: bool = False) -> Run | None:
    """A run, locked to the end of the transaction. To delete it waits for a worker that is
    adding to its result (lab.runs.attempts.hold); to change it does not.
    """
    return session.scalar(
        select(Run)
        .where(Run.id == run_id)
        .with_for_update(key_share=not to_delete)
        .execution_options(populate_existing=True)
    )


def delete_hidden(session: Session, of: ColumnElement[bool]) -> None:
    """Remove the hidden runs that judge some runs of labs, and what only they hold. `of` chooses
    among rows of LabRun.
    """
    hidden = select(LabRun.run_id).where(of, LabRun.hidden_of.is_not(None))
    found = session.scalars(
        delete(Run)
        .where(Run.id.in_(hidden))
        .returning(Run.result_id)
        .execution_options(synchronize_session=False)
    ).all()
    for result_id in sorted({each for each in found if each is not None}):
        results.delete_unheld(session, result_id)


def existing_ids(session: Session, run_ids: list[UUID]) -> set[UUID]:
    """Those of the ids that are runs."""
    return set(session.scalars(select(Run.id).where(Run.id.in_(run_ids))))


# The columns of a list. JSON stays the text that is stored: nothing here reads it.
_LISTED = (
    Run.id,
    Run.status,
    Run.name,
    Run.forked_from,
    Run.share_id,
    Run.seed,
    cast(Run.scenario, Text).label("scenario"),
    Run.scenario_digest,
    Run.queue,
    Run.attempt,
    Run.predicted_packets,
    Run.simulated_s,
    Run.duration_s,
    Run.sample_count,
    Run.error,
    Run.created_at,
    Run.started_at,
    Run.finished_at,
    Result.behaviour_version,
    Result.core_version,
    RemoteRun.is_drawn,
    RemoteRun.is_equal,
    cast(Result.overview, Text).label("overview"),
)


# To name its columns for each list took a fifth of the time.
_LISTED_OF_OWNER: Final = (
    select(*_LISTED)
    .outerjoin(Result, Run.result_id == Result.id)
    .outerjoin(RemoteRun, RemoteRun.result_id == Result.id)
    .where(Run.owner_key_hash == bindparam("owner_key_hash"))
)


def page_of_owner(session: Session, owner_key_hash: bytes, query: RunQuery) -> Sequence[Row[Any]]:
    """Runs of one owner with what a list shows of each, one more than a page holds. Scenario and
    overview are JSON, unread.
    """
    statement = (
        _LISTED_OF_OWNER.where(*query.conditions()).order_by(*query.order()).limit(query.limit + 1)
    )
    return session.execute(statement, {"owner_key_hash": owner_key_hash}).all()
