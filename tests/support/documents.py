"""Result documents for tests of storage, where no number is looked at."""

from typing import Any

from lab.models.result import SUMMARY_COLUMNS
from lab.runs.attempts import Attempt

COUNTED = ("dropped_packets", "randomly_lost_packets")


def result_document(attempt: Attempt) -> dict[str, Any]:
    """As long as the storage needs it: the worker's tests use the core's real ones."""
    scenario = attempt.scenario
    return {
        "core_version": attempt.core_version,
        "seed": attempt.seed,
        "series_digest": "5" * 64,
        "summary_digest": "6" * 64,
        "window": {"start_s": scenario["warmup_s"], "end_s": scenario["duration_s"]},
        "simulated_packets": 12_345,
        "sample_count": 100,
        "summary": {name: 1 if name in COUNTED else 0.5 for name in SUMMARY_COLUMNS},
        "flows": [
            {"group_index": index, "label": group["label"]}
            for index, group in enumerate(scenario["flows"])
        ],
    }
