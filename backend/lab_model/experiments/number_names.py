"""Which numbers the units of an experiment have, known before the first is computed."""

import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from lab_model.experiments.axes import resolve_axes
from lab_model.experiments.definition_fields import ExperimentFields
from lab_model.experiments.fields import EVERY
from lab_model.experiments.numbers import MAX_GROUP_COUNT
from lab_model.metrics import FLOW, GROUP, QUEUE, SUMMARY, MetricDeclaration
from lab_model.scenarios.group_names import own_labels
from lab_model.scenarios.transport import SENT_HANDSHAKES

BULK: Final = "bulk"
_NAMING: Final = re.compile(r"^flows\.[^.]+(\.(algorithm|traffic)(\.(name|kind))?)?$")
"""Moves that change what groups are called by: their algorithm, or the traffic of those without."""
_COUNT: Final = re.compile(r"flows\.(\d+|\*)(\.count)?")
ALL_GROUPS: Final = "flows"
"""The path of a move that replaces every flow group."""


def number_names(definition: ExperimentFields) -> list[str]:
    """Summary first, then group by group; cells with fewer groups have fewer of them."""
    return [name for name, _ in _declared(definition)]


def lasting_names(definition: ExperimentFields) -> list[str]:
    """Names of the first table of metrics: the only ones that units of every age have."""
    return [name for name, metric in _declared(definition) if metric.is_digested]


def _declared(definition: ExperimentFields) -> Iterator[tuple[str, MetricDeclaration]]:
    yield from SUMMARY.items()
    yield from QUEUE.items()
    has_parts = _has_parts(definition)
    for index in range(min(group_count(definition), MAX_GROUP_COUNT)):
        for name, metric in (*FLOW.items(), *GROUP.items()):
            is_of_parts = metric.is_optional and not metric.is_digested
            if has_parts or not is_of_parts:
                yield f"group_{index}_{name}", metric


def _has_parts(definition: ExperimentFields) -> bool:
    """Whether traffic other than bulk may occur, or handshakes of packets: transfers, frames and
    the like have numbers.
    """
    if any(group.traffic.kind != BULK for group in definition.base.flows):
        return True
    if definition.base.transport.handshake in SENT_HANDSHAKES:
        return True
    for axis in resolve_axes(definition):
        for index, path in enumerate(axis.paths):
            if "traffic" in path.split(".") or path == "transport.handshake":
                return True
            if path == ALL_GROUPS and any(
                "traffic" in json.dumps(point.values[index]) for point in axis.points
            ):
                return True
    return False


def group_labels(definition: ExperimentFields) -> list[str]:
    """The label that each flow group has in every cell; empty where cells differ in it.

    An axis that replaces all groups may leave one out: group 0 is then not the same everywhere.
    Where the algorithm is varied, a group that is called by it has another name in each cell.
    """
    labels = [group.label for group in definition.base.flows]
    found = [labels]
    own = own_labels(definition.base.flows)
    for axis in resolve_axes(definition):
        for index, path in enumerate(axis.paths):
            if _NAMING.search(path) is not None:
                found.append(
                    [
                        label if label == chosen else ""
                        for label, chosen in zip(labels, own, strict=True)
                    ]
                )
            if path == ALL_GROUPS:
                found += [_labels(point.values[index]) for point in axis.points]
    longest = max(map(len, found))
    columns = [
        {labels[index] for labels in found if index < len(labels)} for index in range(longest)
    ]
    return [labels.pop() if len(labels) == 1 else "" for labels in columns]


def group_counts(definition: ExperimentFields) -> list[int]:
    """The largest number of flows that each flow group has in any cell."""
    counts = [group.count for group in definition.base.flows]
    for axis in resolve_axes(definition):
        for index, path in enumerate(axis.paths):
            for values in (point.values[index] for point in axis.points):
                counts = _most(counts, path, values)
    return counts


def labels_and_counts(definition: ExperimentFields) -> tuple[list[str], list[int]]:
    """What `find_metric` and `metrics_of` need to name the numbers: labels and counts by flow
    group.
    """
    return group_labels(definition), group_counts(definition)


def _most(counts: list[int], path: str, value: object) -> list[int]:
    """The counts, raised to those that a move sets."""
    found = _COUNT.fullmatch(path)
    if found is not None:
        given = value if found[2] else _count_of(value)
        is_moved = (found[1] in (EVERY, str(at)) for at in range(len(counts)))
        if isinstance(given, int | float):
            return [
                max(n, int(given)) if moved else n
                for n, moved in zip(counts, is_moved, strict=True)
            ]
    if path == ALL_GROUPS and isinstance(value, list):
        return list(map(max, zip_longest(counts, map(_count_of, value), fillvalue=1)))
    return counts


def _count_of(group: object) -> int:
    return int(group.get("count", 1)) if isinstance(group, dict) else 1


def renames_groups(definition: ExperimentFields) -> bool:
    """Whether an axis changes the generated names of groups."""
    return any(_NAMING.search(move.path) for axis in definition.axes for move in axis.moves)


def group_count(definition: ExperimentFields) -> int:
    """Flow groups of the cell that has most."""
    counts = [len(definition.base.flows)]
    for axis in resolve_axes(definition):
        for index, path in enumerate(axis.paths):
            if path == ALL_GROUPS:
                counts += [_length(point.values[index]) for point in axis.points]
    return max(counts)


def _length(flows: object) -> int:
    return len(flows) if isinstance(flows, list) else 0


def _labels(flows: object) -> list[str]:
    if not isinstance(flows, list):
        return []
    return [str(group.get("label", "")) if isinstance(group, dict) else "" for group in flows]
