"""What ships with the lab: all seeds of every preset; the first page's leading case separates."""

import math

import pytest

from lab_model.behaviour import newest_behaviour
from lab_model.presets import load_definitions, load_measured
from lab_model.presets.opening import load_opening
from lab_model.presets.shipped import ShippedPreset, shipped_preset, shipped_together
from lab_model.scenarios import scenario_digest

CASES = load_opening()


def shipped(preset_id: str) -> ShippedPreset:
    found = shipped_preset(preset_id)
    assert found is not None
    return found


ALL = [shipped(preset.id) for preset in load_definitions()]


def named(case: ShippedPreset) -> str:
    return case.preset.id


@pytest.mark.parametrize("case", ALL, ids=named)
def test_a_preset_has_all_seeds_of_every_variant(case: ShippedPreset) -> None:
    together = case.together
    scenarios = [variant.scenario for variant in case.preset.variants]
    assert together.seeds == list(range(1, 21))
    assert together.missing == []
    assert [arm.scenario_digest for arm in together.arms] == [
        scenario_digest(scenario) for scenario in scenarios
    ]
    for arm, scenario in zip(together.arms, scenarios, strict=True):
        assert [result.seed for result in arm.results] == together.seeds
        assert arm.curves is not None
        assert len(arm.curves.throughputs_bps) == len(scenario.flows)
        for curve in (*arm.curves.throughputs_bps, arm.curves.queue_bytes):
            assert len(curve.mean) == math.ceil(scenario.duration_s / arm.curves.point_s - 1e-9)
            for low, mean, high in zip(curve.low, curve.mean, curve.high, strict=True):
                assert low is not None
                assert mean is not None
                assert high is not None
                assert low <= mean <= high


@pytest.mark.parametrize("case", ALL, ids=named)
def test_a_preset_says_what_the_gallery_says(case: ShippedPreset) -> None:
    measured = load_measured(case.preset.id)
    assert case.together.behaviour_version == measured.behaviour_version
    for number in case.numbers:
        for values, variant in zip(number.variants, case.preset.variants, strict=True):
            assert values.variant_id == variant.id
            assert values.values == measured.variants[variant.id].numbers[number.name].values
    ratios = measured.variants[case.preset.variants[0].id].numbers.get("throughput_ratio")
    if ratios is not None:
        first = [result.throughput_ratio for result in case.together.arms[0].results]
        assert first == pytest.approx(ratios.values, rel=1e-9)


@pytest.mark.parametrize("case", ALL, ids=named)
def test_curves_and_numbers_are_of_the_same_runs(case: ShippedPreset) -> None:
    for arm, variant in zip(case.together.arms, case.preset.variants, strict=True):
        assert arm.curves is not None
        first = round(variant.scenario.warmup_s / arm.curves.point_s)
        for group, curve in enumerate(arm.curves.throughputs_bps):
            window = curve.mean[first:]
            over_time = sum(value or 0 for value in window) / len(window)
            over_seeds = sum(result.throughputs_bps[group] for result in arm.results) / 20
            assert over_time == pytest.approx(over_seeds, rel=0.01)


def test_the_leading_case_separates_clearly_and_the_papers_is_next_to_it() -> None:
    leading, beside = CASES[:2]
    baseline, other = (
        variant.numbers["throughput_ratio"]
        for variant in load_measured(leading.preset_id).variants.values()
    )
    assert baseline.low is not None
    assert other.high is not None
    assert baseline.low > 1.5 * other.high
    assert "paper" in beside.title


def test_shipped_seeds_are_found_by_setting_in_any_order() -> None:
    together = CASES[0].together
    digests = [arm.scenario_digest for arm in together.arms]
    found = shipped_together(list(reversed(digests)), together.seeds)
    assert found is not None
    assert [arm.scenario_digest for arm in found.arms] == list(reversed(digests))
    assert shipped_together(digests, [1, 2]) is None
    assert shipped_together(["0" * 64], together.seeds) is None
    assert shipped_together([digests[0], "0" * 64], together.seeds) is None


def test_settings_of_several_presets_are_found_together() -> None:
    behaviour = ALL[0].together.behaviour_version
    alike = [case for case in ALL if case.together.behaviour_version == behaviour]
    arms = [case.together.arms[-1] for case in alike[:3]]
    found = shipped_together([arm.scenario_digest for arm in arms], ALL[0].together.seeds)
    assert found is not None
    assert found.arms == arms


def test_a_name_that_no_preset_has_ships_nothing() -> None:
    assert shipped_preset("nothing") is None


def test_only_comparisons_of_two_single_flows_are_shown_there() -> None:
    for preset in load_definitions():
        if preset.opening is not None:
            counts = [[flow.count for flow in item.scenario.flows] for item in preset.variants]
            assert counts == [[1, 1], [1, 1]]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.preset.id)
def test_what_ships_is_what_the_core_of_this_release_gives(case: ShippedPreset) -> None:
    """Whatever core measured it: else it would have to be measured again."""
    assert case.valid_behaviour == newest_behaviour()
