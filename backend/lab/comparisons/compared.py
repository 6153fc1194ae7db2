"""The numbers of a comparison of loaded items: a page without a server runs it too.

Why runs make no item is said here, once for the service and for that page.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from typing import Any, Final, Literal
from uuid import UUID

from lab.comparisons.schemas import (
    MAX_SETTINGS,
    CellPlace,
    ComparedItem,
    ComparedMetric,
    ComparisonRead,
    ItemDifference,
    ItemEstimate,
    ItemRequest,
    SettingDifference,
)
from lab_model.comparisons.differences import difference_from
from lab_model.comparisons.rows import estimate_row, significant_digits
from lab_model.comparisons.settings import differing_settings
from lab_model.experiments.cells import Expansion
from lab_model.experiments.metrics import Metric, metrics_of
from lab_model.experiments.numbers import MAX_GROUP_COUNT, numbers_of
from lab_model.scenarios import scenario_digest

RefusalKind = Literal["not-found", "not-done", "mixed-behaviours", "invalid-input"]
_UNNAMED: Final = ""


class RefusedItemError(Exception):
    """Runs can not be compared as one item. `place` is that of the run in its list."""

    def __init__(self, kind: RefusalKind, message: str, place: int, *about: object) -> None:
        super().__init__(message)
        self.kind, self.message, self.place = kind, message, place
        self.value, self.bound = (*about, None, None)[:2]


@dataclass(frozen=True)
class RunOfItem:
    """A run as it is compared; the versions are those of its result."""

    id: UUID
    name: str
    seed: int
    status: str
    scenario: dict[str, Any]
    scenario_digest: str
    core_version: str | None
    behaviour_version: int | None
    result: Mapping[str, Any] | None


@dataclass
class Loaded:
    """One compared item with all of its numbers."""

    label: str
    scenario: dict[str, Any]
    scenario_digest: str
    core_version: str | None
    behaviour_version: int | None
    seed_count: int
    run_ids: dict[int, UUID] = field(default_factory=dict)
    """By seed; empty where the numbers are not those of runs that were named."""
    cell: CellPlace | None = None
    seeds: set[int] = field(default_factory=set)
    numbers: dict[str, dict[int, float]] = field(default_factory=dict)
    """By name and seed; missing numbers are left out."""

    @staticmethod
    def of(run: RunOfItem, label: str, seed_count: int) -> "Loaded":
        """An item of a run's scenario, without numbers yet."""
        return Loaded(
            label=label or run.name or run.scenario["name"],
            scenario=run.scenario,
            scenario_digest=run.scenario_digest,
            core_version=run.core_version,
            behaviour_version=run.behaviour_version,
            seed_count=seed_count,
        )

    def add(self, seed: int, numbers: Mapping[str, float | None]) -> None:
        """The numbers of one more seed."""
        self.seeds.add(seed)
        for name, value in numbers.items():
            values = self.numbers.setdefault(name, {})
            if value is not None and math.isfinite(value):
                values[seed] = value


def missing_run(run_id: UUID, place: int) -> RefusedItemError:
    """There is no such run."""
    message = f"There is no run {run_id}. It may have been deleted."
    return RefusedItemError("not-found", message, place, str(run_id))


def no_cell(experiment_id: UUID, request: ItemRequest) -> tuple[str, str, object]:
    """The field of an item that names no cell, the sentence, and its value."""
    if request.cell_index is not None:
        message = f"Experiment {experiment_id} has no cell {request.cell_index}."
        return "cell_index", message, request.cell_index
    digest = request.cell_digest or ""
    message = f"Experiment {experiment_id} has no cell whose digest begins with {digest}."
    return "cell_digest", message, digest


def load_cell(
    label: str, expansion: Expansion, place: CellPlace, versions: tuple[str | None, int | None]
) -> "Loaded":
    """An item of a cell, without numbers yet. `versions` are those of core and behaviour."""
    scenario = expansion.scenario(place.cell_index)
    return Loaded(
        label=label or ", ".join(place.texts) or place.experiment_name,
        scenario=scenario.model_dump(mode="json"),
        scenario_digest=scenario_digest(scenario),
        core_version=versions[0],
        behaviour_version=versions[1],
        seed_count=len(expansion.seeds),
        cell=place,
    )


def require_done(run: RunOfItem, place: int) -> Mapping[str, Any]:
    """The result of a run. Raises `RefusedItemError`."""
    if run.status != "done" or run.result is None:
        message = f"Run {run.id} is {run.status}; compared runs must be done."
        raise RefusedItemError("not-done", message, place, run.status, "done")
    return run.result


