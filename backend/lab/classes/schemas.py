"""Requests and answers of the API of classes, for teachers (docs/labs.md, "Classes")."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, StringConstraints

from lab_model.classroom.lab_file import MAX_STEPS
from lab_model.patterns import NO_NUL
from lab_model.scenarios.names import PRINTABLE

MAX_NAME_LENGTH = 80
MAX_ALIAS_LENGTH = 40
MAX_CODE_LENGTH = 40
MAX_SECTIONS = 20
MAX_IDENTIFIERS = 500
MAX_STUDENTS = 500
"""Of a class whose teacher has set no other bound."""
MAX_FEEDBACK_LENGTH = 4000
MAX_STEP_ID_LENGTH = 60
MIN_TIMER_S = 10
MAX_TIMER_S = 7200
MAX_DISCUSSED = 12
"""As many as a class can talk about, and more than a wall can show well."""
HELD_POINTS = (
    "Students see no points, and no feedback that has points, until you release them. Feedback "
    "without points reaches them at once."
)

OneLine = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), PRINTABLE]
Name = Annotated[OneLine, Field(max_length=MAX_NAME_LENGTH)]
Alias = Annotated[OneLine, Field(max_length=MAX_ALIAS_LENGTH)]
Code = Annotated[str, Field(min_length=1, max_length=MAX_CODE_LENGTH), PRINTABLE]
Identifier = Annotated[OneLine, Field(max_length=MAX_NAME_LENGTH)]
Sections = Annotated[list[Name], Field(max_length=MAX_SECTIONS)]
StepId = Annotated[str, Field(max_length=MAX_STEP_ID_LENGTH), PRINTABLE]


class Closed(BaseModel):
    """Refuses fields that it does not know."""

    model_config = ConfigDict(extra="forbid")


class ClassCreate(Closed):
    """A new class. It keeps the lab as it is now."""

    lab_id: str = Field(max_length=200)
    lab: dict[str, Any] | None = Field(
        default=None,
        description="A lab's file to take in place of the newest version of `lab_id`, as a class "
        "of last year had it.",
    )
    name: Name
    teacher_name: Name | None = Field(default=None, description="What co-teachers see.")
    sections: Sections = Field(default_factory=list, description="Students pick one.")
    identifiers: list[Identifier] = Field(
        default_factory=list,
        max_length=MAX_IDENTIFIERS,
        description="Who may join: students type theirs. Stored as hashes. None: anyone.",
    )
    needs_approval: bool = Field(default=False, description="You let each student in.")
    holds_back_right: bool = Field(
        default=False,
        description="Students see whether an answer to a question is right once you reveal it.",
    )
    holds_back_points: bool = Field(default=False, description=HELD_POINTS)
    most_students: Annotated[int, Field(ge=1, le=MAX_STUDENTS)] | None = Field(
        default=None, description="The most students that can join; null: 500."
    )
    shows_solutions: bool = Field(
        default=False, description="Students may read the solutions once the class has closed."
    )
    closes_at: AwareDatetime | None = Field(default=None, description="null: in 30 days.")


class ClassPatch(Closed):
    """Omitted fields stay as they are."""

    name: Name | None = None
    is_locked: bool | None = None
    is_paused: bool | None = None
    paced_step_id: StepId | None = Field(
        default=None, description="The last open step; null: students work at their own pace."
    )
    is_anonymous: bool | None = None
    wall_step_id: StepId | None = Field(
        default=None, description="What the wall shows while students work at their own pace."
    )
    revealed_step_ids: list[StepId] | None = Field(
        default=None,
        max_length=MAX_STEPS,
        description="Questions and games whose right answers the wall shows.",
    )
    needs_approval: bool | None = Field(
        default=None, description="false also lets in all who wait."
    )
    holds_back_right: bool | None = Field(
        default=None,
        description="Students see whether an answer to a question is right once you reveal it.",
    )
    holds_back_points: bool | None = Field(
        default=None, description=f"{HELD_POINTS} false releases all."
    )
    most_students: Annotated[int, Field(ge=1, le=MAX_STUDENTS)] | None = Field(
        default=None, description="The most students that can join; null: 500."
    )
    shows_solutions: bool | None = Field(
        default=None, description="Students may read the solutions once the class has closed."
    )
    sections: Sections | None = None
    experiment_id: UUID | None = Field(
        default=None,
        description="An experiment of yours that students may let their tabs compute; null: none.",
    )
    closes_at: AwareDatetime | None = None


class TimerWrite(Closed):
    """Time for a step, from now on."""

    step_id: StepId
    seconds: int = Field(ge=MIN_TIMER_S, le=MAX_TIMER_S)
    pauses_at_end: bool = Field(default=False, description="The class is paused when time is up.")


class TimerRead(BaseModel):
    """Time that a teacher has given for a step, running or over."""

    step_id: str
    ends_at: datetime = Field(description="By the server's clock; streams tell what that says.")
    pauses_at_end: bool


class DiscussionWrite(Closed):
    """Answers to discuss."""

    step_id: StepId
    student_ids: list[UUID] = Field(
        min_length=1, max_length=MAX_DISCUSSED, description="Whose answers, in this order."
    )
    shown_count: int = Field(
        ge=0, le=MAX_DISCUSSED, description="So many of them, from the first on, are on the wall."
    )


class ChosenAnswer(BaseModel):
    """An answer as it was when a teacher chose it."""

    student_id: UUID
    answer: JsonValue


class DiscussionRead(BaseModel):
    """Answers to one step that a teacher has chosen to discuss."""

    step_id: str
    answers: list[ChosenAnswer]
    shown_count: int = Field(description="So many, from the first on, are on the wall.")


class TeacherRead(BaseModel):
    """A teacher of a class."""

    id: UUID
    name: str
    is_me: bool


class ClassRead(BaseModel):
    """A class as its teachers see it."""

    id: UUID
    name: str
    code: str
    code_expires_at: datetime
    lab_id: str
    lab: dict[str, Any] = Field(
        description="The lab's file as it was when the class began, with notes and keys."
    )
    sections: list[str]
    needs_approval: bool
    has_identifiers: bool
    is_locked: bool
    is_paused: bool = Field(description="By a teacher, or because the time of a step is up.")
    timer: TimerRead | None = Field(description="null: none was started.")
    discussion: DiscussionRead | None = Field(description="null: nothing is chosen.")
    paced_step_id: str | None
    is_anonymous: bool
    wall_step_id: str | None = Field(description="null: a teacher has shown no step yet.")
    revealed_step_ids: list[str]
    has_wall_key: bool = Field(description="A link of the wall was made, and works.")
    holds_back_right: bool
    holds_back_points: bool
    most_students: int | None = Field(description="null: 500.")
    left_identifiers: list[int] = Field(
        description="Places in your list of identifiers whose students have left; they cannot join "
        "with them before you free them."
    )
    shows_solutions: bool
    experiment_id: UUID | None = Field(
        description="An experiment that tabs of students may compute; null: none."
    )
    created_at: datetime
    closes_at: datetime
    closed_at: datetime | None = Field(description="null: it is open.")
    deletes_at: datetime = Field(description="Everything about it is deleted then.")
    teachers: list[TeacherRead]
    work_revision: int = Field(description="Rises with everything that students do.")
    control_revision: int = Field(description="Rises with everything that teachers set.")
    wall_revision: int = Field(description="Rises with changes of the wall.")


class ClassCreated(BaseModel):
    """A new class, and the only time that its key is shown."""

    classroom: ClassRead
    teacher_key: str = Field(description="Makes a browser a teacher's: keep it.")


class TeacherKey(BaseModel):
    """A teacher's key, shown once."""

    teacher_key: str


