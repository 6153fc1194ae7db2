"""Requests and answers of the API of classes, for students."""

from datetime import datetime
from typing import Final
from uuid import UUID

from pydantic import BaseModel, Field

from lab.classes.schemas import (
    Alias,
    Closed,
    Code,
    FeedbackRead,
    Identifier,
    Name,
    StepId,
    TimerRead,
)

MOST_PARTNERS: Final = 3
"""Who work with a student at the same device."""

NAMES = "`Ada and Ben` where two work together."


class PlaceInClass(BaseModel):
    """A student who is in the class in this browser."""

    attempt_id: UUID
    alias: str = Field(description=NAMES)
    number: int


class ClassPreview(BaseModel):
    """Shown before joining to anyone who has entered the code."""

    name: str
    lab_title: str
    sections: list[str]
    needs_identifier: bool
    is_open: bool
    reason: str | None = Field(description="Why the class takes no students now; null: it does.")
    here: list[PlaceInClass] = Field(
        description="The students of the class in this browser, the one who came last first."
    )


class PartnerWrite(Closed):
    """A second person who works with a student at the same device."""

    alias: Alias | None = Field(default=None, description="null: one is made up.")
    identifier: Identifier | None = Field(
        default=None, description="For classes with `needs_identifier`."
    )


class ClassJoin(Closed):
    """Join a class."""

    code: Code
    alias: Alias | None = Field(default=None, description="null: one is made up.")
    identifier: Identifier | None = Field(
        default=None, description="For classes with `needs_identifier`; typed, never picked."
    )
    section: Name | None = None
    partners: list[PartnerWrite] = Field(
        default_factory=list,
        max_length=MOST_PARTNERS,
        description="Who work together with the student at this device: what one answers, all "
        "have answered.",
    )
    is_another_person: bool = Field(
        default=False,
        description="Join besides the students in this browser. false: a browser "
        "that is in the class stays the student that it was.",
    )


class ClassRecovery(Closed):
    """Go on in this browser."""

    code: Code
    recovery_code: Code


class Joined(BaseModel):
    """A student of a class."""

    class_id: UUID
    attempt_id: UUID
    alias: str = Field(description=NAMES)
    number: int
    recovery_code: str | None = Field(
        description="Shown once; with it the student continues in another browser. null: this "
        "browser was in the class already, and its code stays."
    )
    is_approved: bool


class RecoveryCode(BaseModel):
    """A new recovery code; the one before is void."""

    recovery_code: str


class HelpWrite(Closed):
    """Ask the teacher to come, or not any more."""

    asks: bool


class PlaceWrite(Closed):
    """The step that the student looks at."""

    step_id: StepId


class AliasWrite(Closed):
    """Another name in the class."""

    alias: Alias
    partners: list[Alias] | None = Field(
        default=None, description="New names of all partners; null: they stay."
    )


class AttemptClass(BaseModel):
    """The class that an attempt belongs to, as its student sees it."""

    class_id: UUID
    name: str
    alias: str = Field(description=NAMES)
    aliases: list[str] = Field(description="Of all who work here, the one who joined first.")
    number: int
    is_approved: bool
    is_paused: bool = Field(description="By a teacher, or because the time of a step is up.")
    timer: TimerRead | None = Field(description="null: none was started.")
    paced_step_id: str | None = Field(description="Steps behind it are not open; null: all are.")
    is_closed: bool
    asks_help: bool
    has_identifiers: bool = Field(
        description="A student who leaves cannot join again with the same identifier before a "
        "teacher has freed it."
    )
    held_back_step_ids: list[str] = Field(
        description="Questions of which students see later whether their answer is right: it may "
        "change until then."
    )
    holds_back_points: bool = Field(
        description="Points are given, and shown once the teacher releases them."
    )
    has_solutions: bool = Field(
        description="The class has closed, and its teacher lets students read the solutions."
    )
    contest_ends_at: datetime | None = Field(
        description="Until then modules can be entered in the contest of the class; null: it has "
        "none."
    )
    experiment_id: UUID | None = Field(
        description="An experiment of the teacher that this tab may compute, if the student lets "
        "it; null: none."
    )
    deletes_at: datetime = Field(description="Everything about the class is deleted then.")
    feedback: list[FeedbackRead]
