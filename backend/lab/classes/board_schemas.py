"""What teachers see of a class at work."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lab.classes.schemas import TimerRead
from lab.labs.schemas import HiddenSeedsRead, MapRead
from lab.runs.states import RunStatus
from lab.series.schemas import SubjectRead
from lab_model.patterns import NO_NUL

StepState = Literal["none", "working", "done", "right", "wrong"]


class BoardStep(BaseModel):
    """A column of the board."""

    id: str
    title: str
    kind: str


class StudentStep(BaseModel):
    """One student at one step."""

    state: StepState = Field(
        description="done: answered or run, and not marked as right or wrong. A goal that "
        "is still missed is `working`."
    )
    attempt_count: int = Field(description="Runs; of a game its guesses.")
    points: float | None = Field(description="null: not marked yet.")


class StudentRead(BaseModel):
    """A row of the board."""

    id: UUID
    number: int
    alias: str | None = Field(
        description="`Ada and Ben` where two work together; null: names are hidden."
    )
    aliases: list[str] = Field(description="Of each at this place; empty: names are hidden.")
    section: str | None
    identifier_numbers: list[int] = Field(
        description="Places in the list of identifiers, from 1; empty: none, or names are hidden."
    )
    is_approved: bool
    rejoin_count: int = Field(
        description="So often has this browser left the class before; wrong answers went with it."
    )
    shares_browser_with: list[int] = Field(
        description="Numbers of other students in the same browser; a private window is another."
    )
    asks_help: bool
    is_stuck: bool = Field(
        description="At a step for more than three times its minutes, or five runs missed a goal."
    )
    last_seen_at: datetime
    joined_at: datetime
    at_step_id: str | None
    points: float
    steps: dict[str, StudentStep]


class BoardRead(BaseModel):
    """A class by students and steps."""

    work_revision: int
    control_revision: int
    steps: list[BoardStep]
    students: list[StudentRead]


class ClassAnswer(BaseModel):
    """The answer of one student."""

    student_id: UUID
    number: int
    alias: str | None
    answer: JsonValue
    is_right: bool | None = Field(description="null: not known yet, or only a person can tell.")
    points: float | None
    answered_at: datetime


class StudentFeedback(BaseModel):
    """A teacher's feedback to one student."""

    student_id: UUID
    text: str
    points: float | None = Field(description="Given by hand; null: as marked automatically.")


class Tallied(BaseModel):
    """How many gave one answer."""

    label: str
    count: int
    is_right: bool | None


class TruthCurve(BaseModel):
    """A reference value of a curve."""

    time_s: list[float]
    values: list[float | None]


class Truth(BaseModel):
    """The right answer, if known: that of a prediction once anyone has run its step."""

    number: float | None = None
    positions: list[int] | None = Field(
        default=None, description="Right options, or an order with the largest first."
    )
    curve: TruthCurve | None = None


class ClassRun(BaseModel):
    """One attempt at a step, with its evidence."""

    student_id: UUID
    number: int
    alias: str | None
    run_id: UUID
    settings: dict[str, JsonValue]
    status: RunStatus
    holds: bool | None = Field(description="Whether it reaches the goal; null: not known, or none.")
    terms: dict[str, float | None]
    hidden: HiddenSeedsRead | None = Field(description="As students see it.")


class GamePlayer(BaseModel):
    """One student in a game, once something is guessed."""

    student_id: UUID
    number: int
    alias: str | None
    right_count: int
    answered_count: int


class GameBoard(BaseModel):
    """A class in a game. For its teachers, with the hidden algorithms."""

    rounds: int
    table: dict[str, dict[str, int]] = Field(
        description="How often each algorithm (outer key) was taken for each (inner key)."
    )
    scores: list[GamePlayer] = Field(description="Of a wall: none.")
    class_right_ratio: float | None = Field(description="Of all guesses; null: none yet.")


class StepBoardRead(BaseModel):
    """A class at one step."""

    step_id: str
    answers: list[ClassAnswer]
    tally: list[Tallied] = Field(description="Of pick, choice and order.")
    truth: Truth
    runs: list[ClassRun]
    map: MapRead | None
    # Snapshots have no feedback, and those from before there were games none of these.
    game: GameBoard | None = None
    feedback: list[StudentFeedback] = Field(
        default_factory=list, description="Of a wall and of snapshots: none."
    )


class WallAnswer(BaseModel):
    """One answer; a wall does not say whose."""

    answer: JsonValue


class WallGame(BaseModel):
    """A class in a game, on a wall."""

    guess_count: int
    right_count: int
    table: dict[str, dict[str, int]] | None = Field(
        description="Guesses (inner key) by the hidden algorithm (outer key); null: not revealed."
    )


class WallTry(BaseModel):
    """Settings that a student tried at a goal, and their result; a wall does not say whose."""

    settings: dict[str, JsonValue] = Field(description="What differs from the step as given.")
    holds: bool
    terms: dict[str, float | None]


class RunCurves(BaseModel):
    """The series of a run step as it is given, as `SeriesRead` has them."""

    seed: int
    buffer_bytes: int = Field(description="Of the bottleneck.")
    sample_interval_s: float
    bucket_samples: int
    time_s: list[float]
    subjects: list[SubjectRead]


class WallStep(BaseModel):
    """The part of a step that a wall may show."""

    step_id: str
    answers: list[WallAnswer]
    tally: list[Tallied]
    truth: Truth
    tolerance_ratio: float | None = Field(
        description="Within this part of `truth.number` an answer is right; null: no such number."
    )
    runner_count: int = Field(description="Students with a run of it.")
    reached_count: int = Field(description="Those of them who have reached its goal.")
    tried: list[WallTry] | None = Field(
        description="Settings against results; null: no goal, or it is not revealed."
    )
    map: MapRead | None
    game: WallGame | None


class WallDiscussion(BaseModel):
    """Answers that a teacher shows, in the teacher's order."""

    step_id: str
    answers: list[WallAnswer]
    left_count: int = Field(description="Chosen, and not shown yet.")


class WallRead(BaseModel):
    """A class on a wall, without names and without results that are not revealed."""

    name: str
    code: str | None = Field(description="What students type to join; null: the class has ended.")
    is_locked: bool
    is_paused: bool
    timer: TimerRead | None = Field(description="null: none was started.")
    is_closed: bool
    lab: dict[str, Any] = Field(description="As students get it.")
    step_id: str = Field(description="The step that is shown.")
    student_count: int
    done_count: int = Field(description="Students who are done with the step.")
    steps: list[WallStep] = Field(
        description="The step, or the predictions about its run; none as long as they are hidden."
    )
    discussion: WallDiscussion | None = Field(
        description="Shown instead of all answers to its step; null: none is shown."
    )
    curves: RunCurves | None = Field(
        description="Of a run step, once a student has its result; null at any other step."
    )


class SnapshotWrite(BaseModel):
    """Keep the answers to a step as they are."""

    model_config = ConfigDict(extra="forbid")

    step_id: str = Field(max_length=60)
    title: str = Field(max_length=200, pattern=NO_NUL)


class SnapshotRead(BaseModel):
    """Answers as they were, without names."""

    id: UUID
    step_id: str
    title: str
    content: StepBoardRead
    created_at: datetime