class WallKey(BaseModel):
    """The key of a wall, shown once."""

    wall_key: str


class ClassListed(BaseModel):
    """A class in a teacher's list."""

    id: UUID
    name: str
    lab_title: str
    code: str
    student_count: int
    created_at: datetime
    closes_at: datetime
    closed_at: datetime | None


class TeacherJoin(Closed):
    """Another browser becomes a teacher's."""

    teacher_key: str = Field(max_length=200)
    name: Name | None = None


class StudentPatch(Closed):
    """Omitted fields stay as they are; section null: none."""

    is_approved: bool | None = None
    alias: Alias | None = None
    partners: list[Alias] | None = Field(
        default=None, description="New names of those who work with this one, all of them."
    )
    section: Name | None = None


class StudentRemoval(Closed):
    """Students who are forgotten at once."""

    student_ids: list[UUID] = Field(min_length=1, max_length=MAX_IDENTIFIERS)


class FeedbackWrite(Closed):
    """A teacher's feedback on the answer to a step."""

    text: str = Field(max_length=MAX_FEEDBACK_LENGTH, pattern=NO_NUL)
    points: float | None = Field(
        ge=0, le=1000, allow_inf_nan=False, description="null: as marked automatically."
    )


class FeedbackRead(BaseModel):
    """The same, read."""

    step_id: str
    text: str
    points: float | None = Field(description="null: as marked automatically.")
