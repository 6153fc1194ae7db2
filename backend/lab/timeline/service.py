"""The rules of reading timelines."""

from uuid import UUID

from sqlalchemy.orm import Session

from lab.kit.database import use_snapshot
from lab.runs import service as runs
from lab.runs.states import OVER
from lab.timeline import repository
from lab.timeline.schemas import EventRead, PhaseRead, TimelineRead


def read(session: Session, run_id: UUID, from_s: float, to_s: float | None) -> TimelineRead:
    """Phases that overlap the range and events within it, in the order of the simulation."""
    # A new attempt may replace the result between two queries.
    use_snapshot(session)
    run = runs.require(session, run_id)
    end_s = run.duration_s if to_s is None else to_s
    phases: list[PhaseRead] = []
    events: list[EventRead] = []
    if run.result_id is not None:
        for chunk in repository.touching(session, run.result_id, from_s, end_s):
            phases += [
                PhaseRead(**phase)
                for phase in chunk.phases
                if phase["start_s"] <= end_s and phase["end_s"] >= from_s
            ]
            events += [
                EventRead(**event) for event in chunk.events if from_s <= event["time_s"] <= end_s
            ]
    return TimelineRead(run_id=run.id, complete=run.status in OVER, phases=phases, events=events)
