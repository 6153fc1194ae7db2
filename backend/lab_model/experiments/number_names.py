"""Which numbers the units of an experiment have, known before the first is computed."""

from collections.abc import Iterator
from typing import Final

from lab_model.experiments.axes import resolve_axes
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.numbers import MAX_GROUP_COUNT
from lab_model.metrics import FLOW, GROUP, QUEUE, SUMMARY, MetricDeclaration

ALL_GROUPS: Final = "flows"
"""The path of a move that replaces every flow group."""


def number_names(definition: ExperimentDefinition) -> list[str]:
    """Summary first, then group by group; cells with fewer groups have fewer of them."""
    return [name for name, _ in _declared(definition)]


def lasting_names(definition: ExperimentDefinition) -> list[str]:
    """Those of the first table of metrics: units stored at any time have them, no others."""
    return [name for name, metric in _declared(definition) if metric.is_digested]


def _declared(definition: ExperimentDefinition) -> Iterator[tuple[str, MetricDeclaration]]:
    yield from SUMMARY.items()
    yield from QUEUE.items()
    for index in range(min(group_count(definition), MAX_GROUP_COUNT)):
        for name, metric in (*FLOW.items(), *GROUP.items()):
            yield f"group_{index}_{name}", metric


def group_count(definition: ExperimentDefinition) -> int:
    """Flow groups of the cell that has most."""
    counts = [len(definition.base.flows)]
    for axis in resolve_axes(definition):
        for index, path in enumerate(axis.paths):
            if path == ALL_GROUPS:
                counts += [_length(point.values[index]) for point in axis.points]
    return max(counts)


def _length(flows: object) -> int:
    return len(flows) if isinstance(flows, list) else 0
