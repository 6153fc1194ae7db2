"""Requests and answers about the contest of a class."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, Field, field_validator

from lab.classes.schemas import Closed, Name
from lab_model.evaluation.contest import KINDS, SCENARIO_COUNT, Kind
from lab_model.patterns import SHA256

MOST_ENTRIES: Final = 5

ContestState = Literal["open", "drawing", "judging", "done"]
EntryState = Literal["entered", "waiting", "running", "paused", "done", "failed", "withdrawn"]


class ContestWrite(Closed):
    """The settings of a teacher."""

    ends_at: AwareDatetime = Field(
        description="No entry is taken from then on, and the scenarios are drawn. In the future, "
        "and not after the class closes."
    )
    entries_per_student: int = Field(default=MOST_ENTRIES, ge=1, le=MOST_ENTRIES)
    scenario_count: int = Field(default=SCENARIO_COUNT, ge=1, le=SCENARIO_COUNT)
    kinds: list[Kind] = Field(
        default=list(KINDS),
        min_length=1,
        max_length=len(KINDS),
        description="Which may be drawn, each once. There is one scenario of each; what is left of "
        "scenario_count are random ones, or, without these, the kinds again in turn.",
    )

    @field_validator("kinds")
    @classmethod
    def _are_different(cls, kinds: list[Kind]) -> list[Kind]:
        twice = sorted({kind for kind in kinds if kinds.count(kind) > 1})
        if twice:
            raise ValueError(f"'{twice[0]}' is given twice; each kind may be given once")
        return [kind for kind in KINDS if kind in kinds]


class ContestEntryWrite(Closed):
    """A stored module that is to take part."""

    sha256: Annotated[
        str,
        Field(
            pattern=SHA256,
            description="SHA-256 of the module's bytes.",
        ),
    ]
    title: Name = Field(description="As the class reads it on the wall.", min_length=1)


class Parts(BaseModel):
    """The factors of a score: geometric means over the scenarios, 1 is CUBIC's."""

    goodput: float
    delay: float
    others: float
    even: float
    delivered: float


class EntryScore(BaseModel):
    """Of an entry that is judged."""

    score: float = Field(description="1 is CUBIC.")
    low: float | None = Field(
        description="95% interval of the score over the scenarios; null: one has none."
    )
    high: float | None
    parts: Parts
    failed_run_count: int = Field(description="Scenarios without a result; each counts 0.001.")


class ContestPerson(BaseModel):
    """Whose entry it is."""

    student_id: UUID
    number: int
    names: str | None = Field(description="null: the class shows no names.")


class ContestEntryRead(BaseModel):
    """An entry, for its student and for teachers."""

    id: UUID
    title: str
    sha256: str | None = Field(description="null: withdrawn.")
    student: ContestPerson | None = Field(description="null: it is the asker's own.")
    entered_at: datetime
    state: EntryState = Field(
        description="entered: the contest is open; waiting, running: for its runs; paused: the lab "
        "has paused them; done: judged; failed: judged, and no run gave numbers; withdrawn."
    )
    finished_run_count: int = Field(description="Failed ones among them.")
    score: EntryScore | None
    failures: list[str] = Field(description="Why runs failed, or why they are paused: each once.")
    experiment_id: UUID | None = Field(
        description="Its runs, to look at and to compute again; null: they are not over."
    )


class ContestRow(BaseModel):
    """A student on the board, by the best entry."""

    place: int
    is_shared: bool
    title: str = Field(description="Of the best entry.")
    student: ContestPerson | None = Field(description="For teachers; null: not shown.")
    is_mine: bool
    entry_count: int
    score: EntryScore
    compared_with: str | None = Field(
        description="The title that this one was compared with to find its place; null: the best."
    )
    p: float | None = Field(
        description="Of that comparison, after Holm: the place is shared where it is above 0.05."
    )


class ContestKind(BaseModel):
    """Of scenarios."""

    kind: Kind
    title: str
    text: str = Field(description="Its contents, with units.")


class ContestScenario(BaseModel):
    """One of those that were drawn."""

    title: str
    kind: Literal["twin", "drawn"] = Field(
        description="twin: a known situation with other rates, RTTs and times; drawn: beside CUBIC."
    )


class ContestRead(BaseModel):
    """A contest at this moment."""

    state: ContestState = Field(
        description="open; drawing: it has ended, and its scenarios are being drawn; judging: "
        "entries are being computed, and the board is of those that are; done."
    )
    ends_at: datetime
    entries_per_student: int
    scenario_count: int
    kinds: list[ContestKind] = Field(
        description="The kinds that may be drawn, as the teacher chose."
    )
    student_count: int
    entry_count: int = Field(description="Without those that are withdrawn.")
    run_count: int = Field(description="Entries, and CUBIC in their place, times the scenarios.")
    finished_run_count: int
    seed: int | None = Field(
        description="Draws the scenarios again (`./lab contest --seed`); null: not drawn yet."
    )
    scenarios: list[ContestScenario] = Field(description="Empty: not drawn yet.")
    rows: list[ContestRow] = Field(
        description="The board; students without a judged entry are not on it."
    )
    entries: list[ContestEntryRead] = Field(
        description="For teachers all, for a student the own ones, for the wall none."
    )
    said: list[str] = Field(
        description="In words: what the score is, what is drawn, why unfairness buys nothing, how "
        "places come about."
    )
