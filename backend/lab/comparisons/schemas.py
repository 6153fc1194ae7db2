"""Requests and answers of comparisons. See docs/sharing.md, "Compare".

Lists named `items` have one entry per compared item, in the order asked; `against_baseline` too,
with null at the baseline itself.
"""

from typing import Annotated, Final, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from lab.experiments.metric_schema import MetricRead
from lab.experiments.states import ExperimentStatus
from lab.runs.schemas import StoredScenario
from lab_model.experiments.limits import EXPERIMENT_LIMITS
from lab_model.experiments.metrics import DifferenceKind
from lab_model.patterns import form_in_words
from lab_model.scenarios import Seed
from lab_model.scenarios.names import PRINTABLE

MIN_ITEMS: Final = 2
MAX_ITEMS: Final = 8
MAX_RUNS_PER_ITEM: Final = 50
MAX_SEEDS: Final = 100
MAX_LABEL_LENGTH: Final = 200
MAX_SETTINGS: Final = 200
_DIGEST_PATTERN: Final = form_in_words(
    r"^[0-9a-f]{8,64}$", "must be 8 to 64 hexadecimal digits in lower case"
)


class ItemRequest(BaseModel):
    """Runs of one scenario, or a cell of an experiment."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    label: Annotated[str, PRINTABLE] = Field(
        default="", max_length=MAX_LABEL_LENGTH, description="Empty: its own name."
    )
    run_ids: list[UUID] = Field(
        default_factory=list,
        max_length=MAX_RUNS_PER_ITEM,
        description="Runs of one scenario with different seeds, all of them done.",
    )
    seeds: list[Seed] = Field(
        default_factory=list,
        max_length=MAX_SEEDS,
        description="With one run: the item is its scenario over these seeds, as far as their "
        "numbers ship with the lab or are stored. Nothing is computed; `seeds` of the answer "
        "says which ones are known.",
    )
    experiment_id: UUID | None = Field(default=None, description="Instead of runs.")
    cell_index: int | None = Field(
        default=None, ge=0, lt=EXPERIMENT_LIMITS.max_cell_count, description="Of that experiment."
    )
    cell_digest: str | None = Field(
        default=None,
        pattern=_DIGEST_PATTERN,
        description="Instead of `cell_index`, which an extension may change: the beginning of "
        "the cell's scenario_digest.",
    )

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if len(set(self.run_ids)) < len(self.run_ids):
            raise ValueError("a run is named twice")
        if bool(self.run_ids) == (self.experiment_id is not None):
            raise ValueError("an item is either runs or a cell of an experiment")
        if self.seeds and len(self.run_ids) != 1:
            raise ValueError("with seeds an item has exactly one run")
        if len(set(self.seeds)) < len(self.seeds):
            raise ValueError("a seed is named twice")
        if self.experiment_id is None:
            if self.cell_index is not None or self.cell_digest is not None:
                raise ValueError("a cell needs its experiment")
        elif (self.cell_index is None) == (self.cell_digest is None):
            raise ValueError("a cell of an experiment has either its index or its digest")
        return self


class ComparisonRequest(BaseModel):
    """The items to compare, and the baseline."""

    model_config = ConfigDict(extra="forbid")

    items: list[ItemRequest] = Field(min_length=MIN_ITEMS, max_length=MAX_ITEMS)
    baseline_index: int = Field(
        default=0, ge=0, lt=MAX_ITEMS, description="Which of the items the others are held against."
    )


class CellPlace(BaseModel):
    """Where a compared cell comes from."""

    experiment_id: UUID
    experiment_name: str
    experiment_status: ExperimentStatus = Field(
        description="While it is running, more seeds may get numbers."
    )
    cell_index: int = Field(description="At the moment; `scenario_digest` names it for ever.")
    texts: list[str] = Field(description="The cell's points, axis by axis.")


class ComparedItem(BaseModel):
    """One scenario over its seeds."""

    label: str
    scenario: StoredScenario
    scenario_digest: str
    core_version: str | None = Field(description="null: a cell that no core has begun.")
    behaviour_version: int | None = Field(
        description="Cores of one behaviour give the same numbers. null: as `core_version`."
    )
    seeds: list[int] = Field(description="Those that have numbers, ascending.")
    seed_count: int = Field(
        description="Seeds that there are to be; some may be missing in `seeds`."
    )
    run_ids: list[UUID] = Field(
        description="By seed, as in `seeds`; empty for a cell, and where `seeds` were asked for."
    )
    cell: CellPlace | None


class SettingDifference(BaseModel):
    """A setting in which the scenarios differ."""

    path: str = Field(description="Dotted, e.g. `flows.0.algorithm.name`.")
    values: list[JsonValue] = Field(description="By item; null: it has no such setting.")


class ItemEstimate(BaseModel):
    """One metric over the seeds of one item; null where there are too few of them."""

    count: int = Field(description="Seeds that have a value.")
    mean: float | None
    low: float | None = Field(description="Lower end of the 95% interval (Student t).")
    high: float | None
    is_clipped: bool = Field(description="The interval was cut to the metric's range.")


class ItemDifference(BaseModel):
    """One metric of an item held against the baseline's."""

    kind: DifferenceKind = Field(description="ratio: item over baseline, with a geometric mean.")
    is_paired: bool = Field(
        description="true: seed by seed, over the seeds that both have, with Student's t interval; "
        "false: between two independent means, with Welch's interval."
    )
    count: int = Field(description="Pairs; not paired: values of the item that has fewer.")
    mean: float | None
    low: float | None = Field(description="Lower end of the 95% interval.")
    high: float | None
    is_distinguishable: bool | None = Field(
        description="The interval leaves out equality; null without an interval."
    )


class ComparedMetric(MetricRead):
    """One metric of all items."""

    items: list[ItemEstimate]
    against_baseline: list[ItemDifference | None]


class ComparisonRead(BaseModel):
    """A comparison. The same request gives the same numbers while its items are complete."""

    baseline_index: int
    items: list[ComparedItem]
    settings: list[SettingDifference] = Field(description="Names and labels are no settings.")
    hidden_setting_count: int = Field(description="Differing settings beyond those listed.")
    metrics: list[ComparedMetric]
