"""The definition of an experiment, version 1: base scenario, axes, replications.

    base ──▶ axis 0 (points) x axis 1 x ... ──▶ cells, each a scenario ──▶ x seeds ──▶ units

See docs/experiments.md. `lab_model.experiments.cells` makes the cells of a definition.
"""

from typing import Annotated, Final, Literal

from pydantic import Field, JsonValue

from lab_model.experiments.limits import EXPERIMENT_LIMITS
from lab_model.scenarios import LIMITS, Scenario
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.hints import WHOLE_NUMBER
from lab_model.scenarios.names import PRINTABLE
from lab_model.scenarios.seeds import Seed

AxisRole = Literal["arm"]
PointName = Annotated[
    str, Field(min_length=1, max_length=EXPERIMENT_LIMITS.max_point_text_length), PRINTABLE
]
PointCount = Annotated[
    int, Field(ge=1, le=EXPERIMENT_LIMITS.max_cell_count, title="Values"), WHOLE_NUMBER
]


class ValueList(ScenarioModel):
    """Values one by one: numbers, words, true or false, null, or whole objects."""

    kind: Literal["list"]
    values: Annotated[
        list[JsonValue],
        Field(min_length=1, max_length=EXPERIMENT_LIMITS.max_cell_count, title="Values"),
    ]
    """As a scenario has them: SI base units; for `flows.*.algorithm` for example
    `{"name": "bbr2"}`."""


_END: Final = EXPERIMENT_LIMITS.max_range_end
_LEAST_END: Final = EXPERIMENT_LIMITS.min_logarithmic_end


class _Range(ScenarioModel):
    from_: Annotated[float, Field(alias="from", ge=-_END, le=_END, title="From")]
    """First value, itself included."""
    to: Annotated[float, Field(ge=-_END, le=_END, title="To")]
    """Last value, itself included. May be below the first."""
    count: PointCount
    """How many. Values are rounded to twelve significant digits, and to whole numbers where the
    field has whole numbers; points that are then equal are kept once."""


class LinearRange(_Range):
    """`count` values with equal differences."""

    kind: Literal["linear"]


class LogarithmicRange(_Range):
    """`count` values with equal ratios; `from` and `to` are above 0."""

    kind: Literal["logarithmic"]
    from_: Annotated[float, Field(alias="from", ge=_LEAST_END, le=_END, title="From")]
    """First value, itself included. Above 0."""
    to: Annotated[float, Field(ge=_LEAST_END, le=_END, title="To")]
    """Last value, itself included. Above 0."""


Values = Annotated[ValueList | LinearRange | LogarithmicRange, Field(discriminator="kind")]


class Move(ScenarioModel):
    """One field of the scenario that an axis sets."""

    path: Annotated[
        str,
        Field(min_length=1, max_length=EXPERIMENT_LIMITS.max_path_length, title="Path"),
        PRINTABLE,
    ]
    """Dotted, into the base scenario: `bottleneck.buffer.amount`. `flows.*` is every flow group.
    It may name a field that the base leaves at its default, and whole objects."""
    values: Annotated[Values, Field(title="Values")]
    """What the field becomes, point by point."""


class Axis(ScenarioModel):
    """What is varied: one path, or several that move together, with as many values each."""

    label: Annotated[str, Field(max_length=LIMITS.max_label_length, title="Label"), PRINTABLE] = ""
    """In plots and tables. Empty: the title of the first path's field, and its flow group."""
    role: Annotated[AxisRole | None, Field(title="Role")] = None
    """arm: the points of this axis are compared with one of them, pair by pair, seed by seed. At
    most one axis has it."""
    moves: Annotated[
        list[Move],
        Field(min_length=1, max_length=EXPERIMENT_LIMITS.max_move_count, title="Paths"),
    ]
    """Set together: the n-th point has the n-th value of each."""
    names: Annotated[list[PointName] | None, Field(title="Names of the points")] = None
    """One per point. Null: made from the values, with units."""


class Precision(ScenarioModel):
    """How narrow the interval of a metric has to be: cells get more seeds until it is."""

    metric: Annotated[str, Field(min_length=1, max_length=200, title="Metric"), PRINTABLE]
    """A number of the experiment, or a ratio of two: `a/b`."""
    of: Annotated[Literal["mean", "effect"], Field(title="Of")] = "mean"
    """mean: of each cell. effect: of each comparison of an arm with the baseline, the ratio of the
    two numbers seed by seed, averaged by logarithms; the baseline gets the seeds that its arms
    need."""
    within_ratio: Annotated[float, Field(gt=0, le=1, title="Within")] = 0.05
    """Half of the 95 % interval is at most this share of the mean; of a metric that is averaged by
    logarithms, the interval ends at most this factor above the mean."""
    most_count: Annotated[
        int,
        Field(ge=2, le=EXPERIMENT_LIMITS.max_replication_count, title="Seeds at most"),
        WHOLE_NUMBER,
    ] = 100
    """No cell gets more seeds than this."""
    most_unit_count: Annotated[
        int | None,
        Field(ge=1, le=EXPERIMENT_LIMITS.max_unit_count, title="Runs at most"),
        WHOLE_NUMBER,
    ] = None
    """All cells together get no more; null: as many as their seeds are."""


class Replications(ScenarioModel):
    """How often every cell runs: seeds count up from the first. All cells have the same seeds,
    unless a precision is wanted: then each has the first ones, and as many as it needs.
    """

    count: Annotated[
        int,
        Field(ge=1, le=EXPERIMENT_LIMITS.max_replication_count, title="Seeds"),
        WHOLE_NUMBER,
    ] = 20
    """Independent repetitions of each cell. An interval needs two; 20 is a good number."""
    first_seed: Seed = 1
    """The others follow it one by one."""
    precision: Annotated[Precision | None, Field(title="Precision")] = None
    """Null: every cell has `count` seeds. Else it begins with so many and gets more."""

    @property
    def most_count(self) -> int:
        """Seeds that a cell can get."""
        return self.count if self.precision is None else self.precision.most_count

    @property
    def seeds(self) -> range:
        """All seeds that a cell can get, in order."""
        return range(self.first_seed, self.first_seed + self.most_count)


class ExperimentFields(ScenarioModel):
    """All fields of a definition, each checked alone. `ExperimentDefinition` has them, and they fit
    together.
    """

    version: Annotated[Literal[1], Field(title="Version of the schema"), WHOLE_NUMBER] = 1
    """Always 1."""
    name: Annotated[str, Field(max_length=LIMITS.max_name_length, title="Name"), PRINTABLE] = ""
    """For people."""
    base: Annotated[Scenario, Field(title="Base scenario")]
    """What every cell starts from; valid by itself."""
    axes: Annotated[
        list[Axis], Field(max_length=EXPERIMENT_LIMITS.max_axis_count, title="Axes")
    ] = Field(default=[])
    """None: one cell, the base scenario itself."""
    baseline_index: Annotated[int, Field(ge=0, title="Baseline"), WHOLE_NUMBER] = 0
    """The point of the arm axis that its other points are compared with."""
    replications: Annotated[Replications, Field(title="Replications")] = Replications()
    """Seeds of each cell."""

    @property
    def arm_axis_index(self) -> int | None:
        """Which axis has the arms; None if no points are compared."""
        return next((index for index, axis in enumerate(self.axes) if axis.role == "arm"), None)
