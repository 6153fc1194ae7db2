"""The series of single queues and kinds of traffic, and the traits of queues.

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
_TRAITS = """\
/** What sets a queue apart: QueueTraits in sim-core/include/ccsim/components.h. */
export interface QueueTraits {
  readonly order: 'arrival' | 'flow' | 'class';
  readonly dropsEarly: boolean;
  readonly overflowEnd: 'tail' | 'head';
  readonly delaysExcess: boolean;
  readonly canMark: boolean;
  /** The parameter of the share of the link's rate that it lets pass; empty: all of it passes. */
  readonly passingShare: string;
}

export const QUEUE_TRAITS: Readonly<Record<string, QueueTraits | undefined>> = {
"""


def module_text() -> str:
    """The whole file."""
    lists = registry()
    series = (_table("QUEUE_SERIES", lists.queues), _table("TRAFFIC_SERIES", lists.traffic))
    return "\n".join((_HEAD, *series, _traits(lists.queues)))


def _traits(queues: Iterable[QueueInfo]) -> str:
    return _TRAITS + "".join(map(_traits_line, queues)) + "};\n"


def _traits_line(queue: QueueInfo) -> str:
    traits = queue.traits
    fields = {
        "order": traits.order,
        "dropsEarly": not traits.drops_only_when_full,
        "overflowEnd": traits.overflow_end,
        "delaysExcess": traits.delays_excess,
        "canMark": bool(traits.marks),
        "passingShare": traits.passing_share_parameter,
    }
    inner = ", ".join(f"{name}: {json.dumps(value)}" for name, value in fields.items())
    return f"  {queue.name}: {{ {inner} }},\n"


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
