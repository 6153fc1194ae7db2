"""All seeds of presets with their curves: what every known case is shown from."""

from typing import Any

import numpy as np

from lab_cli.kit.output_file import one_line
from lab_cli.presets.measure import Result, VariantResults
from lab_exec import Chunk, behaviour_version, core_version, run_scenario
from lab_exec.parallel import may_continue
from lab_model.presets import PresetDefinition
from lab_model.scenarios import Scenario
from lab_model.seeds import (
    SeedSeries,
    SeedsTogether,
    point_samples,
    seed_arm,
    thinned,
)


def seed_work(scenario: Scenario, seed: int) -> Result:
    """One run: its result, and its series thinned to the points of a picture."""
    per_point = point_samples(scenario.duration_s, scenario.sample_interval_s)
    rates, queues = [], []

    def take(chunk: Chunk) -> None:
        flows = [item.columns for item in chunk.subjects if item.subject == "flow"]
        link = next(item.columns for item in chunk.subjects if item.subject == "link")
        rates.append(np.array([columns["throughput_bps"] for columns in flows]))
        queues.append(np.asarray(link["queue_bytes"], dtype=float))

    document = run_scenario(scenario, seed, on_chunk=take, on_progress=may_continue)
    by_flow = np.concatenate(rates, axis=1)
    by_group = np.add.reduceat(by_flow, _first_flows(scenario), axis=0)
    return {
        "document": document,
        "series": SeedSeries(
            thinned(by_group, per_point), thinned(np.concatenate(queues), per_point)
        ),
    }


def documents_of(runs: VariantResults) -> VariantResults:
    """The results alone, without their series."""
    return {variant: [run["document"] for run in items] for variant, items in runs.items()}


def seeds_together(
    preset: PresetDefinition, seeds: list[int], runs: VariantResults
) -> SeedsTogether:
    """Every variant with every seed; `runs` are what `seed_work` gave."""
    return SeedsTogether(
        behaviour_version=behaviour_version(),
        core_version=core_version(),
        seeds=seeds,
        missing=[],
        arms=[
            seed_arm(
                variant.scenario,
                [run["document"] for run in runs[variant.id]],
                [run["series"] for run in runs[variant.id]],
            )
            for variant in preset.variants
        ],
    )


def together_text(together: SeedsTogether) -> str:
    """One line for each seed and curve, so that a change shows where it is."""
    data = together.model_dump()
    arms = ",\n".join(_arm_text(arm) for arm in data.pop("arms"))
    return f'{one_line(data)[:-1]},\n "arms": [\n{arms}]}}'


def _arm_text(arm: dict[str, Any]) -> str:
    results = ",\n".join(f"   {one_line(result)}" for result in arm["results"])
    curves = arm["curves"]
    rates = ",\n".join(f"    {one_line(curve)}" for curve in curves["throughputs_bps"])
    return (
        f'  {{"scenario_digest": "{arm["scenario_digest"]}",'
        f' "buffer_bytes": {arm["buffer_bytes"]},\n   "results": [\n{results}],\n'
        f'   "curves": {{"point_s": {curves["point_s"]}, "throughputs_bps": [\n{rates}],\n'
        f'    "queue_bytes": {one_line(curves["queue_bytes"])}}}}}'
    )


def _first_flows(scenario: Scenario) -> list[int]:
    """Index of the first flow of every group."""
    counts = [group.count for group in scenario.flows]
    return [sum(counts[:index]) for index in range(len(counts))]
