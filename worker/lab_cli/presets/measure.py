"""Measures presets: every variant over all seeds, then the curves of the seed that is drawn."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from lab_cli.presets.thumbnail import group_dues_bps, thumbnail
from lab_exec import behaviour_version, core_version
from lab_exec.parallel import Job, Work, run_all
from lab_model.experiments.statistics import estimate
from lab_model.presets import (
    MeasuredNumber,
    MeasuredPreset,
    MeasuredVariant,
    PresetDefinition,
    Share,
)
from lab_model.presets.numbers import NUMBERS, group_throughputs_bps
from lab_model.scenarios import Scenario, scenario_digest

Result = dict[str, Any]

SEEDS: Final = tuple(range(1, 21))
# Results are the same to the last bit; files for people need no sixteen digits of them.
DIGITS: Final = 10


# Of every variant its results, in the order of the seeds.
VariantResults = dict[str, list[Result]]
VariantNumbers = dict[str, dict[str, MeasuredNumber]]


@dataclass(frozen=True)
class RunKey:
    """Which run of which preset."""

    position: int
    variant_id: str


def run_presets(
    definitions: list[PresetDefinition],
    seeds: list[int],
    process_count: int,
    on_done: Callable[[], object],
    work: Work | None = None,
) -> list[VariantResults]:
    """Every variant with every seed, in the order of the definitions.

    Results without series, or what `work` makes of scenario and seed: see `run_all`.
    """
    jobs = [
        Job(RunKey(position, variant.id), variant.scenario, seed)
        for position, preset in enumerate(definitions)
        for variant in preset.variants
        for seed in seeds
    ]
    results: list[VariantResults] = [{} for _ in definitions]
    for job, result in run_all(jobs, process_count, on_done, work):
        results[job.key.position].setdefault(job.key.variant_id, []).append(result)
    return results


def numbers_of(preset: PresetDefinition, results: VariantResults) -> VariantNumbers:
    """The measurements of a preset, over the seeds."""
    return {
        variant_id: {
            name: interval_of(values_of(name, items), is_ratio=NUMBERS[name].is_ratio)
            for name in preset.numbers
        }
        for variant_id, items in results.items()
    }


def measured_preset(
    preset: PresetDefinition, seeds: list[int], results: VariantResults
) -> MeasuredPreset:
    """The data of the gallery: the numbers, and the curves of the drawn seed, run once more."""
    numbers = numbers_of(preset, results)
    first = preset.numbers[0]
    drawn = drawn_seed(seeds, [item[first].values for item in numbers.values()])
    position = seeds.index(drawn)
    return MeasuredPreset(
        behaviour_version=behaviour_version(),
        core_version=core_version(),
        seeds=seeds,
        drawn_seed=drawn,
        variants={
            variant.id: MeasuredVariant(
                scenario_digest=scenario_digest(variant.scenario),
                numbers=numbers[variant.id],
                shares=_shares(variant.scenario, results[variant.id][position]),
                thumbnail=thumbnail(variant.scenario, drawn, preset.plot),
            )
            for variant in preset.variants
        },
    )


def values_of(number: str, results: list[Result]) -> list[float]:
    """A number of every result, rounded as the files have it."""
    return [_rounded(NUMBERS[number].of(result)) for result in results]


def interval_of(values: list[float], *, is_ratio: bool) -> MeasuredNumber:
    """Mean and 95 % interval; of a ratio by logarithms, turned back."""
    numbers = estimate(math.log(value) for value in values) if is_ratio else estimate(values)
    back = math.exp if is_ratio else float
    has_interval = numbers.half_width > 0
    low, high = numbers.interval
    return MeasuredNumber(
        mean=_rounded(back(numbers.mean)),
        low=_rounded(back(low)) if has_interval else None,
        high=_rounded(back(high)) if has_interval else None,
        values=values,
    )


def drawn_seed(seeds: list[int], columns: list[list[float]]) -> int:
    """The seed whose ranks are nearest to the middle in all columns; the lowest of equals."""
    distances = np.zeros(len(seeds))
    for column in columns:
        ranks = np.argsort(np.argsort(column, kind="stable"), kind="stable")
        distances += np.abs(ranks - (len(seeds) - 1) / 2)
    return seeds[int(np.argmin(distances))]


def _shares(scenario: Scenario, result: Result) -> list[Share]:
    rates_bps = group_throughputs_bps(result)
    total_bps = math.fsum(rates_bps)
    due_bps = group_dues_bps(scenario)
    return [
        Share(
            label=group.label,
            share=_rounded(rate_bps / total_bps),
            fair_share=_rounded(group_due_bps / math.fsum(due_bps)),
        )
        for group, rate_bps, group_due_bps in zip(scenario.flows, rates_bps, due_bps, strict=True)
    ]


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
