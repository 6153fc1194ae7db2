"""What each number of a unit means: label, phrase, unit, definition, fair value, scale, average.

One entry per name that the core gives. Names of groups (`group_0_throughput_bps`) come from the
entry of the flow's field.
"""

import math
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from lab_model.english.names import flow_name, of_each
from lab_model.metrics import FLOW, GROUP, QUEUE, SUMMARY, MetricDeclaration
from lab_model.metrics.declared import Direction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Average = Literal["arithmetic", "geometric"]
DifferenceKind = Literal["difference", "ratio"]
MetricScale = Literal["linear", "logarithmic"]

RATIO_OF: Final = "/"
"""Between the names of two metrics: how many times the second the first is, seed by seed."""

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
    better: Direction | None = None
    """Which way it is better; None: it does not say."""
    phrase: str = ""
    """The subject of a sentence, always one thing: `the mean RTT of the elephant`."""

    def shown(self, value: float) -> str:
        """A value with its unit, in four significant digits: `12.35 ms`."""
        number = f"{value / self.per_display_unit:.{_SIGNIFICANT_DIGITS}g}"
        if "e+" in number:
            number = f"{value / self.per_display_unit:.0f}"
        return f"{number} {self.display_unit}".rstrip()


def find_metric(
    name: str, group_labels: Sequence[str] = (), group_counts: Sequence[int] = ()
) -> Metric:
    """The metric of a number's name, or of two names with a slash between them.

    `group_labels` are the labels of the flow groups; without one a group is called by its index.
    `group_counts`: the most flows that each ever has; unknown, a group may have several.
    Raises `UnknownMetricError`.
    """
    above, slash, below = name.partition(RATIO_OF)
    if slash and RATIO_OF in below:
        raise UnknownMetricError(name)
    if slash:
        return _ratio_of(
            find_metric(above, group_labels, group_counts),
            find_metric(below, group_labels, group_counts),
        )
    found = _GROUP_NAME.fullmatch(name)
    if found is None:
        declared = SUMMARY.get(name) or QUEUE.get(name)
        if declared is None:
            raise UnknownMetricError(name)
        return _metric(name, declared, declared.heading, declared.phrase, declared.explanation)
    index, field = int(found[1]), found[2]
    declared = GROUP.get(field) or FLOW.get(field)
    if declared is None:
        raise UnknownMetricError(name)
    label = group_labels[index] if index < len(group_labels) else ""
    is_mean = field not in GROUP
    count = group_counts[index] if index < len(group_counts) else None
    is_per_flow = is_mean and count != 1
    owner = of_each(label, index) if is_per_flow else f"of {flow_name(label, index).text}"
    per_flow = " (per flow)" if is_per_flow and count is not None else ""
    return _metric(
        name,
        declared,
        f"{label or f'group {index + 1}'}{per_flow}: {declared.title}",
        f"{declared.phrase} {owner}",
        ("Mean over the flows of the group. " if is_mean else "") + declared.explanation,
    )


def kind_of(metric: Metric) -> DifferenceKind:
    """How items are compared in a metric."""
    return "ratio" if metric.average == "geometric" else "difference"


def parts_of(name: str) -> list[str]:
    """The numbers that a metric is made of: itself, or the two of a ratio."""
    return name.split(RATIO_OF)


def is_made_of(name: str, known: Collection[str]) -> bool:
    """Whether it is one of the known numbers, or a ratio of two of them."""
    parts = parts_of(name)
    return len(parts) <= 2 and all(part in known for part in parts)


def combined(parts: "Sequence[NDArray[np.float64]]") -> "NDArray[np.float64]":
    """The values of a metric from those of its parts; NaN where it would be divided by 0."""
    # A page without a server reads what metrics mean, and has no NumPy.
    import numpy as np

    if len(parts) == 1:
        return parts[0]
    above, below = parts
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios: NDArray[np.float64] = np.where(below != 0, above / below, np.nan)
    return ratios


def combined_rows(parts: Sequence[Sequence[float]]) -> list[float]:
    """As `combined`, for one cell in plain Python."""
    if len(parts) == 1:
        return list(parts[0])
    return [
        above / below if below != 0 else math.nan
        for above, below in zip(parts[0], parts[1], strict=True)
    ]


def _ratio_of(above: Metric, below: Metric) -> Metric:
    """How many times `below` the number `above` is. Of the same field of two groups 1 is fair."""
    groups = [_GROUP_NAME.fullmatch(metric.name) for metric in (above, below)]
    fields = {None if group is None else group[2] for group in groups}
    is_between_groups = len(fields) == 1 and fields != {None} and above.name != below.name
    fair = 1.0 if is_between_groups else None
    has_unit = above.unit != below.unit
    unit = f"{above.unit or '1'} per {below.unit or '1'}" if has_unit else ""
    shown = f"{above.display_unit or '1'} per {below.display_unit or '1'}" if has_unit else ""
    return Metric(
        name=f"{above.name}{RATIO_OF}{below.name}",
        label=f"{above.label} / {below.label}",
        unit=unit,
        display_unit=shown,
        per_display_unit=above.per_display_unit / below.per_display_unit if has_unit else 1.0,
        definition=f"{above.label} divided by {below.label}, seed by seed.",
        fair=fair,
        scale="logarithmic",
        average="geometric",
        least=0.0,
        most=None,
        better="fair" if is_between_groups else _better_ratio(above, below),
        phrase=f"the ratio of {above.phrase} to {below.phrase}",
    )


def _better_ratio(above: Metric, below: Metric) -> Direction | None:
    """More, where `above` is better high and `below` better low, and vice versa; else None."""
    match above.better, below.better:
        case "more", "less":
            return "more"
        case "less", "more":
            return "less"
        case _:
            return None


def metrics_of(
    names: Iterable[str], group_labels: Sequence[str] = (), group_counts: Sequence[int] = ()
) -> list[Metric]:
    """The metrics of these names, in order; names that are not known are left out.

    `group_labels` and `group_counts` as in `find_metric`.
    """
    found = []
    for name in names:
        try:
            found.append(find_metric(name, group_labels, group_counts))
        except UnknownMetricError:
            continue  # of a newer core, whose word this release does not know
    return found


def _metric(
    name: str, declared: MetricDeclaration, label: str, phrase: str, definition: str
) -> Metric:
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
        better=declared.direction,
        phrase=phrase,
    )
