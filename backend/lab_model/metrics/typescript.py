"""`python -m lab_model.metrics.typescript`: the table as the interface's module.

Written to frontend/src/generated/metrics.ts by `./lab generate`.
"""

import json
import sys

from lab_model.metrics import TABLES, MetricDeclaration

_HEAD = """\
/** What every number and series of a run is called and means. Written by `./lab generate`. */

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


def module_text() -> str:
    """The whole file."""
    metrics = [metric for table in TABLES.values() for metric in table.values()]
    parts = [
        _HEAD,
        _union("Quantity", {metric.quantity for metric in metrics}),
        _union("Aggregation", {metric.aggregation for metric in metrics}),
    ]
    for name, table in TABLES.items():
        entries = "".join(_entry(metric) for metric in table.values())
        words = name.split("_")
        constant = words[0] + "".join(word.capitalize() for word in words[1:]) + "Metrics"
        kind = "as const satisfies Record<string, Metric>"
        parts.append(f"export const {constant} = {{\n{entries}}} {kind};\n")
    return "\n".join(parts)


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
    sys.stdout.write(module_text())
