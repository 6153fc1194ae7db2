"""All seeds of the first page's cases: their numbers, and the curves over them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from lab_exec import Chunk, behaviour_version, core_version, run_scenario
from lab_exec.parallel import Job, goes_on, run_all
from lab_model.presets import PresetDefinition
from lab_model.presets.opening import OPENING_FOLDER
from lab_model.scenarios import Scenario
from lab_model.seeds import (
    SeedSeries,
    SeedsTogether,
    point_samples,
    seed_arm,
    thinned,
)

Result = dict[str, Any]


def opening_path(preset_id: str) -> Path:
    """Where the seeds of a case are stored."""
    return Path(str(OPENING_FOLDER)) / f"{preset_id}.json"


def seed_work(scenario: Scenario, seed: int) -> Result:
    """One run: its result, and its series thinned to the points of a picture."""
    per_point = point_samples(scenario.duration_s, scenario.sample_interval_s)
    rates, queues = [], []

    def take(chunk: Chunk) -> None:
        flows = [item.columns for item in chunk.subjects if item.subject == "flow"]
        link = next(item.columns for item in chunk.subjects if item.subject == "link")
        rates.append(np.array([columns["throughput_bps"] for columns in flows]))
        queues.append(np.asarray(link["queue_bytes"], dtype=float))

    document = run_scenario(scenario, seed, on_chunk=take, on_progress=goes_on)
    by_flow = np.concatenate(rates, axis=1)
    by_group = np.add.reduceat(by_flow, _first_flows(scenario), axis=0)
    return {
        "document": document,
        "series": SeedSeries(
            thinned(by_group, per_point), thinned(np.concatenate(queues), per_point)
        ),
    }


def measure_opening(
    preset: PresetDefinition,
    seeds: list[int],
    process_count: int,
    on_done: Callable[[], object],
) -> SeedsTogether:
    """Every variant with every seed."""
    jobs = [
        Job(position, variant.scenario, seed)
        for position, variant in enumerate(preset.variants)
        for seed in seeds
    ]
    arms: list[list[Result]] = [[] for _ in preset.variants]
    for job, result in run_all(jobs, process_count, on_done, seed_work):
        arms[job.key].append(result)
    return SeedsTogether(
        behaviour_version=behaviour_version(),
        core_version=core_version(),
        seeds=seeds,
        missing=[],
        arms=[
            seed_arm(
                variant.scenario,
                [result["document"] for result in results],
                [result["series"] for result in results],
            )
            for variant, results in zip(preset.variants, arms, strict=True)
        ],
    )


def _first_flows(scenario: Scenario) -> list[int]:
    """Index of the first flow of every group."""
    counts = [group.count for group in scenario.flows]
    return [sum(counts[:index]) for index in range(len(counts))]
