"""Queries about results."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Row,
    bindparam,
    delete,
    exists,
    func,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.models import CoreBuild, Result, Run, SeriesChunk, TimelineChunk
from lab_model.results.overview import Overview


@dataclass(frozen=True)
class Core:
    """A build of the simulator. Results of its behaviour are valid; its version states the
    origin of a result, and decides nothing.
    """

    version: str
    behaviour: int

    @property
    def release(self) -> tuple[int, ...]:
        """The numbers before the build's own part: 0.10.2+abc is (0, 10, 2)."""
        return tuple(map(int, re.findall(r"\d+", self.version.partition("+")[0])))


SAID_AGAIN_S: Final = 4.0
PRESENT_S: Final = 20.0
"""A build that no worker has reported for so long is absent. Workers of a busy machine report
seconds late, and each change of the newest core plans all experiments anew."""


def register_core(session: Session, core: Core) -> None:
    """A worker with this build has started."""
    now = {"behaviour_version": core.behaviour, "registered_at": func.now(), "seen_at": func.now()}
    values = {"core_version": core.version, "behaviour_version": core.behaviour}
    session.execute(
        insert(CoreBuild)
        .values(values)
        .on_conflict_do_update(index_elements=[CoreBuild.core_version], set_=now)
    )


def say_present(session: Session, core: Core) -> Core | None:
    """Store that a worker with this build is running; returns the newest build (`newest_core`).

    One cheap statement: of many workers that report the same build one writes, and the others do
    not wait for its lock. The newest build is read before the write: a report counts for the next
    one.
    """
    said_before = func.now() - timedelta(seconds=SAID_AGAIN_S)
    said_lately = exists().where(
        CoreBuild.core_version == core.version,
        CoreBuild.behaviour_version == core.behaviour,
        CoreBuild.seen_at >= said_before,
    )
    says = select(literal(core.version), literal(core.behaviour)).where(~said_lately)
    statement = insert(CoreBuild).from_select(["core_version", "behaviour_version"], says)
    said = statement.on_conflict_do_update(
        index_elements=[CoreBuild.core_version],
        set_={"behaviour_version": core.behaviour, "seen_at": func.now()},
        where=CoreBuild.seen_at < said_before,
    )
    found = _in_order(session.execute(_PRESENT.add_cte(said.cte("said"))))
    return found[0] if found else None


def newest_core(session: Session) -> Core | None:
    """The newest build among the running workers, by behaviour and then by release; while none is
    running, among those that ran last. None before any worker has started.
    """
    found = _in_order(session.execute(_PRESENT))
    return found[0] if found else None


def older_cores(session: Session) -> list[Core]:
    """Builds of running workers with an older behaviour: they get no new work."""
    found = _in_order(session.execute(_PRESENT))
    return [core for core in found[1:] if core.behaviour < found[0].behaviour]


def _in_order(rows: Iterable[Row[str, int]]) -> list[Core]:
    """From the newest to the oldest."""
    cores = [Core(version, behaviour) for version, behaviour in rows]
    return sorted(cores, key=lambda core: (core.behaviour, core.release), reverse=True)


# Relative to the last report of any worker: while all workers are away, the newest core stays.
_IS_PRESENT: Final = CoreBuild.seen_at >= (
    select(func.max(CoreBuild.seen_at)).scalar_subquery() - timedelta(seconds=PRESENT_S)
)
_NEWEST_BEHAVIOUR: Final = (
    select(func.max(CoreBuild.behaviour_version)).where(_IS_PRESENT).scalar_subquery()
)


_PRESENT: Final = (
    select(CoreBuild.core_version, CoreBuild.behaviour_version)
    .where(_IS_PRESENT)
    .order_by(CoreBuild.registered_at.desc())
)


def is_not_older(core: Core) -> ColumnElement[bool]:
    """Whether no worker of a newer behaviour is running: a run is computed by the newest."""
    return literal(core.behaviour) >= func.coalesce(_NEWEST_BEHAVIOUR, core.behaviour)


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
    """Store the core's result. From here on the result is immutable."""
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
