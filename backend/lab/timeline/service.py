"""The rules of reading timelines."""

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab.kit.database import use_snapshot
from lab.models import Run
from lab.runs import service as runs
from lab.runs.states import OVER
from lab.series import tails
from lab.timeline import repository
from lab.timeline.schemas import EventRead, PhaseRead, TimelineRead


def read(session: Session, run_id: UUID, from_s: float, to_s: float | None) -> TimelineRead:
    """Phases that overlap the range and events within it, in the order of the simulation."""
    # A new attempt may replace the result between two queries.
    use_snapshot(session)
    return read_of(session, runs.require(session, run_id), from_s, to_s)


def read_of(session: Session, run: Run, from_s: float, to_s: float | None) -> TimelineRead:
    """The same within a transaction that sees one moment already."""
    end_s = run.duration_s if to_s is None else to_s
    phases: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    if run.result_id is not None:
        stored = repository.touching(session, run.result_id, from_s, end_s)
        behind = tails.timeline_of(session, run.result_id)
        for chunk in stored:
            phases += chunk.phases
            events += chunk.events
        for tail in behind:
            phases += tail.phases
            events += tail.events
        if behind:
            phases += behind[-1].open_phases
    return TimelineRead(
        run_id=run.id,
        complete=run.status in OVER,
        phases=[
            PhaseRead(**phase)
            for phase in phases
            if phase["start_s"] <= end_s and phase["end_s"] >= from_s
        ],
        events=[EventRead(**event) for event in events if from_s <= event["time_s"] <= end_s],
    )
