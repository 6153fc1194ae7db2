"""`python -m lab_model.scenarios.kind_series`: the series of single queues and kinds of traffic.

Written to frontend/src/generated/kindSeries.ts by `./lab generate`.
"""

import json
import sys
from collections.abc import Iterable

from lab_model.algorithms.registry import QueueInfo, TrafficInfo, registry

_HEAD = """\
/** What single queues and kinds of traffic write of themselves. Written by `./lab generate`. */
export interface KindSeries {
  readonly name: string;
  readonly description: string;
}
"""


def module_text() -> str:
    """The whole file."""
    lists = registry()
    return "\n".join(
        (_HEAD, _table("QUEUE_SERIES", lists.queues), _table("TRAFFIC_SERIES", lists.traffic))
    )


def _table(name: str, kinds: Iterable[QueueInfo | TrafficInfo]) -> str:
    entries = [f"  {kind.name}: [\n{_lines(kind)}  ]," for kind in kinds if kind.metrics]
    head = f"export const {name}: Readonly<Record<string, readonly KindSeries[] | undefined>> = {{"
    return "\n".join((head, *entries, "};")) + "\n"


def _lines(kind: QueueInfo | TrafficInfo) -> str:
    return "".join(
        f"    {{ name: {json.dumps(metric.name)}, "
        f"description: {json.dumps(metric.description, ensure_ascii=False)} }},\n"
        for metric in kind.metrics
    )


if __name__ == "__main__":
    sys.stdout.write(module_text())