def load_runs(runs: Iterable[RunOfItem], label: str, seed_count: int) -> Loaded:
    """One run after the other: a result of ten thousand flows is large, its numbers are not.

    Raises `RefusedItemError`, and ValueError without any run.
    """
    loaded: Loaded | None = None
    for place, run in enumerate(runs):
        result = require_done(run, place)
        loaded = loaded or Loaded.of(run, label, seed_count)
        _require_alike(loaded, run, place)
        loaded.run_ids[run.seed] = run.id
        loaded.add(run.seed, numbers_of(dict(result)))
    if loaded is None:
        raise ValueError("An item without runs cannot be compared.")
    return loaded


def _require_alike(loaded: Loaded, run: RunOfItem, place: int) -> None:
    """A mean over seeds is one of a single scenario under a single behaviour."""
    if run.scenario_digest != loaded.scenario_digest:
        message = f"Run {run.id} has a different scenario from the other runs of this item."
        about = (run.scenario_digest, loaded.scenario_digest)
        raise RefusedItemError("invalid-input", message, place, *about)
    if run.seed in loaded.seeds:
        message = f"Run {run.id} has seed {run.seed}, which another run of this item has."
        raise RefusedItemError("invalid-input", message, place, run.seed)
    if run.behaviour_version != loaded.behaviour_version:
        message = (
            f"Run {run.id} was computed by core {run.core_version}, another run of this item by "
            f"{loaded.core_version}, which gives different numbers. Compare them as two items."
        )
        about = (run.core_version or "", loaded.core_version or "")
        raise RefusedItemError("mixed-behaviours", message, place, *about)


def problem_of_baseline(baseline_index: int, item_count: int) -> str | None:
    """Why it is not one of the items."""
    last = item_count - 1
    if baseline_index <= last:
        return None
    return f"baseline_index is {baseline_index}; the items are 0 to {last}."


def compare_loaded(loaded: list[Loaded], baseline_index: int) -> ComparisonRead:
    """The comparison of the items, which needs no series."""
    differences = differing_settings([item.scenario for item in loaded])
    settings = [
        SettingDifference(path=found.path, values=found.values)
        for found in islice(differences, MAX_SETTINGS)
    ]
    # Of all numbers that any item has; those of a newer core are left out.
    names = dict.fromkeys(name for item in loaded for name in item.numbers)
    metrics = metrics_of(names, _group_labels(loaded), _group_counts(loaded))
    return ComparisonRead(
        baseline_index=baseline_index,
        items=[_to_read(item) for item in loaded],
        settings=settings,
        hidden_setting_count=sum(1 for _ in differences),
        metrics=[_compared(metric, loaded, baseline_index) for metric in metrics],
    )


def _to_read(item: Loaded) -> ComparedItem:
    seeds = sorted(item.seeds)
    return ComparedItem(
        label=item.label,
        scenario=item.scenario,
        scenario_digest=item.scenario_digest,
        core_version=item.core_version,
        behaviour_version=item.behaviour_version,
        seeds=seeds,
        seed_count=item.seed_count,
        run_ids=[item.run_ids[seed] for seed in seeds] if item.run_ids else [],
        cell=item.cell,
    )


def _group_labels(loaded: list[Loaded]) -> list[str]:
    """By group the label that all scenarios with such a group have; else it is called by its
    index.
    """
    labels = []
    for index in range(MAX_GROUP_COUNT):
        groups = [item.scenario["flows"][index : index + 1] for item in loaded]
        given = {group["label"] for found in groups for group in found}
        labels.append(given.pop() if len(given) == 1 else _UNNAMED)
    return labels


def _group_counts(loaded: list[Loaded]) -> list[int]:
    """By group the most flows that it has in any scenario."""
    flows = [item.scenario["flows"] for item in loaded]
    columns = zip_longest(
        *([group.get("count", 1) for group in groups] for groups in flows), fillvalue=0
    )
    return [max(column) for column in columns]


def _compared(metric: Metric, loaded: list[Loaded], baseline_index: int) -> ComparedMetric:
    by_item = [item.numbers.get(metric.name, {}) for item in loaded]
    baseline = by_item[baseline_index]
    return ComparedMetric(
        **vars(metric),
        items=[estimate_of(list(values.values()), metric) for values in by_item],
        against_baseline=[
            None
            if place == baseline_index
            else ItemDifference(**vars(difference_from(baseline, values, metric)))
            for place, values in enumerate(by_item)
        ],
    )


def estimate_of(values: list[float], metric: Metric) -> ItemEstimate:
    """One metric of one item, in the digits that a screen can show."""
    found = estimate_row(values, metric)
    mean, low, high = map(significant_digits, (found.mean, found.low, found.high))
    return ItemEstimate(
        count=found.count, mean=mean, low=low, high=high, is_clipped=found.is_clipped
    )
