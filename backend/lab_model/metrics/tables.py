"""The tables of numbers: of runs, links, flows and groups, each in the order of results."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from lab_model.metrics import derived
from lab_model.metrics.declared import MetricDeclaration, core_metrics

Table = Mapping[str, MetricDeclaration]


def _by_name(metrics: Iterable[MetricDeclaration]) -> dict[str, MetricDeclaration]:
    return {metric.name: metric for metric in metrics}


def _of_core(subject: str, kind: str) -> list[MetricDeclaration]:
    return [each for each in core_metrics() if (each.subject, each.kind) == (subject, kind)]


def _of_bottleneck(metric: MetricDeclaration) -> MetricDeclaration:
    return replace(metric, definition=f"Of the bottleneck. {metric.definition}")


SUMMARY: Final[Table] = _by_name(
    [
        # The bottleneck lacks the optional numbers of links, such as those of ACK filters.
        *(_of_bottleneck(each) for each in _of_core("link", "summary") if not each.is_optional),
        *derived.RUN,
        *_of_core("fairness", "summary"),
    ]
)
"""Of a whole run, by the name in a result's `summary`."""

QUEUE: Final[Table] = _by_name(derived.QUEUE)
"""Of a unit of an experiment, beside its `summary`."""

FLOW: Final[Table] = _by_name([*derived.SETTING, *_of_core("flow", "summary")])
"""Of a flow, by the name in a result's `flows`; of a group it is the mean."""

GROUP: Final[Table] = _by_name(derived.GROUP)
"""Of a group as a whole."""

FLOW_SERIES: Final[Table] = _by_name(_of_core("flow", "series"))
"""Series of every flow; what only an algorithm has is in its entry of the registry."""

LINK: Final[Table] = _by_name(_of_core("link", "summary"))
"""What the summary of a link in `links` has; `SUMMARY` has the same of the bottleneck."""
LINK_SERIES: Final[Table] = _by_name(_of_core("link", "series"))

TABLES: Final[Mapping[str, Table]] = {
    "summary": {**SUMMARY, **QUEUE},
    "flow": FLOW,
    "group": GROUP,
    "flow_series": FLOW_SERIES,
    "link_series": LINK_SERIES,
}
"""All of them."""

UNIT_WORDS: Final = {
    metric.name.rsplit("_", 1)[-1]: metric.unit or "1"
    for table in TABLES.values()
    for metric in table.values()
}
"""Units by the last word of a name; 1 for plain numbers."""


def unit_of(name: str) -> str:
    """The unit of any number or series by its name; 1 for a plain number."""
    return UNIT_WORDS.get(name.rsplit("_", 1)[-1], "1")
