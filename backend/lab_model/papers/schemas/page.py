"""The list of papers, and the page of one with all of its parts."""

from typing import Any
from uuid import UUID

from lab_model.papers.claims import PaperName
from lab_model.papers.schemas.figures import FactRow, PaperFigure
from lab_model.papers.schemas.numbers import PaperEstimate, Shown, VerdictCounts
from lab_model.papers.schemas.questions import OpenQuestion, ReadingTable, Switch
from lab_model.presets.sentences import SentencePart
from lab_model.record import Record


class PaperListed(Record):
    """A paper in the list."""

    name: PaperName
    title: str
    authors: str
    published_in: str
    year: int
    url: str
    question: str
    """What it asks, in one sentence."""
    answer: list[SentencePart]
    """What our numbers answer, in one sentence."""
    verdicts: VerdictCounts
    unit_count: int
    """Simulated runs behind the page."""


class PaperList(Record):
    """The papers of the lab."""

    items: list[PaperListed]


class Note(Record):
    """A remark on the paper's own numbers."""

    title: str
    text: list[SentencePart]


class Mechanism(Record):
    """How it works, as measured."""

    arms: list[str]
    rows: list[FactRow]
    explanations: list[Note]


class OtherFinding(Record):
    """A finding of other authors, shown beside ours and never a target of ours."""

    what: str
    theirs: str
    ours: PaperEstimate | None
    shown: Shown
    note: str | None


class OtherReproduction(Record):
    """Another reproduction of the paper."""

    title: str
    explanation: str
    findings: list[OtherFinding]


class PaperExperiment(Record):
    """An experiment behind the page, or one that is offered with its size."""

    key: str
    id: UUID | None
    """Of the stored experiment, in every lab; null if no results are shipped."""
    title: str
    purpose: str
    definition: dict[str, Any]
    """As `POST /experiments` takes it."""
    cell_count: int
    unit_count: int
    is_shipped: bool
    """Its results come with the lab; else it is offered as a preset."""
    predicted_packets: int
    """Of all its units. What that takes is this machine's own: `POST /experiments/check` says."""


class SetupFact(Record):
    """One line of the paper's setting, and ours."""

    label: str
    paper: str
    ours: str


class Constant(Record):
    """A constant or an equation of the paper, and what runs here."""

    place: str
    """Table, equation or section of the paper."""
    what: str
    paper: str
    ours: str
    agrees: bool
    where: str
    """The parameter or the file that has it here."""


class Paper(Record):
    """The page of a paper."""

    name: PaperName
    title: str
    authors: str
    published_in: str
    year: int
    url: str
    question: str
    answer: list[SentencePart]
    """What our numbers answer, in one sentence."""
    summary: list[SentencePart]
    """What came out, in a few sentences with measured numbers."""
    rule: str
    """How a verdict is reached."""
    core_version: str
    unit_count: int
    setup: list[SetupFact]
    verdicts: VerdictCounts
    figures: list[PaperFigure]
    questions: list[OpenQuestion]
    switch: Switch | None
    constants: list[Constant]
    """What the paper fixes, held against what runs here."""
    readings: list[ReadingTable]
    """One for each error rate."""
    notes: list[Note]
    """Consistency of the paper's own numbers."""
    mechanism: Mechanism | None
    other: OtherReproduction | None
    experiments: list[PaperExperiment]
