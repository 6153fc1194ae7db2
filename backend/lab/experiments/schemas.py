"""Requests and answers of the API of experiments. See docs/experiments.md.

Arrays by cell are columns: their index is the `cell_index` of the definition that the answer
belongs to, and null stands where nothing is known.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, JsonValue, PlainSerializer, SkipValidation

from lab.experiments.import_schema import ImportRead
from lab.experiments.metric_schema import MetricRead
from lab.experiments.states import ExperimentStatus
from lab_model.comparisons.judged import CellVerdict
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.ellipses import ellipse_of
from lab_model.experiments.expected_time import Basis
from lab_model.experiments.verdict_counts import count_verdicts, verdict_sentence
from lab_model.metrics.declared import Direction
from lab_model.scenarios import Scenario
from lab_model.scenarios.names import PRINTABLE

MAX_NAME_LENGTH = 200

if TYPE_CHECKING:
    StoredDefinition = dict[str, Any]
    StoredScenario = dict[str, Any]
else:
    # Stored rows were valid when they were written, and are passed on as they are.
    StoredDefinition = Annotated[
        ExperimentDefinition, SkipValidation, PlainSerializer(lambda stored: stored)
    ]
    StoredScenario = Annotated[Scenario, SkipValidation, PlainSerializer(lambda stored: stored)]

Column = list[float | None]


class Closed(BaseModel):
    """Refuses fields that it does not know."""

    model_config = ConfigDict(extra="forbid")


class ExperimentCheck(Closed):
    """A definition to expand without computing anything."""

    experiment: ExperimentDefinition


class ExperimentCreate(Closed):
    """Ask for an experiment. Units that are stored already are not computed again."""

    experiment: ExperimentDefinition
    name: Annotated[str, PRINTABLE] | None = Field(
        default=None,
        max_length=MAX_NAME_LENGTH,
        description="For people; null: the definition's name.",
    )
    forked_from: Annotated[str, PRINTABLE] | None = Field(
        default=None,
        max_length=MAX_NAME_LENGTH,
        description="What the definition was made from, in words.",
    )


class ExperimentRename(Closed):
    """Another name for an experiment."""

    model_config = ConfigDict(str_strip_whitespace=True)

    name: Annotated[str, PRINTABLE] = Field(
        max_length=MAX_NAME_LENGTH, description="For people; may be empty."
    )


class ExperimentExtend(Closed):
    """The same experiment with more seeds or more values on an axis."""

    experiment: ExperimentDefinition


class AxisPoint(BaseModel):
    """One place on an axis."""

    text: str = Field(description="As it stands beside a plot: its name, or its values.")
    values: list[JsonValue] = Field(description="One per path, as the scenario has it.")


class FollowerRepair(BaseModel):
    """A change of the base scenario after which the quantity stays the same."""

    title: str
    fields: dict[str, Any] = Field(description="Values of the base scenario by dotted path.")


class AxisFollower(BaseModel):
    """A quantity that moves along with an axis although it is not varied itself."""

    quantity: Literal["buffer", "bdp", "fair_share"]
    link: str = Field(description="The link that it belongs to.")
    values: list[float] = Field(
        description="By point of the axis, in `unit`; the other axes at their first point."
    )
    unit: str
    sentence: str = Field(description="How its values follow, in words.")
    repairs: list[FollowerRepair] = Field(description="Empty where the quantity is varied.")


class AxisRead(BaseModel):
    """An axis with all of its points."""

    label: str
    role: Literal["arm"] | None = Field(
        description="arm: its points are compared, pair by pair; null: a setting."
    )
    paths: list[str] = Field(description="What moves along it, in the order of the values.")
    unit: str = Field(description="Display unit of the first path's values; empty: they have none.")
    per_display_unit: float = Field(description="First value of a point / this = number in `unit`.")
    scale: Literal["linear", "logarithmic", "category"]
    points: list[AxisPoint]
    followers: list[AxisFollower] = Field(
        default=[], description="What moves along with it; empty in lists of experiments."
    )


class LargestCell(BaseModel):
    """The cell that will take longest."""

    cell_index: int
    predicted_packets: int


class ExperimentChecked(BaseModel):
    """A valid definition, with the cost of computing it."""

    cell_count: int
    unit_count: int = Field(
        description="Cells times seeds; where a precision is wanted, those that all begin with."
    )
    most_unit_count: int = Field(
        description="The same without a precision; with one, the runs that it may come to."
    )
    stored_unit_count: int = Field(description="Of these, results that are there already.")
    predicted_packets: int = Field(
        description="Of the units that are missing; equal cells are computed once."
    )
    predicted_s: float = Field(
        description="Computing time of them: seconds of one processor, by what units that are "
        "alike have cost here. Workers share it."
    )
    predicted_low_s: float = Field(description="Nine of ten experiments cost more than this.")
    predicted_high_s: float = Field(
        description="Nine of ten cost less than this, as far as units that are alike tell."
    )
    predicted_by: Basis = Field(
        description="What most of the time is predicted by: units of the same class (algorithms, "
        "queue, traffic; flows and packets within a factor of two), of the same kind in other "
        "sizes, any units computed here, or, before the first, constants of another machine."
    )
    axes: list[AxisRead]
    largest: LargestCell


class ExperimentProgress(BaseModel):
    """How far it is."""

    unit_count: int = Field(
        description="Cells times seeds; where a precision is wanted, the runs planned so far."
    )
    done_count: int = Field(description="Units with their numbers, stored ones included.")
    failed_count: int = Field(description="Units that failed for good; retry asks for them again.")
    stored_count: int = Field(
        description="Of `done_count`, units that were there when they were planned."
    )
    running_count: int
    seconds_left: float | None = Field(
        description="Estimated from the units done lately; null while there is nothing to tell it "
        "by, and when nothing waits."
    )
    revision: int = Field(description="Rises with every change of the numbers.")


class ExperimentBase(BaseModel):
    """The fields that a list and a page share."""

    id: UUID
    name: str
    status: ExperimentStatus
    pause_reason: str | None = Field(
        description="Why the lab itself has paused it; null: it is not paused, or a user paused it."
    )
    axes: list[AxisRead]
    cell_count: int
    behaviour_version: int | None = Field(
        description="Of all of its numbers; null before a core has registered."
    )
    core_version: str | None = Field(
        description="Of the first build that computed it with this behaviour; null as above."
    )
    is_mine: bool = Field(description="The asker may change it.")
    paper: str | None = Field(description="Name of the paper that it belongs to.")
    forked_from: str | None = Field(description="In words; null: not stated.")
    is_shared: bool = Field(description="It belongs to a link, and cannot be changed.")
    progress: ExperimentProgress
    created_at: datetime
    finished_at: datetime | None


class ExperimentListed(ExperimentBase):
    """An experiment in a list."""

    seed_count: int


class ExperimentPage(BaseModel):
    """Experiments of one owner, newest first."""

    items: list[ExperimentListed]
    next_cursor: str | None = Field(description="Give it as `cursor`; null on the last page.")


class ExperimentRead(ExperimentBase):
    """An experiment without its numbers, which are asked for metric by metric."""

    experiment: StoredDefinition
    seeds: list[int] = Field(
        description="The same in every cell; where a precision is wanted, those that one can get."
    )
    running_cells: list[int] = Field(description="Cells of which a unit is being computed.")
    cell_counts_url: str | None = Field(
        description="Where the done units of each cell are counted; null once all are done."
    )
    takes_tabs: bool = Field(
        default=False, description="Its owner lets the browsers of others compute it, too."
    )
    metrics: list[MetricRead]
    imports: list[ImportRead] = Field(
        description="Runs that were computed elsewhere and imported, oldest first."
    )


class CellCounts(BaseModel):
    """How far each cell is."""

    revision: int
    done: list[int] = Field(description="Units with their numbers, by cell_index.")
    failed: list[int] = Field(description="Units that failed for good, by cell_index.")


class PrecisionCells(BaseModel):
    """By cell_index."""

    seed_count: list[int] = Field(description="Seeds that the cell has, or is planned with.")
    width_ratio: Column = Field(
        description="Half of the 95% interval by the mean; of a metric with a geometric average "
        "how far it ends above the mean, as a share of it; null where nothing tells."
    )
    needed_count: list[int | None] = Field(
        description="Further seeds that the spread so far asks for; null where nothing tells."
    )
    state: list[Literal["reached", "wanted", "most_seeds", "budget", "no_number"]] = Field(
        description="wanted: the next round brings more seeds; most_seeds, budget: it gets no more."
    )
    is_judged: list[bool] = Field(
        description="False in the baseline where effects are judged: it has the seeds that its "
        "comparisons need, and is as the first of them that is not done."
    )


class ExperimentPrecision(BaseModel):
    """How near each cell is to the precision that was asked for."""

    metric: str
    of: Literal["mean", "effect"] = Field(
        description="effect: widths are those of the paired ratio of an arm to the baseline, and "
        "null in the baseline's cells."
    )
    within_ratio: float
    revision: int
    sentence: str
    cells: PrecisionCells


class MapCells(BaseModel):
    """Estimates by cell_index."""

    count: list[int] = Field(description="Seeds that have a value.")
    mean: Column
    median: Column
    low: Column = Field(description="Lower end of the 95% interval (Student t).")
    high: Column = Field(description="Upper end of it.")
    is_clipped: list[bool] = Field(
        description="An end lay outside of the metric's range and was moved to it."
    )
    seeds_hardly_differ: list[bool] = Field(
        description="What the flows of the cell get is the same in every seed within 0.1%: the "
        "interval covers the seeds alone. The same in every metric."
    )


class ExperimentMap(BaseModel):
    """One metric in every cell, to seven significant digits."""

    metric: str
    revision: int
    cells: MapCells


class DifferenceCells(BaseModel):
    """Paired differences by cell_index; null in the cells of the baseline."""

    count: list[int | None] = Field(description="Seeds that both have a value for.")
    mean: Column
    low: Column = Field(description="Lower end of the 95% interval (Student t, paired).")
    high: Column = Field(description="Upper end of it.")
    is_distinguishable: list[bool | None] = Field(
        description="The interval leaves out equality; null without an interval."
    )
    nearer_fair_count: list[int | None] = Field(
        description="Seeds in which it is nearer to the fair value than the baseline; null for a "
        "metric without one."
    )


class VerdictCells(BaseModel):
    """By cell_index the judged quantity and its verdict; null in the cells of the baseline."""

    mean: Column = Field(
        description="Change from the baseline: of the distance to fair where `towards` is fair, "
        "else of the number; as a factor where `kind` is ratio."
    )
    low: Column = Field(description="Lower end of its 95% interval, for this cell alone.")
    high: Column = Field(description="Upper end of it.")
    adjusted_p: Column = Field(
        description="p value of the paired t test, adjusted for all cells of all arms."
    )
    verdict: list[CellVerdict | None] = Field(
        description="more and less where neither is better; unclear: inconclusive; null: fewer "
        "than two pairs."
    )


class ArmVerdicts(BaseModel):
    """How many cells of an arm say what, against the baseline."""

    arm_index: int
    sentence: str = Field(description="The counts in words: `better in 9, worse in 3, ...`.")
    cell_count: int
    better_count: int
    worse_count: int
    more_count: int
    less_count: int
    unclear_count: int
    untested_count: int = Field(description="Cells with fewer than two pairs.")

    @classmethod
    def of(
        cls, arm_index: int, verdicts: Sequence[CellVerdict | None], towards: Direction | None
    ) -> Self:
        """The counts and the sentence of the verdicts of an arm's cells."""
        counts = count_verdicts(verdicts)
        sentence = verdict_sentence(counts, towards)
        return cls(arm_index=arm_index, sentence=sentence, **asdict(counts))


