"""Series at a resolution: one time grid, one value per bucket."""

from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

SubjectName = Literal["flow", "link", "group"]


class ColumnRead(BaseModel):
    """One metric; null where a bucket has no value. `min` and `max` are those of the samples, and
    absent when each bucket is one sample. Of a group they are the bucket means of its lowest and
    its highest flow, and always there; `mean` counts every flow once. `p10` and `p90` are the 10th
    and 90th percentile of the bucket means of a group's flows, absent elsewhere; among more than
    500 flows every n-th counts for them.
    """

    mean: list[float | None]
    min: list[float | None] | None = None
    max: list[float | None] | None = None
    p10: list[float | None] | None = None
    p90: list[float | None] | None = None


class SubjectRead(BaseModel):
    """The columns of one flow or link, or of all flows of one group."""

    subject: SubjectName
    index: int
    columns: dict[str, ColumnRead]


class SeriesRead(BaseModel):
    """Samples `[from_s, to_s]` in buckets of `bucket_samples`; `time_s` is each bucket's end."""

    run_id: UUID
    sample_interval_s: float
    sample_count: int = Field(description="Samples stored so far.")
    complete: bool = Field(description="No more samples will come.")
    from_s: float
    to_s: float
    bucket_samples: int
    time_s: list[float]
    subjects: list[SubjectRead]


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
