"""The numbers of a unit that ship with a known case."""

import math

import pytest

from lab_exec import run_scenario
from lab_model.experiments.numbers import numbers_of
from lab_model.presets.definition import PresetDefinition, load_definitions
from lab_model.presets.known_numbers import known_numbers
from lab_model.scenarios import Scenario

SEEDS = list(range(1, 21))
LONGEST_S = 21.0
DEFINITIONS = load_definitions()


def _variant(preset_id: str, place: int = 0) -> Scenario:
    [found] = [item for item in DEFINITIONS if item.id == preset_id]
    return found.variants[place].scenario


@pytest.mark.parametrize("preset", DEFINITIONS, ids=lambda preset: preset.id)
def test_every_variant_of_every_case_has_numbers_of_all_seeds(preset: PresetDefinition) -> None:
    for variant in preset.variants:
        found = known_numbers(variant.scenario, SEEDS)
        assert found is not None
        assert list(found.by_seed) == SEEDS
        [names] = {tuple(numbers) for numbers in found.by_seed.values()}
        assert {"throughput_ratio", "group_0_throughput_bps"} <= set(names)


@pytest.mark.parametrize(
    "preset",
    [item for item in DEFINITIONS if item.variants[0].scenario.duration_s < LONGEST_S],
    ids=lambda preset: preset.id,
)
def test_they_are_those_of_the_whole_result(preset: PresetDefinition) -> None:
    scenario = preset.variants[0].scenario
    found = known_numbers(scenario, [2])
    assert found is not None
    whole = numbers_of(run_scenario(scenario, 2))
    for name, value in found.by_seed[2].items():
        expected = whole[name]
        assert (value is None) == (expected is None), name
        if value is not None and expected is not None:
            assert math.isclose(value, expected, rel_tol=1e-8), name


def test_nothing_is_known_of_other_settings_and_other_seeds() -> None:
    scenario = _variant("elephant-and-mouse")
    other = scenario.model_copy(update={"duration_s": scenario.duration_s + 1})
    assert known_numbers(other, SEEDS) is None
    assert known_numbers(scenario, [*SEEDS, 21]) is None


def test_a_queue_in_seconds_is_left_out_where_the_rate_changes() -> None:
    found = known_numbers(_variant("wifi-fade"), [1])
    assert found is not None
    assert "mean_queue_s" not in found.by_seed[1]
