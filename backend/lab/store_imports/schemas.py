"""Requests and answers about runs that are imported into an experiment."""

from pydantic import BaseModel, ConfigDict, Field

from lab.remote_work.schemas import MOST_LAYOUTS, LayoutReport


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ImportBegin(_Asked):
    """The announcement of an import."""

    core_version: str = Field(min_length=1, max_length=100, description="That computed it.")
    behaviour_version: int = Field(
        ge=-(2**53), le=2**53, description="Of every run; it must be the experiment's."
    )
    computed_by: str = Field(
        default="",
        max_length=200,
        description="Who computed it, in your words; all readers see it.",
    )
    check_ratio: float | None = Field(
        default=None,
        gt=0,
        le=1,
        description="The share that the lab computes again: more than it would, if you like.",
    )


class ImportPart(_Asked):
    """Some of the runs. Sent again, they count once."""

    layouts: list[LayoutReport] = Field(min_length=1, max_length=MOST_LAYOUTS)
