"""Series at a resolution: one time grid, one value per bucket."""

from uuid import UUID

from pydantic import BaseModel, Field

from lab.models.series_chunk import SubjectKind


class ColumnRead(BaseModel):
    """One metric; null where a bucket has no value. `min` and `max` are absent when each bucket is
    one sample.
    """

    mean: list[float | None]
    min: list[float | None] | None = None
    max: list[float | None] | None = None


class SubjectRead(BaseModel):
    """The columns of one flow or link."""

    subject: SubjectKind
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
