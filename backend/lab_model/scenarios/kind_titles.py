"""`python -m lab_model.scenarios.kind_titles`: what people call each kind that a scenario names.

Written to frontend/src/generated/kindTitles.ts by `./lab generate`.
"""

import json
import sys

from lab_model.algorithms.registry import registry

_HEAD = """\
/** What people call a queue, loss model or kind of traffic. Written by `./lab generate`. */
export const KIND_TITLES: Readonly<Record<string, string>> = {
"""

_UNCONTROLLED = """
/** Kinds of traffic without congestion control: the algorithm of their groups is `none`. */
export const UNCONTROLLED_TRAFFIC: readonly string[] = """


def module_text() -> str:
    """The whole file."""
    lists = registry()
    kinds = (*lists.queues, *lists.losses, *lists.traffic)
    entries = (f"  {kind.name}: {json.dumps(kind.title, ensure_ascii=False)},\n" for kind in kinds)
    uncontrolled = [kind.name for kind in lists.traffic if kind.carrier == "datagrams"]
    return f"{_HEAD}{''.join(entries)}}};\n{_UNCONTROLLED}{json.dumps(uncontrolled)};\n"


if __name__ == "__main__":
    sys.stdout.write(module_text())
