"""Runs of the core as the evidence that phenomena are found in."""

from typing import Any

import numpy as np

from lab_exec import Chunk, run_scenario
from lab_model.phenomena.evidence import Evidence, build_evidence
from lab_model.scenarios import validate_scenario
from lab_model.series.values import Values
from lab_worker.storage.chunks import event_row, phase_row

METRICS = ("throughput_bps", "min_rtt_s")


def evidence_of(data: dict[str, Any], seed: int = 1) -> Evidence:
    """Runs a scenario and reads what the service would read, at every sample."""
    scenario = validate_scenario(data)
    chunks: list[Chunk] = []
    result = run_scenario(scenario, seed, on_chunk=chunks.append)
    count = result["sample_count"]
    time_s = np.round(np.arange(1, count + 1) * result["sample_interval_s"], 9)
    return build_evidence(
        scenario.model_dump(mode="json"),
        result,
        phases=[phase_row(phase) for chunk in chunks for phase in chunk.phases],
        events=[event_row(event) for chunk in chunks for event in chunk.events],
        time_s=time_s.tolist(),
        columns=_columns(chunks),
    )


def _columns(chunks: list[Chunk]) -> dict[int, dict[str, list[float]]]:
    pieces: dict[int, dict[str, list[Values]]] = {}
    for chunk in chunks:
        for subject in chunk.subjects:
            if subject.subject != "flow":
                continue
            of_flow = pieces.setdefault(subject.index, {metric: [] for metric in METRICS})
            for metric in METRICS:
                of_flow[metric].append(subject.columns[metric])
    return {
        index: {metric: np.concatenate(parts).tolist() for metric, parts in columns.items()}
        for index, columns in pieces.items()
    }
