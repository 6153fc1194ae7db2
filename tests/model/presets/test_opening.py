"""The cases of the first page: whole, of the measured presets, and the first one separates."""

import pytest

from lab_model.presets import load_definitions, load_measured
from lab_model.presets.opening import OpeningCase, load_opening, shipped_together
from lab_model.scenarios import scenario_digest

CASES = load_opening()


def named(case: OpeningCase) -> str:
    return case.preset_id


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_case_has_all_seeds_of_what_it_shows(case: OpeningCase) -> None:
    together = case.together
    assert together.seeds == list(range(1, 21))
    assert together.missing == []
    assert [arm.scenario_digest for arm in together.arms] == [
        scenario_digest(scenario) for scenario in case.scenarios
    ]
    for arm, scenario in zip(together.arms, case.scenarios, strict=True):
        assert [result.seed for result in arm.results] == together.seeds
        assert arm.curves is not None
        assert len(arm.curves.throughputs_bps) == len(scenario.flows)
        for curve in (*arm.curves.throughputs_bps, arm.curves.queue_bytes):
            assert len(curve.mean) == round(scenario.duration_s / arm.curves.point_s)
            for low, mean, high in zip(curve.low, curve.mean, curve.high, strict=True):
                assert low is not None
                assert mean is not None
                assert high is not None
                assert low <= mean <= high


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_case_says_what_the_gallery_says(case: OpeningCase) -> None:
    measured = load_measured(case.preset_id)
    assert case.together.behaviour_version == measured.behaviour_version
    for arm, variant in zip(case.together.arms, measured.variants.values(), strict=True):
        ratios = [result.throughput_ratio for result in arm.results]
        assert ratios == pytest.approx(variant.numbers["throughput_ratio"].values, rel=1e-9)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_curves_and_numbers_are_of_the_same_runs(case: OpeningCase) -> None:
    for arm in case.together.arms:
        assert arm.curves is not None
        for group, curve in enumerate(arm.curves.throughputs_bps):
            over_time = sum(value or 0 for value in curve.mean) / len(curve.mean)
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


def test_only_comparisons_of_two_single_flows_are_shown_there() -> None:
    for preset in load_definitions():
        if preset.opening is not None:
            counts = [[flow.count for flow in item.scenario.flows] for item in preset.variants]
            assert counts == [[1, 1], [1, 1]]
