"""A case's numbers and its curves tell the same: which window the numbers are means of.

Numbers of whole runs have the start-up in them. Where a case has such numbers its pages say beside
them what the curves have in their second half; elsewhere the two may not contradict each other.
"""

from statistics import geometric_mean

import pytest

from lab_model.presets import PresetDefinition, load_definitions
from lab_model.presets.opening import load_opening
from lab_model.presets.shipped import load_together
from lab_model.scenarios import Scenario
from lab_model.seeds import SeedArm

NEAR_FAIR = 1.1
"""Ratios below this, or above its inverse, name no winner."""


def shared_by_two() -> list[PresetDefinition]:
    return [
        item
        for item in load_definitions()
        if all(len(variant.scenario.flows) == 2 for variant in item.variants)
    ]


def ratio_of_numbers(arm: SeedArm) -> float | None:
    rates = [result.throughputs_bps for result in arm.results]
    if any(second <= 0 or first <= 0 for first, second in rates):
        return None
    return geometric_mean(first / second for first, second in rates)


def ratio_of_second_half(arm: SeedArm) -> float | None:
    assert arm.curves is not None
    first, second = (
        sum(value or 0 for value in curve.mean[len(curve.mean) // 2 :])
        for curve in arm.curves.throughputs_bps
    )
    return first / second if first > 0 and second > 0 else None


def winner(ratio: float) -> int:
    """1 the first group, -1 the second, 0 neither of them clearly."""
    if 1 / NEAR_FAIR <= ratio <= NEAR_FAIR:
        return 0
    return 1 if ratio > 1 else -1


def says_both(scenario: Scenario) -> bool:
    return scenario.warmup_s == 0


@pytest.mark.parametrize("preset", shared_by_two(), ids=lambda preset: preset.id)
def test_the_numbers_and_the_second_half_of_the_curves_name_the_same_winner(
    preset: PresetDefinition,
) -> None:
    together = load_together(preset.id)
    for variant, arm in zip(preset.variants, together.arms, strict=True):
        numbers, late = ratio_of_numbers(arm), ratio_of_second_half(arm)
        if numbers is None or late is None or says_both(variant.scenario):
            continue
        assert winner(numbers) * winner(late) != -1, (variant.id, numbers, late)


def test_the_leading_case_and_with_it_the_sliders_average_the_second_half() -> None:
    """At 89 ms and 9 BDP BBRv2 takes more than a minute: the whole run names the wrong one."""
    for scenario in load_opening()[0].scenarios:
        assert scenario.warmup_s >= scenario.duration_s / 2


def test_the_opening_cases_differ_from_their_second_half_only_where_both_are_said() -> None:
    for case in load_opening():
        for scenario, arm in zip(case.scenarios, case.together.arms, strict=True):
            numbers, late = ratio_of_numbers(arm), ratio_of_second_half(arm)
            assert numbers is not None
            assert late is not None
            assert says_both(scenario) or numbers == pytest.approx(late, rel=0.05)
