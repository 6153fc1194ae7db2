"""What each number of a unit means: label, unit, definition, fair value, scale and average.

One entry per name that the core gives. Names of groups (`group_0_throughput_bps`) come from the
entry of the flow's field.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lab_model.metrics import FLOW, GROUP, QUEUE, SUMMARY, MetricDeclaration

Average = Literal["arithmetic", "geometric"]
MetricScale = Literal["linear", "logarithmic"]

_GROUP_NAME: Final = re.compile(r"group_(\d+)_(.+)")
_SIGNIFICANT_DIGITS: Final = 4


class UnknownMetricError(KeyError):
    """No number has this name."""


@dataclass(frozen=True)
class Metric:
    """What a number means and how it is averaged and drawn."""

    name: str
    label: str
    unit: str
    """SI base unit of the values; empty: a plain number."""
    display_unit: str
    """In which people read it; empty: a plain number."""
    per_display_unit: float
    """Value / this = number in `display_unit`."""
    definition: str
    fair: float | None
    """The value at which everybody gets the same; None if the number says nothing of that."""
    scale: MetricScale
    average: Average
    """geometric, for ratios: the mean of the logarithms, transformed back. 1/2 and 2 make 1."""
    least: float | None
    most: float | None
    """Range of the number; intervals are clipped to it."""

    def shown(self, value: float) -> str:
        """A value with its unit, in four significant digits: `12.35 ms`."""
        number = f"{value / self.per_display_unit:.{_SIGNIFICANT_DIGITS}g}"
        if "e+" in number:
            number = f"{value / self.per_display_unit:.0f}"
        return f"{number} {self.display_unit}".rstrip()


def find_metric(name: str, group_labels: Sequence[str] = ()) -> Metric:
    """The metric of a number's name. Raises `UnknownMetricError`.

    `group_labels` are the labels of the flow groups; without one a group is called by its index.
    """
    found = _GROUP_NAME.fullmatch(name)
    if found is None:
        declared = SUMMARY.get(name) or QUEUE.get(name)
        if declared is None:
            raise UnknownMetricError(name)
        return _metric(name, declared, declared.heading, declared.explanation)
    index, field = int(found[1]), found[2]
    declared = GROUP.get(field) or FLOW.get(field)
    if declared is None:
        raise UnknownMetricError(name)
    label = group_labels[index] if index < len(group_labels) else ""
    of_flows = "" if field in GROUP else "Mean over the flows of the group. "
    return _metric(
        name,
        declared,
        f"{label or f'group {index}'}: {declared.title}",
        of_flows + declared.explanation,
    )


def metrics_of(names: Iterable[str], group_labels: Sequence[str] = ()) -> list[Metric]:
    """The metrics of these names, in order; names that are not known are left out.

    `group_labels` as in `find_metric`.
    """
    found = []
    for name in names:
        try:
            found.append(find_metric(name, group_labels))
        except UnknownMetricError:
            continue  # of a newer core, whose word this release does not know
    return found


def _metric(name: str, declared: MetricDeclaration, label: str, definition: str) -> Metric:
    shown = declared.shown
    return Metric(
        name=name,
        label=label,
        unit=declared.unit,
        display_unit=shown.display_unit,
        per_display_unit=shown.per_display_unit,
        definition=definition,
        fair=declared.fair,
        scale="logarithmic" if declared.is_ratio else "linear",
        average="geometric" if declared.is_ratio else "arithmetic",
        least=shown.least,
        most=shown.most,
    )
