"""What an event stream says."""

from uuid import UUID

from pydantic import BaseModel, Field

from lab.runs.schemas import RunError
from lab.runs.states import RunStatus


class RunEventRead(BaseModel):
    """The data of one event. It carries the whole state, so that the newest one is enough."""

    run_id: UUID
    seq: int = Field(description="Counts from 1 in each run, without gaps.")
    status: RunStatus
    attempt: int
    simulated_s: float
    duration_s: float
    sample_count: int
    error: RunError | None
