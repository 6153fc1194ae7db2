"""Phases and events of the flows."""

from uuid import UUID

from pydantic import BaseModel, Field


class PhaseRead(BaseModel):
    """A flow was in one phase of its algorithm from `start_s` to `end_s`."""

    flow_index: int
    start_s: float
    end_s: float
    phase: str
    reason: str = Field(description="Why it was entered.")


class EventRead(BaseModel):
    """Something that happened to a flow at one moment."""

    time_s: float
    flow_index: int
    kind: str = Field(description="rto, recovery_start, recovery_end, tail_loss_probe, ...")
    reason: str
    value: float | None = Field(
        default=None, description="Meaning by kind; absent if there is none."
    )


class TimelineRead(BaseModel):
    """What lies in the range asked for. A phase is listed once it has ended."""

    run_id: UUID
    complete: bool = Field(description="No more will come.")
    phases: list[PhaseRead]
    events: list[EventRead]
