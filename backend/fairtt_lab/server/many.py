"""Many runs in few requests."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from fairtt_lab.many import Wanted
from lab_model.experiments.expected_time import units_s
from lab_model.scenarios import work_packet_count

# The server takes 50 runs and, unless it is set otherwise, 1 MiB and a minute of a worker.
MOST_RUNS: Final = 50
MOST_BYTES: Final = 900_000
MOST_WORK_S: Final = 20.0


def requests_of_runs(wanted: Iterable[Wanted]) -> Iterator[dict[str, Any]]:
    """Bodies of POST /api/runs/many, each as large as the server takes."""
    runs: list[dict[str, Any]] = []
    size_bytes, work_s = 0, 0.0
    for scenario, seed in wanted:
        run = {"scenario": scenario.model_dump(mode="json"), "seed": seed}
        added_bytes = len(json.dumps(run).encode())
        added_s = units_s(1, work_packet_count(scenario))
        is_full = len(runs) == MOST_RUNS or size_bytes + added_bytes > MOST_BYTES
        if runs and (is_full or work_s + added_s > MOST_WORK_S):
            yield {"runs": runs}
            runs, size_bytes, work_s = [], 0, 0.0
        runs.append(run)
        size_bytes += added_bytes
        work_s += added_s
    if runs:
        yield {"runs": runs}
