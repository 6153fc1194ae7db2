"""Every preset shows what it claims, and its committed numbers are what the core gives.

The bounds are in the presets' own files, with room to the measured means. What is committed is
judged for all presets and seeds; runs of many packets (1 Gbit/s) are repeated by the slow tests.
"""

from functools import cache
from pathlib import Path

import pytest

from lab_cli.presets.command import file_text, judge, neighbours
from lab_cli.presets.measure import (
    SEEDS,
    measured_preset,
    numbers_of,
    run_presets,
    values_of,
)
from lab_cli.presets.seeds import (
    documents_of,
    seed_work,
    seeds_together,
)
from lab_cli.presets.thumbnail import thumbnail
from lab_exec import run_scenario
from lab_exec.parallel import job_count
from lab_model.presets import PresetDefinition, load_definitions, load_measured
from lab_model.presets.measured import MEASURED_FOLDER, MeasuredPreset
from lab_model.presets.shipped import load_together
from lab_model.scenarios import predicted_packet_count
from lab_model.seeds import SeedsTogether, seed_result

LONG_RUN_PACKETS = 1_000_000


def packets(preset: PresetDefinition) -> int:
    return max(predicted_packet_count(variant.scenario) for variant in preset.variants)


QUICK = [preset for preset in load_definitions() if packets(preset) < LONG_RUN_PACKETS]
ALL = load_definitions()


def named(preset: PresetDefinition) -> str:
    return preset.id


@pytest.mark.parametrize("preset", ALL, ids=named)
def test_the_committed_numbers_show_what_the_preset_claims(preset: PresetDefinition) -> None:
    measured = load_measured(preset.id)
    assert measured.seeds == list(SEEDS)
    numbers = {name: variant.numbers for name, variant in measured.variants.items()}
    failed = [str(verdict.effect) for verdict in judge(preset, numbers) if not verdict.holds]
    assert not failed


@pytest.mark.parametrize("preset", QUICK, ids=named)
def test_the_drawn_seed_gives_the_committed_numbers_and_curves(preset: PresetDefinition) -> None:
    measured = load_measured(preset.id)
    position = measured.seeds.index(measured.drawn_seed)
    for variant in preset.variants:
        committed = measured.variants[variant.id]
        result = run_scenario(variant.scenario, measured.drawn_seed, series=False)
        for name, number in committed.numbers.items():
            assert values_of(name, [result]) == [number.values[position]], (variant.id, name)
        drawn = thumbnail(variant.scenario, measured.drawn_seed, preset.plot)
        assert drawn == committed.thumbnail


@pytest.mark.parametrize("preset", QUICK, ids=named)
def test_a_seed_gives_its_committed_numbers(preset: PresetDefinition) -> None:
    seed = 7
    together = load_together(preset.id)
    for variant, arm in zip(preset.variants, together.arms, strict=True):
        result = run_scenario(variant.scenario, seed, series=False)
        assert seed_result(result) == arm.results[seed - 1], variant.id


def _made_by(stored: MeasuredPreset | SeedsTogether) -> dict[str, str | int]:
    return {"behaviour_version": stored.behaviour_version, "core_version": stored.core_version}


@cache
def all_files() -> dict[str, str]:
    """By preset: its numbers and its seeds."""
    seeds = list(SEEDS)
    results = run_presets(ALL, seeds, job_count(None), lambda: None, seed_work)
    files = {}
    for preset, runs in zip(ALL, results, strict=True):
        # A file whose numbers a later core leaves as they are keeps the version that made it.
        measured = measured_preset(preset, seeds, documents_of(runs)).model_copy(
            update=_made_by(load_measured(preset.id))
        )
        together = seeds_together(preset, seeds, runs).model_copy(
            update=_made_by(load_together(preset.id))
        )
        files[preset.id] = file_text(measured, together)
    return files


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("preset", ALL, ids=named)
def test_all_seeds_give_the_committed_files(preset: PresetDefinition) -> None:
    committed = Path(str(MEASURED_FOLDER)) / f"{preset.id}.json"
    assert all_files()[preset.id] == committed.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("preset", QUICK, ids=named)
def test_what_is_claimed_does_not_hang_on_one_round_trip_time(preset: PresetDefinition) -> None:
    around = list(neighbours(preset))
    results = run_presets(around, list(SEEDS), job_count(None), lambda: None)
    failed = [
        f"{item.title}: {verdict.effect}"
        for item, of_item in zip(around, results, strict=True)
        for verdict in judge(item, numbers_of(item, of_item))
        if not verdict.holds
    ]
    assert not failed
