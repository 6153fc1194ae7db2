"""`python -m lab_model.metrics.typescript results|series`: the tables as modules of the interface.

Written to frontend/src/generated/metrics.ts and seriesMetrics.ts by `./lab generate`. Two files,
since the first page draws series but shows no results: those come with the pages that need them.
"""

import json
import sys
from collections.abc import Iterator

from lab_model.metrics import TABLES, MetricDeclaration

_HEAD = """\
/** What every number of a result is called and means. Written by `./lab generate`. */

export interface Metric {
  /** As people say it within a sentence. */
  readonly title: string;
  readonly quantity: Quantity;
  /** How it comes from the window or the interval; `last`: the state at its end. */
  readonly aggregation: Aggregation;
  /** One sentence, with its source. */
  readonly definition: string;
  /** Of a series: where it is drawn. */
  readonly pane: string | null;
}
"""

_SERIES_HEAD = """\
/** What every series of a run is called and means. Written by `./lab generate`. */
import type { Metric } from './metrics';
"""


def results_text() -> str:
    """metrics.ts: the types, and the numbers of a result."""
    metrics = [metric for table in TABLES.values() for metric in table.values()]
    head = [
        _HEAD,
        _union("Quantity", {metric.quantity for metric in metrics}),
        _union("Aggregation", {metric.aggregation for metric in metrics}),
    ]
    return "\n".join([*head, *_constants(of_series=False)])


def series_text() -> str:
    """seriesMetrics.ts."""
    return "\n".join([_SERIES_HEAD, *_constants(of_series=True)])


def _constants(of_series: bool) -> Iterator[str]:
    for name, table in TABLES.items():
        if name.endswith("_series") == of_series:
            entries = "".join(_entry(metric) for metric in table.values())
            words = name.split("_")
            constant = words[0] + "".join(word.capitalize() for word in words[1:]) + "Metrics"
            kind = "as const satisfies Record<string, Metric>"
            yield f"export const {constant} = {{\n{entries}}} {kind};\n"


def _union(name: str, words: set[str]) -> str:
    union = " | ".join(f"'{word}'" for word in sorted(words))
    return f"export type {name} = {union};\n"


def _entry(metric: MetricDeclaration) -> str:
    fields = {
        "title": metric.title,
        "quantity": metric.quantity,
        "aggregation": metric.aggregation,
        "definition": metric.explanation,
        "pane": metric.pane or None,
    }
    lines = "".join(
        f"    {field}: {json.dumps(value, ensure_ascii=False)},\n"
        for field, value in fields.items()
    )
    return f"  {metric.name}: {{\n{lines}  }},\n"


if __name__ == "__main__":
    texts = {"results": results_text, "series": series_text}
    sys.stdout.write(texts[sys.argv[1]]())
