"""What the service answers about the papers.

All numbers follow from shipped data and committed claims: nothing here needs a database. Texts are
plain, without markup; a sentence comes in pieces so that its measured numbers can be set apart.
"""

from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from lab_model.papers.claims import PaperName
from lab_model.presets.sentences import SentencePart

Verdict = Literal["within", "outside", "cannot_tell", "not_checkable", "not_computed"]
AxisScale = Literal["linear", "logarithmic", "category"]

_CONFIG = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class VerdictCounts(BaseModel):
    """How many rows have which verdict."""

    model_config = _CONFIG

    within: int
    outside: int
    cannot_tell: int
    not_checkable: int
    not_computed: int


class PaperListed(BaseModel):
    """A paper in the list."""

    model_config = _CONFIG

    name: PaperName
    title: str
    authors: str
    published_in: str
    year: int
    url: str
    question: str
    """What it asks, in one sentence."""
    verdicts: VerdictCounts
    unit_count: int
    """Simulated runs behind the page."""


class PaperList(BaseModel):
    """The papers of the lab."""

    model_config = _CONFIG

    items: list[PaperListed]


class Shown(BaseModel):
    """How a number is written: `value * factor` with `digits` after the point, then the unit."""

    model_config = _CONFIG

    factor: float
    unit: str
    """May be empty."""
    digits: int


class PaperEstimate(BaseModel):
    """A mean over seeds with its 95 % interval."""

    model_config = _CONFIG

    mean: float
    low: float | None
    """Ends of the interval; null with one seed."""
    high: float | None
    seed_count: int
    average: Literal["arithmetic", "geometric"]


class PublishedNumber(BaseModel):
    """What the paper says."""

    model_config = _CONFIG

    text: str
    value: float | None
    """Null where it gives words."""


class Tolerance(BaseModel):
    """Within which bounds we call it reproduced."""

    model_config = _CONFIG

    minimum: float | None
    maximum: float | None
    text: str
    """The bounds in words, as the number is shown: `1.25 to 1.63`."""
    reason: str


class CellReference(BaseModel):
    """Which cells of which experiment a number comes from."""

    model_config = _CONFIG

    experiment_key: str
    cell_indices: list[int]


class PaperRow(BaseModel):
    """One thing that the paper says, ours beside it, and the verdict."""

    model_config = _CONFIG

    id: str
    figure: str
    setting: str
    what: str
    metric: str
    """Definition of the number, one sentence."""
    arm: str
    """Algorithm, as the paper names it."""
    reading: str | None
    """Which reading of the paper ours was computed with; null where there is only one."""
    published: PublishedNumber
    estimate: PaperEstimate | None
    difference: float | None
    """Ours less the published value, where it is a number."""
    tolerance: Tolerance | None
    verdict: Verdict
    verdict_text: str
    """The verdict with its reason, one sentence."""
    shown: Shown
    cells: list[CellReference]
    validate_rows: list[str]
    """Rows of docs/validation.md on the same finding."""
    note: str | None


class PlotAxis(BaseModel):
    """An axis of a plot."""

    model_config = _CONFIG

    label: str
    unit: str
    scale: AxisScale
    values: list[float]
    """In the unit; of a category its positions 0, 1, ..."""
    texts: list[str]


class PlotMetric(BaseModel):
    """What is plotted."""

    model_config = _CONFIG

    name: str
    label: str
    definition: str
    shown: Shown
    fair: float | None
    """The value that is fair, as measured (before the factor); null if there is none."""
    scale: Literal["linear", "logarithmic"]


class PlotSeries(BaseModel):
    """A line over the x axis; null where nothing is known."""

    model_config = _CONFIG

    name: str
    mean: list[float | None]
    low: list[float | None]
    high: list[float | None]
    cell_indices: list[int]


class PublishedMark(BaseModel):
    """A published value in a plot; x is null for one of the whole sweep: draw it across."""

    model_config = _CONFIG

    series_name: str
    x: float | None
    value: float
    text: str


class LinePlot(BaseModel):
    """Lines with interval bands."""

    model_config = _CONFIG

    kind: Literal["line"] = "line"
    id: str
    title: str
    x: PlotAxis
    y: PlotMetric
    series: list[PlotSeries]
    published: list[PublishedMark]
    experiment_key: str


