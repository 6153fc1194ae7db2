"""Many runs in few requests."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from fairtt_lab.many import Wanted

# The server takes 200 runs and, unless it is set otherwise, 1 MiB.
MOST_RUNS: Final = 200
MOST_BYTES: Final = 900_000


def requests_of_runs(wanted: Iterable[Wanted]) -> Iterator[dict[str, Any]]:
    """Bodies of POST /api/runs/many, each as large as the server takes."""
    runs: list[dict[str, Any]] = []
    size_bytes = 0
    for scenario, seed in wanted:
        run = {"scenario": scenario.model_dump(mode="json"), "seed": seed}
        added_bytes = len(json.dumps(run).encode())
        if runs and (len(runs) == MOST_RUNS or size_bytes + added_bytes > MOST_BYTES):
            yield {"runs": runs}
            runs, size_bytes = [], 0
        runs.append(run)
        size_bytes += added_bytes
    if runs:
        yield {"runs": runs}