class DifferenceVerdicts(BaseModel):
    """Better or worse by the metric's own word, with all cells tested as one family."""

    towards: Literal["fair", "more", "less"] | None = Field(
        description="What better means; null: the metric does not say."
    )
    kind: Literal["difference", "ratio"]
    control: str = Field(description="How many comparisons at once are accounted for.")
    false_discovery_rate: float = Field(
        description="The expected share of wrong ones among the cells whose difference is "
        "significant is at most this."
    )
    tested_count: int = Field(description="Comparisons in the family.")
    cells: VerdictCells
    arms: list[ArmVerdicts]


class ExperimentDifferences(BaseModel):
    """Each arm against the baseline, paired by seed."""

    metric: str
    kind: Literal["difference", "ratio"] = Field(
        description="ratio: arm over baseline, for metrics with a geometric average."
    )
    revision: int
    baseline_index: int
    cells: DifferenceCells
    verdicts: DifferenceVerdicts


class PointColumns(BaseModel):
    """Units that have both numbers."""

    cell_index: list[int]
    seed: list[int]
    x: list[float]
    y: list[float]


class Ellipse(BaseModel):
    """One standard deviation around the mean of an arm's points."""

    arm_index: int | None = Field(description="null: there is no axis of arms.")
    count: int
    mean_x: float
    mean_y: float
    axis_x: float = Field(description="Half the axis along `angle_rad`.")
    axis_y: float = Field(description="Half the axis across it.")
    angle_rad: float = Field(description="From the x axis, anticlockwise.")

    @classmethod
    def of(cls, arm_index: int | None, x: Sequence[float], y: Sequence[float]) -> Self | None:
        """None for fewer than two points."""
        shape = ellipse_of(x, y)
        return None if shape is None else cls(arm_index=arm_index, **asdict(shape))


