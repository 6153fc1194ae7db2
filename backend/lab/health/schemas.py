"""Answers to health checks."""

from typing import Literal

from pydantic import BaseModel, Field


class HealthRead(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class ReadyRead(BaseModel):
    """Each part the service needs: `ok`, or the fault."""

    ready: bool
    database: str
    migrations: str
    broker: str
    workers: str = Field(
        default="unknown",
        description="`ok`, or which workers are missing. Changes neither `ready` nor the status: "
        "the lab answers and keeps what it is asked to compute until a worker comes.",
    )
    core_version: str | None = Field(
        default=None,
        description="Build of the simulator that computes new runs: the newest among the workers "
        "that are here, or were here last; null before a worker started.",
    )
    behaviour_version: int | None = Field(
        default=None,
        description="What that build computes: raised when a run gives other numbers.",
    )
    older_core_versions: list[str] = Field(
        default=[],
        description="Builds of workers that are here as well and behave as an older one: they are "
        "given no new work, so that all runs are of one behaviour.",
    )
