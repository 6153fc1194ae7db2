"""Requests and answers of the API of labs. docs/labs.md explains labs."""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lab.classes.student_schemas import AttemptClass
from lab.runs.states import RunStatus
from lab.series.schemas import SubjectRead
from lab_model.classroom import Judgement


class LabListed(BaseModel):
    """A lab that can be begun."""

    id: str
    title: str
    summary: str = Field(description="Markdown.")
    goals: list[str] = Field(description="What a student can do afterwards.")
    minutes: int
    step_count: int


class MarkRead(BaseModel):
    """Whether an answer is right."""

    is_right: bool | None = Field(description="null: only a person can tell.")
    measured: float | list[float | None] | None = Field(
        description="What the run measured: the number, the number of each item of an order, or "
        "the positions of the options that hold."
    )


class AnswerRead(BaseModel):
    """The answer to one step."""

    step_id: str
    answer: JsonValue
    answered_at: datetime
    mark: MarkRead | None = Field(description="Of a prediction null until its run is done.")


class HiddenSeedsRead(BaseModel):
    """How many of a step's hidden runs reach its goal: each has a seed of its own, and what the
    step's ranges draw for it.
    """

    seed_count: int
    reached_count: int
    failed_count: int = Field(description="Of the others: those whose run failed.")

    @classmethod
    def of(cls, judged: Judgement | None) -> "HiddenSeedsRead | None":
        """The judgement of them."""
        hidden = None if judged is None else judged.hidden
        return None if hidden is None else cls(**asdict(hidden))


class GoalRead(BaseModel):
    """Whether a run reaches the goal of its step."""

    holds: bool = Field(description="In every hidden run as well, where the step has some.")
    is_decided: bool = Field(description="False: the run lacks a metric of the goal.")
    terms: dict[str, float | None] = Field(description="Each metric of the goal, with its value.")
    hidden: HiddenSeedsRead | None = Field(
        description="Null: the step has none, the run itself misses the goal, or no server ran it."
    )


class LabRunRead(BaseModel):
    """A run of one step."""

    step_id: str
    run_id: UUID
    settings: dict[str, JsonValue] = Field(description="The changed settings, path to value.")
    status: RunStatus
    goal: GoalRead | None = Field(
        description="Of steps with a goal, once the run is done; where it reaches the goal, once "
        "its hidden runs are over, too."
    )
    hidden_open_count: int = Field(description="Its hidden runs that are not over.")


class AttemptListed(BaseModel):
    """One way through a lab, in a list."""

    id: UUID
    lab_id: str
    title: str
    started_at: datetime
    answered_step_count: int


class GameSeries(BaseModel):
    """The visible part of a round: throughput of its flows, queue of the link. Buckets as those of
    `readSeries`.
    """

    sample_interval_s: float
    sample_count: int = Field(description="Samples stored so far.")
    complete: bool = Field(description="No more samples will come.")
    from_s: float
    to_s: float
    bucket_samples: int
    time_s: list[float]
    subjects: list[SubjectRead]


class RoundRead(BaseModel):
    """One round of a game. The hidden algorithm is null until its guess is stored."""

    index: int = Field(description="From 0.")
    guess: str | None
    algorithm: str | None


class RoundSeriesRead(RoundRead):
    """The same with the visible series."""

    status: RunStatus | None = Field(description="Of its run; null: not begun, or not kept.")
    run_id: UUID | None = Field(description="null until the guess is stored, or not kept.")
    simulated_s: float
    duration_s: float
    buffer_bytes: float | None = Field(description="Of the link; null until the run is done.")
    series: GameSeries | None = Field(description="null: not begun.")


class GameScoreRead(BaseModel):
    """Of one game."""

    right_count: int
    answered_count: int
    round_count: int
    points: float | None = Field(
        description="Of the step's points, the part of its rounds that is right; null: the class "
        "holds back points."
    )


class GameRead(BaseModel):
    """A game of an attempt."""

    step_id: str
    rounds: list[RoundRead]
    score: GameScoreRead


class AttemptRead(BaseModel):
    """One attempt at a lab: its steps, answers and runs."""

    id: UUID
    lab_id: str
    started_at: datetime
    lab: dict[str, Any] = Field(
        description="The lab's file as it was at the start, without keys, notes and solutions."
    )
    waits_for: dict[str, list[str]] = Field(
        description="By id of a step the ids of the predictions that are stored before it runs: "
        "those whose run it could show. Steps that wait for none are left out."
    )
    answers: list[AnswerRead]
    runs: list[LabRunRead] = Field(description="The latest last. Without those of games.")
    games: list[GameRead] = Field(description="One per step of this kind.")
    classroom: AttemptClass | None = Field(description="null: done alone.")


class MapCell(BaseModel):
    """The measured number of the runs of one cell."""

    x: float
    y: float
    mean: float
    low: float | None = Field(description="Of the 95 % interval of the mean; null: one value.")
    high: float | None
    count: int = Field(description="Seeds that have the number.")


class MapRead(BaseModel):
    """A map as far as it is filled."""

    cells: list[MapCell] = Field(description="Those in which a finished run has the number.")
    x_values: list[float]
    y_values: list[float]


class AttemptMapRead(MapRead):
    """The map of the whole class, or of a single attempt."""

    mine: list[tuple[float, float]] = Field(description="Cells that this attempt has run, [x, y].")


class AnswerWrite(BaseModel):
    """pick: a position; number: a number; order: positions, the largest first; curve: points
    [time_s, value]; text: a text; choice: positions.
    """

    model_config = ConfigDict(extra="forbid")

    answer: JsonValue


class GuessWrite(BaseModel):
    """One of the step's candidates."""

    model_config = ConfigDict(extra="forbid")

    guess: str = Field(max_length=60)


class LabRunCreate(BaseModel):
    """Settings of open fields, path to value; none: the step as it is given. Of a map both axes'
    paths, each with one of its values.
    """

    model_config = ConfigDict(extra="forbid")

    settings: dict[str, JsonValue] = Field(default_factory=dict, max_length=12)
