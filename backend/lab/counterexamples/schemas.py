"""Requests and answers about searches."""

from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from lab.models.counterexample import SearchStatus
from lab_model.scenarios.algorithm_choice import AlgorithmChoice

MOST_TRIES: Final = 960
"""A quarter of an hour of one process, as a rule."""

SearchGoal = Literal["starve", "idle", "queue", "change"]


class SearchCreate(BaseModel):
    """The goal and the algorithms of a search."""

    model_config = ConfigDict(extra="forbid")

    goal: SearchGoal = Field(
        description="starve: a flow of `first` gets more than one of `second`. idle: the link is "
        "idle. queue: the queue stands. change: `first` and `after` differ most."
    )
    first: AlgorithmChoice = Field(description="A; of a change, as it is before.")
    second: AlgorithmChoice | None = Field(
        default=None, description="B, which runs beside A; left out: the same as A."
    )
    after: AlgorithmChoice | None = Field(
        default=None, description="Of a change, and only of one: A as it is afterwards."
    )
    threshold: float | None = Field(
        default=None,
        gt=0,
        le=1e6,
        allow_inf_nan=False,
        description="From which value on; left out: 10 times as much (starve), 0.5 of the time "
        "(idle), 2 of the smallest base RTT (queue), a factor of 2 (change).",
    )
    tries: int = Field(default=480, ge=1, le=MOST_TRIES, description="Situations that are tried.")
    seed: int = Field(default=1, ge=0, le=2**53 - 1, description="Of the search.")


class FoundSetting(BaseModel):
    """A setting of the situation that is not plain."""

    setting: str
    text: str = Field(description="Its value here, with unit.")
    plain_text: str = Field(description="Its value in the plain situation.")


class FoundChain(BaseModel):
    """The chain of causes of a flow, with the first of the fresh seeds."""

    flow: str
    sentences: list[str]


class FoundSituation(BaseModel):
    """The simplest situation found, and what fresh seeds say of it."""

    settings: list[FoundSetting] = Field(description="Empty: it is the plain situation.")
    seeds: list[int] = Field(description="Fresh ones: no decision of the search has seen them.")
    values: list[float] = Field(description="One per seed.")
    mean: float = Field(description="Geometric.")
    low: float = Field(description="Lower end of its 95% interval.")
    high: float = Field(description="Upper end.")
    is_confirmed: bool = Field(description="The whole interval lies beyond the threshold.")
    scenario: dict[str, Any] = Field(description="Of a change: with A as it is afterwards.")
    why: list[FoundChain] = Field(description="Empty where a module takes part.")


class SearchRead(BaseModel):
    """A search, its progress and its result."""

    id: UUID
    status: SearchStatus
    question: SearchCreate = Field(description="As asked, with its threshold.")
    titles: list[str] = Field(description="A, B and, of a change, A afterwards.")
    tried_count: int = Field(description="Situations so far.")
    run_count: int = Field(description="Runs so far.")
    failed_count: int = Field(description="Runs that failed; their situations count as not found.")
    failure: str | None = Field(description="Why the last of them failed.")
    sentence: str | None = Field(description="The result, once it is done.")
    situation: FoundSituation | None = Field(
        description="Null: none, or not yet. Not confirmed: the nearest to the threshold."
    )
    error: str | None = Field(description="Why the search failed.")
    behaviour_version: int | None
    core_version: str | None
    is_mine: bool = Field(description="The key of the request may cancel it.")
    created_at: datetime
    finished_at: datetime | None
