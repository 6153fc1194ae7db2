"""Phenomena over HTTP."""

from uuid import UUID

from pydantic import BaseModel, Field

from lab_model.phenomena.phenomenon import Kind

MAX_WINDOWS = 200


class WindowRead(BaseModel):
    """A time of the run."""

    from_s: float
    to_s: float


class PhenomenonRead(BaseModel):
    """A name that applies to the run, and where to look."""

    kind: Kind
    title: str
    sentence: str = Field(description="The phenomenon, with its numbers.")
    definition: str = Field(description="When the name applies: thresholds and their reasons.")
    source: str
    flow_indices: list[int]
    windows: list[WindowRead] = Field(
        description=f"In order; the first {MAX_WINDOWS} of `window_count`."
    )
    window_count: int


class PhenomenaRead(BaseModel):
    """The phenomena of a finished run; none while it runs."""

    run_id: UUID
    complete: bool = Field(description="The run is done and was looked through.")
    examined_flow_count: int = Field(
        description="Flows whose series were examined: some of each group if there are many."
    )
    phenomena: list[PhenomenonRead]
