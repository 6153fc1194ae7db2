"""`python -m lab_model.metrics.reference`: the table as a page, docs/metrics.md."""

import sys
from collections.abc import Iterable

from lab_model.algorithms import registry
from lab_model.metrics import FLOW, FLOW_SERIES, GROUP, LINK_SERIES, QUEUE, SUMMARY
from lab_model.metrics.declared import MetricDeclaration

_HEAD = """\
# Metrics: every number and series of a run

Written by `./lab generate` from the core's tables (`sim-core/include/ccsim/*_metrics.h`) and the
table of derived metrics (`backend/lab_model/metrics/derived.py`). [model.md](model.md#measuring)
says how they are measured.

The unit is the last word of a name. A summary covers the measurement window, for a flow the part
of it in which the flow is active; a sample of a series covers its interval. The column
"aggregation" says how a number is formed over that span. A number that does not exist is null.
"""

_SECTIONS = (
    (
        "A whole run",
        "In `summary` of a result. Ratios are group 0 over group 1.",
        SUMMARY,
    ),
    ("Experiments add", "To the numbers of `summary`.", QUEUE),
    (
        "A flow",
        "In `flows`; experiments have the mean of a group as `group_0_throughput_bps`.",
        FLOW,
    ),
    ("A flow group", "In experiments, as `group_0_share_ratio`.", GROUP),
    ("Series of a flow", "Series of single algorithms are listed below.", FLOW_SERIES),
    ("Series of a link", "", LINK_SERIES),
)


def page() -> str:
    """The whole page."""
    parts = [_HEAD]
    for title, text, table in _SECTIONS:
        parts.append(f"\n## {title}\n\n" + (f"{text}\n\n" if text else "") + _table(table.values()))
    parts.append("\n## Series of single algorithms\n\n" + _of_algorithms())
    return "".join(parts)


def _table(metrics: Iterable[MetricDeclaration]) -> str:
    rows = [
        f"| `{each.name}` | {each.title} | {each.aggregation.replace('_', ' ')} | "
        f"{each.explanation} |\n"
        for each in metrics
    ]
    return "| name | title | aggregation | definition |\n|---|---|---|---|\n" + "".join(rows)


def _of_algorithms() -> str:
    """Each series once for each thing that it is said to be."""
    titles: dict[tuple[str, str], list[str]] = {}
    for algorithm in registry().algorithms:
        for metric in algorithm.metrics:
            key = metric.name, metric.description
            titles.setdefault(key, []).append(algorithm.title)
    rows = [
        f"| `{name}` | {', '.join(of)} | {description}. |\n"
        for (name, description), of in titles.items()
        if name not in FLOW_SERIES
    ]
    return "| name | of | definition |\n|---|---|---|\n" + "".join(rows)


if __name__ == "__main__":
    sys.stdout.write(page())
