"""The rules of comparisons."""

from itertools import islice
from typing import Final

import numpy as np
from sqlalchemy.orm import Session

from lab.comparisons.items import Loaded, load
from lab.comparisons.schemas import (
    MAX_SETTINGS,
    ComparedItem,
    ComparedMetric,
    ComparisonRead,
    ComparisonRequest,
    ItemDifference,
    ItemEstimate,
    SettingDifference,
)
from lab.errors import InvalidInput
from lab.kit.problem import ProblemItem
from lab_model.comparisons.differences import difference_from
from lab_model.comparisons.settings import differing_settings
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.metrics import Metric, UnknownMetricError, find_metric
from lab_model.experiments.numbers import MAX_GROUP_COUNT
from lab_model.experiments.numerals import significant

_UNNAMED: Final = ""


def compare(session: Session, request: ComparisonRequest) -> ComparisonRead:
    """Everything that can be said of the items without their series."""
    _require_baseline(request)
    loaded = [load(session, item, place) for place, item in enumerate(request.items)]
    differences = differing_settings([item.scenario for item in loaded])
    settings = [
        SettingDifference(path=found.path, values=found.values)
        for found in islice(differences, MAX_SETTINGS)
    ]
    return ComparisonRead(
        baseline_index=request.baseline_index,
        items=[_to_read(item) for item in loaded],
        settings=settings,
        hidden_setting_count=sum(1 for _ in differences),
        metrics=[
            _compared(metric, loaded, request.baseline_index) for metric in _metrics_of(loaded)
        ],
    )


def _require_baseline(request: ComparisonRequest) -> None:
    last = len(request.items) - 1
    if request.baseline_index > last:
        message = f"baseline_index is {request.baseline_index}; the items are 0 to {last}."
        item = ProblemItem(
            path="baseline_index",
            pointer="/baseline_index",
            message=message,
            value=request.baseline_index,
            bound=last,
        )
        raise InvalidInput(message, errors=[item])


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


def _metrics_of(loaded: list[Loaded]) -> list[Metric]:
    """Of all numbers that any item has; those of a newer core are left out."""
    labels = _group_labels(loaded)
    found = []
    for name in dict.fromkeys(name for item in loaded for name in item.numbers):
        try:
            found.append(find_metric(name, labels))
        except UnknownMetricError:
            continue
    return found


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


def _compared(metric: Metric, loaded: list[Loaded], baseline_index: int) -> ComparedMetric:
    by_item = [item.numbers.get(metric.name, {}) for item in loaded]
    baseline = by_item[baseline_index]
    return ComparedMetric(
        **vars(metric),
        items=_estimates(by_item, metric),
        against_baseline=[
            None
            if place == baseline_index
            else ItemDifference(**vars(difference_from(baseline, values, metric)))
            for place, values in enumerate(by_item)
        ],
    )


def _estimates(by_item: list[dict[int, float]], metric: Metric) -> list[ItemEstimate]:
    table = np.full((len(by_item), max(1, *map(len, by_item))), np.nan)
    for row, values in zip(table, by_item, strict=True):
        row[: len(values)] = list(values.values())
    found = estimate_cells(table, metric)
    columns = zip(
        found.count.tolist(),
        significant(found.mean),
        significant(found.low),
        significant(found.high),
        found.is_clipped.tolist(),
        strict=True,
    )
    return [
        ItemEstimate(count=count, mean=mean, low=low, high=high, is_clipped=is_clipped)
        for count, mean, low, high, is_clipped in columns
    ]
