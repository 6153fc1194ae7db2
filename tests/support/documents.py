"""Result documents for tests of storage, where no number is looked at."""

from typing import Any

from lab.runs.attempts import RunAttempt


def result_document(attempt: RunAttempt) -> dict[str, Any]:
    """As long as the storage needs it: the worker's tests use the core's real ones."""
    scenario = attempt.scenario
    return {
        "core_version": attempt.core.version,
        "behaviour_version": attempt.core.behaviour,
        "seed": attempt.seed,
        "series_digest": "5" * 64,
        "summary_digest": "6" * 64,
        "window": {"start_s": scenario["warmup_s"], "end_s": scenario["duration_s"]},
        "simulated_packets": 12_345,
        "sample_count": 100,
        "summary": {"throughput_bps": 9.5e6, "dropped_packets": 1, "jain_index": 0.5},
        "flows": [
            {"group_index": index, "label": group["label"]}
            for index, group in enumerate(scenario["flows"])
        ],
    }
