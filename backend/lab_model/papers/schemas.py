"""What the service answers about the papers.

All numbers follow from shipped data and committed claims, without a database. Texts have no markup.
"""

from typing import Any, Literal
from uuid import UUID

from lab_model.papers.claims import PaperName
from lab_model.papers.seed_agreement import SeedAgreement
from lab_model.presets.sentences import SentencePart
from lab_model.record import Record

Verdict = Literal["within", "mixed", "outside", "cannot_tell", "not_checkable", "not_computed"]
Cause = Literal["few_seeds", "on_bound"]
"""Why a claim is inconclusive: too few seeds, or a value that lies on a bound."""
AxisScale = Literal["linear", "logarithmic", "category"]


class VerdictCounts(Record):
    """How many rows have which verdict."""

    within: int
    mixed: int
    outside: int
    cannot_tell: int
    not_checkable: int
    not_computed: int


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


class Shown(Record):
    """How a number is written: `value * factor` with `digits` after the point, then the unit."""

    factor: float
    unit: str
    digits: int


class PaperEstimate(Record):
    """A mean over seeds with its 95 % interval."""

    mean: float
    low: float | None
    """Ends of the interval; null with one seed."""
    high: float | None
    seed_count: int
    average: Literal["arithmetic", "geometric"]


class PublishedNumber(Record):
    """What the paper says."""

    text: str
    value: float | None
    """Null where it gives words."""


class Tolerance(Record):
    """Within which bounds we call it reproduced."""

    minimum: float | None
    maximum: float | None
    text: str
    """The bounds in words, as the number is shown: `1.25 to 1.63`."""
    reason: str


class CellReference(Record):
    """Which cells of which experiment a number comes from."""

    experiment_key: str
    cell_indices: list[int]


class Stratum(Record):
    """One of the conditions that a claim covers."""

    label: str
    """Its points: `2 ms, 1 of 10`."""
    estimate: PaperEstimate | None
    verdict: Verdict
    cause: Cause | None


class Strata(Record):
    """A number condition by condition."""

    axes: list[str]
    """What differs between them."""
    decides: bool
    """The verdict is theirs; else the paper's number is itself an average over them."""
    average_reason: str | None
    """The paper's words that make it an average."""
    counts: VerdictCounts
    items: list[Stratum]


class SeedTally(Record):
    """In how many seeds something holds, seed beside seed."""

    count: int
    seed_count: int
    what: str
    probability: float | None
    """Of a count at least as far from one half if both sides were equally likely: sign test. Null
    where only the count was kept."""


class PaperRow(Record):
    """One thing that the paper says, ours beside it, and the verdict."""

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
    cause: Cause | None
    """Why the claim is inconclusive."""
    seeds_needed: int | None
    """Seeds that would decide every condition; null: these do, or no number is likely to."""
    strata: Strata | None
    """Null where the number comes from one condition."""
    tally: SeedTally | None
    shown: Shown
    agreement: SeedAgreement | None
    """Null where the seeds differ in every cell."""
    cells: list[CellReference]
    validate_rows: list[str]
    """Rows of research/results.md on the same finding."""
    note: str | None


class PlotAxis(Record):
    """An axis of a plot."""

    label: str
    unit: str
    scale: AxisScale
    values: list[float]
    """In the unit; of a category its positions 0, 1, ..."""
    texts: list[str]


class PlotMetric(Record):
    """What is plotted."""

    name: str
    label: str
    definition: str
    shown: Shown
    fair: float | None
    """The value that is fair, as measured (before the factor); null if there is none."""
    scale: Literal["linear", "logarithmic"]


class PlotSeries(Record):
    """A line over the x axis; null where nothing is known."""

    name: str
    mean: list[float | None]
    low: list[float | None]
    high: list[float | None]
    cell_indices: list[int]


class PublishedMark(Record):
    """A published value in a plot; x is null for one of the whole sweep: draw it across."""

    series_name: str
    x: float | None
    value: float
    text: str


class LinePlot(Record):
    """Lines with interval bands."""

    kind: Literal["line"] = "line"
    id: str
    title: str
    x: PlotAxis
    y: PlotMetric
    series: list[PlotSeries]
    published: list[PublishedMark]
    experiment_key: str


class MapPlot(Record):
    """A heat map: `values[i][j]` at the i-th y and the j-th x."""

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


class LiveArm(Record):
    """One run that the page offers to start."""

    title: str
    seed: int
    scenario: dict[str, Any]


class LiveRun(Record):
    """A figure over time: runs to start side by side, and what to look at."""

    id: str
    title: str
    explanation: str
    series: list[str]
    """Metrics to draw, as the series of a run name them."""
    arms: list[LiveArm]


class FactRow(Record):
    """A measured number per column."""

    what: str
    metric: str
    shown: Shown
    estimates: list[PaperEstimate | None]
    """By column."""


class FactTable(Record):
    """A table of the paper, with our numbers."""

    id: str
    title: str
    caption: str
    columns: list[str]
    rows: list[FactRow]


class PaperFigure(Record):
    """A figure or table of the paper, re-made."""

    id: str
    title: str
    caption: str
    """What the paper shows there."""
    tables: list[FactTable]
    plots: list[LinePlot | MapPlot]
    live: list[LiveRun]
    rows: list[PaperRow]


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
