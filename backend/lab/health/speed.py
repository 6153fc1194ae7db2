"""How long runs take here by their size, measured on those that this server has finished."""

from collections import defaultdict
from statistics import median

from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.models import Result, Run
from lab.results import repository as results

NEWEST_RUNS = 500
"""Enough for a median of several sizes, and few enough to follow a machine that has changed."""
LOOKED_AT = 4
"""Results for each run that is wanted: some took a second attempt, or have lost their run."""


class SpeedOfSize(BaseModel):
    """Runs of about one size: their predicted packets lie in [from_packets, 2 x from_packets)."""

    from_packets: int
    run_count: int
    packets_per_s: float = Field(
        description="Median over these runs of predicted packets by wall time, from the claim by a "
        "worker to the stored result."
    )


class SpeedRead(BaseModel):
    """Measured speed by size: a small run is mostly start and storage, a large one the core."""

    core_version: str | None
    behaviour_version: int | None
    sizes: list[SpeedOfSize] = Field(description="By size; empty before anything was computed.")


def read(session: Session) -> SpeedRead:
    """What cores that behave as the newest have needed lately."""
    newest = results.newest_core(session)
    if newest is None:
        return SpeedRead(core_version=None, behaviour_version=None, sizes=[])
    speeds: dict[int, list[float]] = defaultdict(list)
    for packets, wall_s in newest_computed(session, newest.behaviour, NEWEST_RUNS):
        if packets > 0 and wall_s > 0:
            speeds[1 << (packets.bit_length() - 1)].append(packets / wall_s)
    return SpeedRead(
        core_version=newest.version,
        behaviour_version=newest.behaviour,
        sizes=[
            SpeedOfSize(
                from_packets=size, run_count=len(found), packets_per_s=round(median(found), 1)
            )
            for size, found in sorted(speeds.items())
        ],
    )


def newest_computed(
    session: Session, behaviour_version: int, limit: int
) -> list[tuple[int, float]]:
    """Predicted packets and wall seconds of the runs computed last with this behaviour.

    Not only by the newest core: an edit of its sources says nothing of its speed, and the newest
    runs follow it soon if it does.

    A run that shared a stored result was not computed; one that did got its result in the
    transaction that claimed it. Ids of results rise with time; a run's need not (kit.idempotency).
    Only the newest results are read, so that it takes no longer when there are many.
    """
    newest = (
        select(Result.id, Result.created_at)
        .where(Result.behaviour_version == behaviour_version, Result.done_at.is_not(None))
        .order_by(Result.id.desc())
        .limit(LOOKED_AT * limit)
        .subquery()
    )
    wall_s = func.extract("epoch", Run.finished_at - Run.started_at)
    statement = (
        select(Run.predicted_packets, wall_s)
        .join(newest, Run.result_id == newest.c.id)
        .where(
            Run.status == "done",
            Run.attempt == 1,
            newest.c.created_at == Run.started_at,
        )
        .order_by(newest.c.id.desc())
        .limit(limit)
    )
    return [(packets, float(seconds)) for packets, seconds in session.execute(statement)]
