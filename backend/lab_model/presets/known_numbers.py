"""The numbers of an experiment's unit that ship with a known case, seed by seed.

A case ships with its curves and with the numbers that its sentence is about, not with whole
results: what it does not have is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lab_model.experiments.numbers import Numbers, jain_index
from lab_model.presets.measured import MeasuredPreset, load_measured
from lab_model.presets.shipped import load_together, presets_by_digest
from lab_model.scenarios import Scenario, scenario_digest
from lab_model.seeds import SeedResult

_BITS_PER_BYTE: Final = 8
# Names that mean the same in a case as in an experiment.
_MEASURED: Final = ("throughput_ratio", "utilisation_ratio", "retransmit_ratio", "jain_index")


@dataclass(frozen=True)
class KnownNumbers:
    """The known numbers of one setting."""

    behaviour_version: int
    core_version: str
    by_seed: dict[int, Numbers]
    """Every seed has the same names."""


def known_numbers(scenario: Scenario, seeds: Sequence[int]) -> KnownNumbers | None:
    """What ships of exactly this setting with these seeds; None if that is not all of them."""
    digest = scenario_digest(scenario)
    preset_id = presets_by_digest().get(digest)
    if preset_id is None:
        return None
    measured = load_measured(preset_id)
    together = load_together(preset_id)
    arm = next(item for item in together.arms if item.scenario_digest == digest)
    results = {result.seed: result for result in arm.results}
    if not set(seeds) <= results.keys():
        return None
    shipped = _measured_numbers(measured, digest)
    return KnownNumbers(
        measured.behaviour_version,
        measured.core_version,
        {seed: shipped.get(seed, {}) | _numbers_of(scenario, results[seed]) for seed in seeds},
    )


def _measured_numbers(measured: MeasuredPreset, digest: str) -> dict[int, Numbers]:
    variant = next(item for item in measured.variants.values() if item.scenario_digest == digest)
    return {
        seed: {
            name: variant.numbers[name].values[place]
            for name in _MEASURED
            if name in variant.numbers
        }
        for place, seed in enumerate(measured.seeds)
    }


def _numbers_of(scenario: Scenario, result: SeedResult) -> Numbers:
    """Under the names that `lab_model.experiments.numbers` gives them."""
    counts = [group.count for group in scenario.flows]
    rates = result.throughputs_bps
    link = scenario.bottleneck
    numbers: Numbers = {
        "throughput_ratio": result.throughput_ratio,
        "mean_queue_bytes": result.mean_queue_bytes,
    }
    # Where the rate changes, a result divides by its mean, which is not kept.
    if not link.rate_schedule and not link.trace.opportunities_ms:
        numbers["mean_queue_s"] = result.mean_queue_bytes * _BITS_PER_BYTE / link.rate_bps
    if all(count == 1 for count in counts):
        numbers["jain_index"] = jain_index(rates)
    for index, (sum_bps, count) in enumerate(zip(rates, counts, strict=True)):
        numbers[f"group_{index}_throughput_bps"] = sum_bps / count
    return numbers
