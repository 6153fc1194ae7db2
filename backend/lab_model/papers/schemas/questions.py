"""What a paper leaves open: its questions, the switch over their answers, and readings compared."""

from lab_model.papers.schemas.numbers import (
    PaperEstimate,
    PublishedNumber,
    Shown,
    Tolerance,
    Verdict,
    VerdictCounts,
)
from lab_model.presets.sentences import SentencePart
from lab_model.record import Record


class Choice(Record):
    """One answer to an open question."""

    id: str
    title: str
    meaning: str
    is_default: bool


class OpenQuestion(Record):
    """What the paper leaves open."""

    id: str
    question: str
    paper_says: str
    choices: list[Choice]
    finding: list[SentencePart]
    """What the choice changes, measured."""
    switch_position: int | None
    """Its place among the choices of the switch; null if it is not in it."""


class SwitchRow(Record):
    """A number of the main case under every combination of choices.

    The arrays are row-major over the questions in `Switch.question_ids`, the last fastest.
    """

    claim_id: str
    figure: str
    what: str
    arm: str
    published: PublishedNumber
    tolerance: Tolerance
    shown: Shown
    mean: list[float | None]
    low: list[float | None]
    high: list[float | None]
    verdicts: list[Verdict]
    tally_counts: list[int | None] | None
    """Of a number that is counted seed by seed: in how many of the switch's seeds it holds."""
    tally_what: str | None


class Switch(Record):
    """The main case under every combination of the choices that were computed."""

    question_ids: list[str]
    choice_counts: list[int]
    default_index: int
    seed_counts: list[int]
    """By combination, as the arrays of the rows."""
    rows: list[SwitchRow]
    experiment_key: str


class ReadingColumn(Record):
    """A reading of the algorithm."""

    name: str
    meaning: str
    parameters: dict[str, str | float | bool]
    is_oracle: bool
    """It needs state that flows share, which no real sender has."""
    is_host: bool
    """It is BBRv2, what FaiRTT is compared with."""
    counts: VerdictCounts
    distance: float | None
    """Root mean square of (ours - published) / half width of the tolerance over all numbers."""


class ReadingCell(Record):
    """A published number under a reading."""

    estimate: PaperEstimate
    verdict: Verdict


class ReadingRow(Record):
    """A published number under all readings."""

    claim_id: str
    figure: str
    what: str
    setting: str
    arm: str
    published: PublishedNumber
    tolerance: Tolerance
    shown: Shown
    cells: list[ReadingCell | None]
    """By column; null where the number is not the column's: BBRv2's of a reading of FaiRTT."""


class ReadingTable(Record):
    """Which reading fits: all readings against all numbers, with one error rate."""

    title: str
    error_rate: float
    columns: list[ReadingColumn]
    rows: list[ReadingRow]