class ExperimentPoints(BaseModel):
    """One metric against another, a point per unit."""

    x: str
    y: str
    revision: int
    unit_count: int = Field(
        description="Units that have both numbers; where they are too many for a screen, "
        "`points` leaves some out, evenly. Ellipses are of all."
    )
    points: PointColumns
    ellipses: list[Ellipse]


class CellEstimate(BaseModel):
    """One metric over the seeds of one cell; null where there are too few of them."""

    count: int
    mean: float | None
    median: float | None
    low: float | None = Field(description="Lower end of the 95% interval (Student t).")
    high: float | None
    is_clipped: bool = Field(description="The interval was cut to the metric's range.")
    bootstrap_low: float | None = Field(description="Lower end of the 95% bootstrap interval.")
    bootstrap_high: float | None


class UnitFailure(BaseModel):
    """Why a unit has no numbers, with the data to repeat it."""

    seed: int
    reason: str
    core_version: str


class CellRead(BaseModel):
    """One cell with everything that is known of it."""

    cell_index: int
    point_indices: list[int] = Field(description="Its place on each axis.")
    texts: list[str] = Field(description="The points' texts, by axis.")
    scenario: StoredScenario
    scenario_digest: str
    core_version: str | None
    seeds: list[int]
    summary_digests: list[str | None] = Field(
        description="Of the result, one per seed; null where there is none."
    )
    numbers: dict[str, Column] = Field(description="By metric, one number per seed.")
    estimates: dict[str, CellEstimate]
    failures: list[UnitFailure]