class MapPlot(BaseModel):
    """A heat map: `values[i][j]` at the i-th y and the j-th x."""

    model_config = _CONFIG

    kind: Literal["map"] = "map"
    id: str
    title: str
    group: str
    """Maps of one group are shown together: the algorithm or mixture."""
    x: PlotAxis
    y: PlotAxis
    z: PlotMetric
    values: list[list[float | None]]
    low: list[list[float | None]]
    high: list[list[float | None]]
    cell_indices: list[list[int]]
    experiment_key: str


class LiveArm(BaseModel):
    """One run that the page offers to start."""

    model_config = _CONFIG

    title: str
    seed: int
    scenario: dict[str, Any]


class LiveRun(BaseModel):
    """A figure over time: runs to start side by side, and what to look at."""

    model_config = _CONFIG

    id: str
    title: str
    explanation: str
    series: list[str]
    """Metrics to draw, as the series of a run name them."""
    arms: list[LiveArm]


class PaperFigure(BaseModel):
    """A figure or table of the paper, re-made."""

    model_config = _CONFIG

    id: str
    title: str
    caption: str
    """What the paper shows there."""
    plots: list[LinePlot | MapPlot]
    live: list[LiveRun]
    rows: list[PaperRow]


class Choice(BaseModel):
    """One answer to an open question."""

    model_config = _CONFIG

    id: str
    title: str
    meaning: str
    is_default: bool


class OpenQuestion(BaseModel):
    """What the paper leaves open."""

    model_config = _CONFIG

    id: str
    question: str
    paper_says: str
    choices: list[Choice]
    finding: list[SentencePart]
    """What the choice changes, measured."""
    switch_position: int | None
    """Its place among the choices of the switch; null if it is not in it."""


class SwitchRow(BaseModel):
    """A number of the main case under every combination of choices.

    The arrays are row-major over the questions in `Switch.question_ids`, the last fastest.
    """

    model_config = _CONFIG

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


class Switch(BaseModel):
    """The main case under every combination of the choices that were computed."""

    model_config = _CONFIG

    question_ids: list[str]
    choice_counts: list[int]
    default_index: int
    seed_count: int
    rows: list[SwitchRow]
    experiment_key: str


class ReadingColumn(BaseModel):
    """A reading of the algorithm."""

    model_config = _CONFIG

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


class ReadingCell(BaseModel):
    """A published number under a reading."""

    model_config = _CONFIG

    estimate: PaperEstimate
    verdict: Verdict


class ReadingRow(BaseModel):
    """A published number under all readings."""

    model_config = _CONFIG

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


class ReadingTable(BaseModel):
    """Which reading fits: all readings against all numbers, with one error rate."""

    model_config = _CONFIG

    title: str
    error_rate: float
    columns: list[ReadingColumn]
    rows: list[ReadingRow]


class Note(BaseModel):
    """A remark on the paper's own numbers."""

    model_config = _CONFIG

    title: str
    text: list[SentencePart]


class FactRow(BaseModel):
    """A measured number per arm."""

    model_config = _CONFIG

    what: str
    metric: str
    shown: Shown
    estimates: list[PaperEstimate | None]
    """By arm."""


class Mechanism(BaseModel):
    """How it works, as measured."""

    model_config = _CONFIG

    arms: list[str]
    rows: list[FactRow]
    explanations: list[Note]


class OtherFinding(BaseModel):
    """What somebody else found, beside ours and never a target of ours."""

    model_config = _CONFIG

    what: str
    theirs: str
    ours: PaperEstimate | None
    shown: Shown
    note: str | None


class OtherReproduction(BaseModel):
    """Another reproduction of the paper."""

    model_config = _CONFIG

    title: str
    explanation: str
    findings: list[OtherFinding]


class PaperExperiment(BaseModel):
    """An experiment behind the page, or one that is offered with its cost."""

    model_config = _CONFIG

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
    """Of all its units."""
    predicted_s: float
    """One processor, with 4 million packets a second."""


class SetupFact(BaseModel):
    """One line of the paper's setting, and ours."""

    model_config = _CONFIG

    label: str
    paper: str
    ours: str


class Paper(BaseModel):
    """The page of a paper."""

    model_config = _CONFIG

    name: PaperName
    title: str
    authors: str
    published_in: str
    year: int
    url: str
    question: str
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
    readings: list[ReadingTable]
    """One for each error rate."""
    notes: list[Note]
    """Consistency of the paper's own numbers."""
    mechanism: Mechanism | None
    other: OtherReproduction | None
    experiments: list[PaperExperiment]
