"""Queries about results."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from sqlalchemy import bindparam, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.models import CoreBuild, Result, Run, SeriesChunk, TimelineChunk
from lab_model.results.overview import Overview


@dataclass(frozen=True)
class Core:
    """A build of the simulator. What is stored of its behaviour is valid; its version says where
    something came from, and decides nothing.
    """

    version: str
    behaviour: int


def register_core(session: Session, core: Core) -> None:
    """A worker with this build has started: it is the newest now."""
    statement = insert(CoreBuild).values(
        core_version=core.version, behaviour_version=core.behaviour
    )
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[CoreBuild.core_version],
            set_={"behaviour_version": core.behaviour, "registered_at": func.now()},
        )
    )


def newest_core(session: Session) -> Core | None:
    """The build registered last; None before any worker has started."""
    row = session.execute(
        select(CoreBuild.core_version, CoreBuild.behaviour_version)
        .order_by(CoreBuild.registered_at.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else Core(*row)


_NEWEST_BEHAVIOUR: Final = (
    select(CoreBuild.behaviour_version)
    .order_by(CoreBuild.registered_at.desc())
    .limit(1)
    .scalar_subquery()
)
_DONE: Final = (
    select(Result)
    .where(
        Result.scenario_digest == bindparam("scenario_digest"),
        Result.seed == bindparam("seed"),
        Result.behaviour_version
        == func.coalesce(
            bindparam("behaviour_version", type_=Result.behaviour_version.type), _NEWEST_BEHAVIOUR
        ),
        Result.done_at.is_not(None),
    )
    .with_for_update(read=True, key_share=True)
)


def find_done(
    session: Session, *, scenario_digest: str, seed: int, behaviour_version: int | None = None
) -> Result | None:
    """The stored result of this work, locked so that it stays until the transaction ends. Without
    a version that of a core which behaves as the newest.
    """
    wanted = {
        "scenario_digest": scenario_digest,
        "seed": seed,
        "behaviour_version": behaviour_version,
    }
    return session.scalar(_DONE, wanted)


def begin(session: Session, run: Run, core: Core) -> Result:
    """An unfinished result for one attempt of a run."""
    result = Result(
        scenario_digest=run.scenario_digest,
        seed=run.seed,
        core_version=core.version,
        behaviour_version=core.behaviour,
        duration_s=run.duration_s,
        sample_interval_s=run.sample_interval_s,
    )
    session.add(result)
    session.flush()
    return result


_SERIES_ROWS, _TIMELINE_ROWS = (
    select(func.count()).where(table.result_id == Result.id).correlate(Result).scalar_subquery()
    for table in (SeriesChunk, TimelineChunk)
)
STORED_CHUNKS: Final = _SERIES_ROWS + _TIMELINE_ROWS
"""Of a statement about results: the rows of the series and the timeline of each."""


def complete(
    session: Session, result_id: UUID, document: dict[str, Any], overview: Overview | None
) -> None:
    """Fill in what the core returned. From here on the result is immutable."""
    session.execute(
        update(Result)
        .where(Result.id == result_id, Result.done_at.is_(None))
        .values(
            document=document,
            overview=overview,
            series_digest=document["series_digest"],
            summary_digest=document["summary_digest"],
            sample_count=document["sample_count"],
            chunk_count=STORED_CHUNKS,
            done_at=func.now(),
        )
    )


def delete_unheld(session: Session, result_id: UUID) -> None:
    """Remove a result, with its chunks, if no run holds it any more.

    The lock keeps new holders away (their foreign key needs to share it), so that the question
    asked after it has a lasting answer.
    """
    session.execute(select(Result.id).where(Result.id == result_id).with_for_update())
    session.execute(
        delete(Result).where(Result.id == result_id, ~exists().where(Run.result_id == Result.id))
    )
